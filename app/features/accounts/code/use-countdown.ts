import { useEffect, useState } from 'react';

const SECOND = 1000;

/**
 * Whole seconds left, counted by the clock: a phone that slept has not stopped it. `restart` begins
 * anew.
 */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * SECOND);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND)));
    tick();
    const timer = setInterval(tick, SECOND);
    const stop = setTimeout(() => clearInterval(timer), endsAt - Date.now() + SECOND);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [endsAt]);

  return { left, restart: () => setEndsAt(Date.now() + seconds * SECOND) };
}
