import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#app/paths.ts';
import { isOwnPath, saveReturnTo } from '#app/storage/return-to.ts';

/**
 * Where somebody wanted to go when they were asked to log in: `?next=`, if it is one of our paths.
 * It is remembered, and `carry` adds it to the address of another account screen, so that it is
 * still known after a registration, a password reset or a change of tab.
 */
export function useNext(): { next: string | null; carry: (path: string) => string } {
  const [search] = useSearchParams();
  const asked = search.get('next');
  const next = asked && isOwnPath(asked) ? asked : null;
  useEffect(() => {
    if (next) saveReturnTo(next);
  }, [next]);
  return { next, carry: (path) => (next ? paths.withNext(path, next) : path) };
}
