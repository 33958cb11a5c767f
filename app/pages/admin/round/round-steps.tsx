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
        {STATES.map((state, place) => (
          <li
            key={state}
            aria-current={place === now ? 'step' : undefined}
            data-done={place < now || undefined}
          >
            <span>{ROUND_STATES[state]}</span> <Moment at={momentOf(round, state)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** When the state began, or when it is planned to. */
function momentOf(round: Round, state: RoundState): string | null {
  if (state === 'open') return round.opened_at;
  if (state === 'closed') return round.closed_at ?? (round.opened_at && round.closes_at);
  if (state === 'released') return round.released_at ?? round.release_at;
  if (state !== 'sealed') return null;
  return round.seals?.findLast(({ withdrawn_at: at }) => at === null)?.sealed_at ?? null;
}

const Moment = ({ at }: { at: string | null }) =>
  at && <time dateTime={at}>{formatShortDateTime(at)}</time>;
