import { formatShortDateTime } from '#domain/dates.ts';
import { personLabels as labels } from './labels.ts';
import { classNames } from '#app/ui/class-names.ts';
import list from '#app/ui/item-list.module.css';
import { Waiting } from '#app/ui/waiting.tsx';
import css from './user.module.css';
import { useAttemptsOf } from './use-person.ts';

/** Submissions of one applicant that were refused: when, and what the applicant was told. */
export function UserAttempts({ userId }: { userId: string }) {
  const query = useAttemptsOf(userId);
  const { data: attempts } = query;
  return (
    <section className={css.section} aria-labelledby="attempts">
      <h2 id="attempts">{labels.attempts}</h2>
      <Waiting query={query} label={labels.loadingAttempts} rows={1} />
      {attempts?.length === 0 && <p>{labels.noAttempts}</p>}
      {attempts && attempts.length > 0 && (
        <ul className={classNames(list.items, css.rows)}>
          {attempts.map(({ id, at, program_title: program, message }) => (
            <li key={id}>
              <div>
                <b>{program}</b>
                <span className={`${list.note} note`}>{formatShortDateTime(at)}</span>
                <p>{message}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
