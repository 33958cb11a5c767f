import type { PublicRecord, RecordedRound } from '#domain/judging/record-schema.ts';
import { recordPage } from '#content/record.ts';
import css from './record.module.css';

type Step = { label: string; count: number };

const stepsOf = (round: RecordedRound): Step[] => [
  { label: recordPage.entered(round.name), count: round.entries },
  ...(round.released_at
    ? [{ label: recordPage.selected(round.name), count: round.selected.length }]
    : []),
];

/** How many were left after each step; the bar is as long as the number is large. */
export function Funnel({ record: { received, rounds } }: { record: PublicRecord }) {
  const steps = [{ label: recordPage.received, count: received }, ...rounds.flatMap(stepsOf)];
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section className={css.section} aria-labelledby="funnel">
      <h2 id="funnel">{recordPage.funnel}</h2>
      <ol className={css.funnel}>
        {steps.map(({ label, count }) => (
          <li key={label}>
            <b>{count.toLocaleString('en-GB')}</b> <span>{label}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(0.5, (count / most) * 100).toFixed(1)} height="1" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}
