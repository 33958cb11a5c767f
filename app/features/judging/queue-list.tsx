import { Link } from 'react-router';
import { isUnfinished } from '#domain/judging/rules.ts';
import type { Review } from '#domain/judging/review-schema.ts';
import { paths } from '#app/paths.ts';
import { Badge } from '#app/ui/badge.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import { judgingLabels as labels } from './labels.ts';
import css from './queue-list.module.css';

type Props = { reviews: readonly Review[] };

/** One card for each proposal, in the judge's own order. */
export const QueueList = ({ reviews }: Props) => (
  <ul className={css.queue}>
    {reviews.map((review) => (
      <li key={review.id}>
        <Link className="cover" to={paths.review({ roundId: review.round_id, id: review.id })}>
          <b>{nameOf(review)}</b>
          <span>{factsOf(review)}</span>
        </Link>
        <Badge tone={isUnfinished(review.state) ? 'wait' : 'good'}>{STATES[review.state]}</Badge>
      </li>
    ))}
  </ul>
);

/** With one's own total, once it is submitted. */
const factsOf = ({ state, total, proposal }: Review): string =>
  joinFacts(
    proposal.business_sector,
    state === 'submitted' && total !== null && labels.total100(total),
  );

/** A code where names are not shown. */
export const nameOf = ({ code, proposal }: Review): string => proposal.business_name ?? code;

const STATES: Record<Review['state'], string> = {
  assigned: 'New',
  started: 'Started',
  submitted: 'Submitted',
  recused: 'Not judging',
  abstained: 'Not judging',
  removed: 'Not judging',
};
