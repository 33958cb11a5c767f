import { useEffect, useState } from 'react';
import { SECOND_MS } from '#domain/constants.ts';

const TICK_MS = 250;

const secondsUntil = (endsAt: number | undefined): number | undefined =>
  endsAt === undefined ? undefined : Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND_MS));

/** Whole seconds left until `endsAt`, in milliseconds since 1970; undefined until that is known. */
export function useSecondsUntil(endsAt: number | undefined): number | undefined {
  const [seconds, setSeconds] = useState(() => secondsUntil(endsAt));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(endsAt));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  return seconds;
}
