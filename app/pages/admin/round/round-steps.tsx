import { formatShortDateTime } from '#domain/dates.ts';
import type { Round, RoundState } from '#domain/rounds/schema.ts';
import { ROUND_STATES } from '#app/features/rounds/desk/labels.ts';
import { stepLabels as labels } from './labels.ts';
import css from './round.module.css';

const STATES = Object.keys(ROUND_STATES) as RoundState[];

/** Where the round is between its draft and the release. */
export function RoundSteps({ round }: { round: Round }) {
  const now = STATES.indexOf(round.state);
  return (
    <div className={`${css.where} row`}>
      <p>{labels.describe(round.program_title, round.position)}</p>
      <ol className="bare" aria-label={labels.steps}>
        {STATES.map((state, place) => {
          const { at, planned = ROUND_STATES[state] } = momentOf(round, state);
          return (
            <li
              key={state}
              aria-current={place === now ? 'step' : undefined}
              data-done={place < now || undefined}
            >
              <span>{at ? planned : ROUND_STATES[state]}</span>{' '}
              {at && <time dateTime={at}>{formatShortDateTime(at)}</time>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** When the state began; for one to come when it is planned to, and the word for that. */
function momentOf(round: Round, state: RoundState): { at: string | null; planned?: string } {
  if (state === 'open') return { at: round.opened_at };
  if (state === 'closed')
    return round.closed_at && round.state !== 'open'
      ? { at: round.closed_at }
      : { at: round.opened_at && round.closes_at, planned: labels.planned.closed };
  if (state === 'released')
    return round.released_at
      ? { at: round.released_at }
      : { at: round.release_at, planned: labels.planned.released };
  if (state !== 'sealed') return { at: null };
  return { at: round.seals?.findLast(({ withdrawn_at: at }) => at === null)?.sealed_at ?? null };
}
