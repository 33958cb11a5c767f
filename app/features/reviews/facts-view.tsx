import { formatShortDateTime } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { WebsiteLink } from '#app/features/submissions/proposal-answers.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import css from './room-view.module.css';

/** What every proposal has, on one line: the room below is for what is read. */
export function FactsView({ proposal }: { proposal: Proposal }) {
  const { business_website: website, received_at: received, completed_at: completed } = proposal;
  const { receipt_number: receipt } = proposal;
  return (
    <ul id="facts" className={`${css.facts} note`}>
      <li>{proposal.program.title}</li>
      <li>{proposal.business_sector}</li>
      <li>{proposal.business_location}</li>
      {website && (
        <li>
          <WebsiteLink address={website} />
        </li>
      )}
      <Moment label={reviewLabels.submitted} at={received} />
      {receipt && <li>{receipt}</li>}
      {completed > proposal.program.deadline_date && (
        <Moment label={reviewLabels.completed} at={completed} />
      )}
    </ul>
  );
}

const Moment = ({ label, at }: { label: string; at: string }) => (
  <li>
    <span>{label}</span>&nbsp;<time dateTime={at}>{formatShortDateTime(at)}</time>
  </li>
);
