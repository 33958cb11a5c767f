import { formatClock } from '#domain/dates.ts';
import type { DeskJudge } from '#app/storage/desk-records.ts';
import { runLabels as labels } from './labels.ts';
import css from './run.module.css';

/** Whose phone is ready, and what it has sent. */
export const RunJudges = ({ judges }: { judges: readonly DeskJudge[] }) => (
  <section className={css.judges} aria-label={labels.judges} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{labels.judge}</th>
          <th scope="col">{labels.ready}</th>
          <th scope="col">{labels.sent}</th>
          <th scope="col">{labels.missing}</th>
          <th scope="col">{labels.kept}</th>
        </tr>
      </thead>
      <tbody>
        {judges.map(({ judge, pack_at: ready, sent_at: sent, missing = [], kept = 0 }) => (
          <tr key={judge.id}>
            <th scope="row">{judge.name}</th>
            <td>{ready ? formatClock(new Date(ready)) : labels.notReady}</td>
            <td>{sent ? formatClock(new Date(sent)) : '–'}</td>
            <td>{missing.length}</td>
            <td data-kept={kept > 0 || undefined}>{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
