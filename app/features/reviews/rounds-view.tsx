import { Link } from 'react-router';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { roomLabels } from './labels.ts';

/** The rounds of judging that it is or was in; a round decides until its results are released. */
export const RoundsView = ({ proposal: { rounds = [] } }: { proposal: Proposal }) =>
  rounds.length > 0 && (
    <section aria-label={roomLabels.rounds}>
      {rounds.map((round) => (
        <p key={round.id}>
          <span>{roomLabels.inRound}</span> <Link to={paths.round(round)}>{round.name}</Link>
          <span>{round.is_released ? roomLabels.isReleased : roomLabels.roundDecides}</span>
        </p>
      ))}
    </section>
  );
