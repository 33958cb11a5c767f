import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { DocumentDownload } from '#app/features/proposals/documents/document-download.tsx';
import { documentLabels, proposalLabels } from '#app/features/proposals/labels.ts';
import { ResultsView } from '#app/features/judging/results-view.tsx';
import { ProposalActions } from '#app/features/proposals/own/proposal-actions.tsx';
import { StepsView } from '#app/features/proposals/own/steps-view.tsx';
import { useDecisionDay } from '#app/features/proposals/own/use-decision-day.ts';
import { ProposalTimeline } from '#app/features/proposals/own/proposal-timeline.tsx';
import { DecisionBadge, StageBadge } from '#app/features/proposals/stage-badge.tsx';
import { LINK_FALLBACK } from '#app/features/proposals/documents/use-document-link.ts';
import { useOwnProposal } from '#app/features/proposals/use-own-proposals.ts';
import { describeChanges, ownLabels } from '#app/features/proposals/own/labels.ts';
import { ProposalAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { ThreadView } from '#app/features/threads/thread-view.tsx';
import css from '#app/features/proposals/own/own-proposal.module.css';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { Bars } from '#app/ui/placeholder.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import type { Route } from './+types/view-proposal';
import { OwnLoading } from './own-loading.tsx';
import { ReceiptSection } from './receipt-section.tsx';
import { SentNotice } from './sent-notice.tsx';

/** Loaded when the firm asks for something. */
const RequestView = lazyPart(() => import('#app/features/proposals/requests/request-view.tsx'));

export const meta = () => [{ title: 'Proposal' }];

/**
 * /dashboard/applicant/view-proposal/{id}: state, answers, documents. With `?sent=1`, the notice
 * after submitting comes first.
 */
export default function ViewProposal({ params: { id } }: Route.ComponentProps) {
  const query = useOwnProposal(id);
  const { data: proposal, error } = query;
  const wasSent = new URLSearchParams(useLocation().search).has('sent');
  if (isMissing(error))
    return (
      <NotFoundState title={error.message} to={paths.ownProposals} label={proposalLabels.back} />
    );
  return (
    <>
      <PageHeading
        title={proposal?.business_name ?? 'Proposal'}
        back={{ to: paths.ownProposals, label: proposalLabels.back }}
        lead={proposal?.program.title ?? (!error && <Bars kind="text" />)}
      />
      <Coming query={query} />
      {proposal && wasSent && <SentNotice proposal={proposal} />}
      {proposal && <Whole proposal={proposal} wasSent={wasSent} />}
    </>
  );
}

/** Until the proposal is there: its shape, or why it is not and a way to retry. */
function Coming({ query }: { query: ReturnType<typeof useOwnProposal> }) {
  const { data, error, refetch } = query;
  if (data) return null;
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return <OwnLoading />;
}

type Props = { proposal: Proposal; wasSent: boolean };

function Whole({ proposal, wasSent }: Props) {
  return (
    <>
      {proposal.open_request && (
        <Suspense>
          <RequestView proposal={proposal} />
        </Suspense>
      )}
      <div className={css.columns}>
        <div>
          <ProposalAnswers proposal={proposal} />
        </div>
        <div className={css.side}>
          <Standing proposal={proposal} wasSent={wasSent} />
          <ThreadView proposal={proposal} isUnfolded={proposal.unread_messages > 0} />
          <ResultsView proposal={proposal} />
          <ReceiptSection proposal={proposal} />
          <ProposalTimeline proposalId={proposal.id} />
          <section aria-labelledby="documents">
            <h2 id="documents">{documentLabels.title}</h2>
            {DOCUMENT_KINDS.map((kind) => (
              <DocumentDownload
                key={kind}
                proposal={proposal}
                kind={kind}
                request={() =>
                  api.getOwnDocumentLink(proposal.id, kind, { fallback: LINK_FALLBACK })
                }
              />
            ))}
          </section>
        </div>
      </div>
    </>
  );
}

/** Stage, decision, deadline, and what can still be done. */
function Standing({ proposal, wasSent }: Props) {
  const navigate = useNavigate();
  const decisionDay = useDecisionDay(proposal.program_id);
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">{ownLabels.standing}</h2>
      {!wasSent && <StepsView proposal={proposal} />}
      <Facts
        facts={[
          [ownLabels.stage, <StageBadge key="stage" stage={proposal.funding_stage} />],
          [ownLabels.status, <DecisionBadge key="status" decision={proposal.decision} />],
          [
            ownLabels.deadline,
            formatShortDateTime(proposal.extended_until ?? proposal.program.deadline_date),
          ],
          [ownLabels.changes, describeChanges(proposal, serverNow())],
          ...(decisionDay !== null && proposal.decision === 'undecided'
            ? [[ownLabels.decisionBy, decisionDay ?? <Bars kind="text" />] as const]
            : []),
        ]}
        isCompact
      />
      {proposal.decline_reason && (
        <p className={css.reason}>
          <b>{ownLabels.reason}:</b> <span>{proposal.decline_reason}</span>
        </p>
      )}
      <ProposalActions proposal={proposal} onDeleted={() => void navigate(paths.ownProposals)} />
    </section>
  );
}
