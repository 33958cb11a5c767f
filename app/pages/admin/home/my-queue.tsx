import { Link } from 'react-router';
import { daysUntil } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { proposalPath } from '#app/features/submissions/filters.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, allMine, describeWait } from './labels.ts';
import { MINE, QUEUE_SHOWN as SHOWN, useFirstOf } from './use-queue.ts';

const LIST = new URLSearchParams(MINE).toString();

/** What the caller has still to decide; whoever has waited longest first. */
export function MyQueue({ today }: { today: Date }) {
  const { data, isLoadingError } = useFirstOf(MINE, SHOWN);
  return (
    <section aria-labelledby="queue" className={css.part}>
      <h2 id="queue">{adminHomeLabels.queue}</h2>
      {isLoadingError && <p>{adminHomeLabels.startFailed}</p>}
      {data?.total === 0 && <p>{adminHomeLabels.noQueue}</p>}
      <ol className={css.deadlines}>
        {data?.items.map(({ id, business_name: name, program, created_at: at }, index) => (
          <li key={id}>
            <Link to={proposalPath(id, LIST, index + 1)}>{name}</Link>
            <time dateTime={at}>{describeWait(daysUntil(today, new Date(at)))}</time>
            <span>{program.title}</span>
          </li>
        ))}
      </ol>
      {data && data.total > SHOWN && (
        <p>
          <Link to={paths.submissions(MINE)}>{allMine(data.total)}</Link>
        </p>
      )}
    </section>
  );
}
