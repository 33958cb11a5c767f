import type { PitchRecord } from '#app/storage/pitch-records.ts';
import { describeState } from './labels.ts';
import css from './pitch.module.css';
import { countWaiting } from './record.ts';
import type { Hall } from './use-hall.ts';

/** Where the scores are: on this phone, on their way, or sent. */
export function StateLine({ hall, record }: { hall: Hall; record: PitchRecord }) {
  const waiting = countWaiting(record);
  const { text, isBad } = describeState(hall, waiting, record.sentAt);
  return (
    <p className={css.state} role="status" data-bad={isBad ? '' : undefined}>
      {text}
    </p>
  );
}
