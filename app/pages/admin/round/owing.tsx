import { formatClock } from '#domain/dates.ts';
import type { Progress } from '#domain/judging/schema.ts';
import { stepLabels as labels } from './labels.ts';

type Row = Pick<Progress, 'judge' | 'missing' | 'kept' | 'sent_at'>;
type Props = { panel: readonly Row[] | undefined };

/** Whose scores are missing in a pitch round, when each last sent something, and what is kept. */
export function Owing({ panel }: Props) {
  if (!panel) return <p role="status">{labels.closing}</p>;
  const behind = panel.filter(({ missing = [] }) => missing.length > 0);
  return (
    <>
      {behind.length === 0 && <p>{labels.allSubmitted}</p>}
      {behind.length > 0 && (
        <ul>
          {behind.map(({ judge, missing, sent_at: at }) => (
            <li key={judge.id}>
              {labels.owes(judge.name, missing!.length, at ? formatClock(new Date(at)) : null)}
            </li>
          ))}
        </ul>
      )}
      <Kept panel={panel} />
    </>
  );
}

/** What came and does not count. */
export function Kept({ panel = [] }: Props) {
  const keeping = panel.filter(({ kept = 0 }) => kept > 0);
  if (keeping.length === 0) return null;
  return (
    <>
      <p>{labels.keptText}</p>
      <ul>
        {keeping.map(({ judge, kept }) => (
          <li key={judge.id}>{labels.keptOf(judge.name, kept!)}</li>
        ))}
      </ul>
    </>
  );
}
