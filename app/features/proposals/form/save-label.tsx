import { useEffect, useState } from 'react';
import type { SaveState } from '#app/editing/draft-notice.ts';
import css from './submit-form.module.css';
import { describeSaved } from './saved-label.ts';

const LOOK_MS = 5000;

/** Where the input is saved. Refreshed as time goes by, so that it is always true. */
export function SaveLabel({ save }: { save: SaveState }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const isBad = save.kind === 'here' || save.kind === 'refused';
  return (
    <p
      className={`${css.save} note`}
      data-bad={isBad ? '' : undefined}
      role={isBad ? 'status' : undefined}
    >
      {describeSaved(save, now)}
    </p>
  );
}
