import { useEffect, useState } from 'react';

/** Often enough that no second is skipped. */
const LOOK_MS = 200;

/** The time, read again and again: never counted, so a hidden tab shows the right one. */
export function useClock(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const timer = isRunning ? setInterval(look, LOOK_MS) : undefined;
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isRunning]);
  return now;
}
