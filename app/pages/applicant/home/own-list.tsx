import { Link } from 'react-router';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { describeChanges } from '#app/features/proposals/own/labels.ts';
import { isWaiting, WaitingBadges } from '#app/features/proposals/own/waiting-badges.tsx';
import { DecisionBadge } from '#app/features/proposals/stage-badge.tsx';
import css from './applicant-home.module.css';
import { applicantHomeLabels as labels } from './labels.ts';

/** Proposals shown on the home screen; the others are a click away. */
const MOST = 5;

/** First those that the firm waits for. */
const inOrder = (proposals: readonly ListedProposal[]): ListedProposal[] =>
  proposals.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));

/** The newest proposals with their state; renders nothing if there are none. */
export function OwnList({ proposals, now }: { proposals: readonly ListedProposal[]; now: Date }) {
  if (proposals.length === 0) return null;
  return (
    <section className={css.own} aria-labelledby="own-proposals">
      <h2 id="own-proposals">{labels.myProposals}</h2>
      <ul className="bare">
        {inOrder(proposals)
          .slice(0, MOST)
          .map((proposal) => (
            <li key={proposal.id}>
              <div>
                <Link className="cover" to={paths.ownProposal(proposal)}>
                  {proposal.business_name}
                </Link>
                <span>{proposal.program.title}</span>
                <WaitingBadges proposal={proposal} />
              </div>
              <DecisionBadge decision={proposal.decision} />
              {proposal.locked !== 'proposal_approved' && (
                <span className={css.changes}>{describeChanges(proposal, now)}</span>
              )}
            </li>
          ))}
      </ul>
      {proposals.length > MOST && <Link to={paths.ownProposals}>{labels.allProposals}</Link>}
    </section>
  );
}
