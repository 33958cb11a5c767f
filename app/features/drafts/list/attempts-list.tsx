import { formatShortMoment } from '#domain/dates.ts';
import type { Attempt } from '#domain/receipts/schema.ts';
import css from './draft-list.module.css';
import { draftLabels as labels } from './labels.ts';

/** Submissions that were refused, with the reason. */
export function AttemptsList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="attempts" className={css.section}>
      <h2 id="attempts">{labels.attemptsTitle}</h2>
      <p>{labels.attemptsLead}</p>
      <ul className={css.list}>
        {attempts.map(({ id, at, program_title, message }) => (
          <li key={id}>
            <div>
              <h3>{program_title}</h3>
              <time dateTime={at} className={`${css.soft} note`}>
                {formatShortMoment(at)}
              </time>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
