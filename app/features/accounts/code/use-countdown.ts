import { useEffect, useState } from 'react';
import { SECOND_MS } from '#domain/constants.ts';

/**
 * Whole seconds left, by the clock, so that it also counts while a phone sleeps. `restart` starts
 * over.
 */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * SECOND_MS);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND_MS)));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    const stop = setTimeout(() => clearInterval(timer), endsAt - Date.now() + SECOND_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [endsAt]);

  return { left, restart: () => setEndsAt(Date.now() + seconds * SECOND_MS) };
}
