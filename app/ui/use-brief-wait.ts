import { useEffect, useState } from 'react';

const PATIENCE_MS = 2000;

/**
 * True while something is coming that a screen can do without, for two seconds at most: what it
 * would push down waits for it, but a bad line holds nothing up. Once over, it stays so, unless it
 * is `about` something else.
 */
export function useBriefWait(isComing: boolean, about = ''): boolean {
  const [ended, setEnded] = useState<string>();
  const isOver = ended === about;
  if (!isComing && !isOver) setEnded(about);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setEnded(about), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [about, isOver]);
  return isComing && !isOver;
}
