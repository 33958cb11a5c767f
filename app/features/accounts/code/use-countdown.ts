import { useEffect, useState } from 'react';

const SECOND = 1000;

/**
 * Whole seconds left, by the clock, so that it also counts while a phone sleeps. `restart` starts
 * over.
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
