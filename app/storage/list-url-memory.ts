import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The last address of each list, until the page is reloaded. */
const urls = new Map<string, string>();

/** Remembers page, search and filters of the list at this path. */
export function useListUrlMemory(): void {
  const { pathname, search } = useLocation();
  useEffect(() => void urls.set(pathname, search), [pathname, search]);
}

/** The last address of a list. */
export const lastListUrl = (path: string): string => path + (urls.get(path) ?? '');
