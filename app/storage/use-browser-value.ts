import { useState, useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;
const unknown = () => null;

/**
 * A value that only the browser knows: null during hydration, then what `read` returned when first
 * called.
 */
export function useBrowserValue(read: () => string | null): string | null {
  const [readFirst] = useState(() => {
    let answer: string | null | undefined;
    return () => (answer === undefined ? (answer = read()) : answer);
  });
  return useSyncExternalStore(neverChanges, readFirst, unknown);
}
