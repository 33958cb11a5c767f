import { useState, useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;
const unknown = () => null;

/**
 * What only the browser knows: null while the server's HTML is taken over, then what `read`
 * answered when it was first asked.
 */
export function useBrowserValue(read: () => string | null): string | null {
  const [readFirst] = useState(() => {
    let answer: string | null | undefined;
    return () => (answer === undefined ? (answer = read()) : answer);
  });
  return useSyncExternalStore(neverChanges, readFirst, unknown);
}
