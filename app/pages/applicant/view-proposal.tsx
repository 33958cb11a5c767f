import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatShortMoment } from '#domain/dates.ts';
import { INITIAL_STAGE } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { DocumentDownload } from '#app/features/proposals/documents/document-download.tsx';
import { documentLabels, proposalLabels, documentsOf } from '#app/features/proposals/labels.ts';
import { OutcomeOfRounds, ResultsView } from '#app/features/judging/results-view.tsx';
import { ProposalActions } from '#app/features/proposals/own/proposal-actions.tsx';
import { StepsView } from '#app/features/proposals/own/steps-view.tsx';
import { useDecisionDay } from '#app/features/proposals/own/use-decision-day.ts';
import { ProposalTimeline } from '#app/features/proposals/own/proposal-timeline.tsx';
import { DecisionBadge, StageOfApproved } from '#app/features/proposals/stage-badge.tsx';
import { LINK_FALLBACK } from '#app/features/proposals/documents/use-document-link.ts';
import { useOwnProposal } from '#app/features/proposals/use-own-proposals.ts';
import { describeChanges, ownLabels } from '#app/features/proposals/own/labels.ts';
import { ProposalAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { ThreadView } from '#app/features/threads/thread-view.tsx';
import css from '#app/features/proposals/own/own-proposal.module.css';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { Bars } from '#app/ui/placeholder.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import type { Route } from './+types/view-proposal';
import { OwnLoading } from './own-loading.tsx';
import { ReceiptSection } from './receipt-section.tsx';
import { SentNotice } from './sent-notice.tsx';

/** Loaded when the firm asks for something. */
const RequestView = lazyPart(() => import('#app/features/proposals/requests/request-view.tsx'));

const PeopleView = lazyPart(() => import('#app/features/members/people-view.tsx'));

/** Loaded before a pitch. */
const PitchLine = lazyPart(() => import('#app/features/judging/pitch-line.tsx'));
/** Loaded after what is read. */
const WithdrawalView = lazyPart(
  () => import('#app/features/proposals/withdrawal/withdrawal-view.tsx'),
);

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
      <Standing proposal={proposal} wasSent={wasSent} />
      <div className={css.columns}>
        <ThreadView proposal={proposal} isUnfolded={proposal.unread_messages > 0} />
        <div>
          <ResultsView proposal={proposal} isOwn />
          <ProposalAnswers proposal={proposal} />
        </div>
        <div>
          <ReceiptSection proposal={proposal} />
          <section aria-labelledby="documents">
            <h2 id="documents">{documentLabels.title}</h2>
            {documentsOf(proposal).map(({ key: kind, label }) => (
              <DocumentDownload
                key={kind}
                proposal={proposal}
                kind={kind}
                label={label}
                request={() =>
                  api.getOwnDocumentLink(proposal.id, kind, { fallback: LINK_FALLBACK })
                }
              />
            ))}
          </section>
          <ProposalTimeline proposalId={proposal.id} />
          <Suspense>
            <PeopleView
              place={`/proposals/${proposal.id}`}
              members={proposal.members ?? []}
              role={proposal.my_role ?? 'owner'}
              owner={`${proposal.applicant.first_name} ${proposal.applicant.last_name}`}
              mayInvite={proposal.locked === null}
            />
          </Suspense>
        </div>
      </div>
    </>
  );
}

/** The answer first, then until when and what can still be done. */
function Standing({ proposal, wasSent }: Props) {
  const navigate = useNavigate();
  const { decision, funding_stage: stage, decline_reason: reason } = proposal;
  return (
    <section aria-label={ownLabels.standing} className={css.standing} data-decision={decision}>
      <h2>
        <DecisionBadge decision={decision} withdrawal={proposal.withdrawal} isOwn />
        <StageOfApproved {...proposal} />
      </h2>
      {decision === 'approved' && stage === INITIAL_STAGE && <p>{ownLabels.stageToCome}</p>}
      {reason && (
        <p className={css.reason}>
          <b>{ownLabels.reason}:</b> <span>{reason}</span>
        </p>
      )}
      <OutcomeOfRounds proposal={proposal} />
      {proposal.pitch && (
        <Suspense>
          <PitchLine pitch={proposal.pitch} />
        </Suspense>
      )}
      {decision === 'declined' && (
        <LinkButton to={paths.availablePrograms} variant="secondary">
          {proposalLabels.findProgram}
        </LinkButton>
      )}
      {!proposal.withdrawal && <Ahead {...{ proposal, wasSent }} />}
      {proposal.locked === null && (
        <ProposalActions proposal={proposal} onDeleted={() => void navigate(paths.ownProposals)} />
      )}
      <Suspense>
        <WithdrawalView key={String(proposal.withdrawal?.at)} proposal={proposal} isOwner />
      </Suspense>
    </section>
  );
}

/** Of one that takes part: its steps, and the dates that matter. */
function Ahead({ proposal, wasSent }: Props) {
  const isUndecided = proposal.decision === 'undecided';
  return (
    <>
      {isUndecided && !wasSent && <StepsView proposal={proposal} />}
      {(isUndecided || proposal.locked === null) && <Dates proposal={proposal} />}
    </>
  );
}

/** By when it is decided, and until when it can be edited. */
function Dates({ proposal }: Pick<Props, 'proposal'>) {
  const decisionDay = useDecisionDay(proposal.program_id);
  return (
    <Facts
      facts={[
        ...(proposal.decision === 'undecided' && decisionDay !== null
          ? [[ownLabels.decisionBy, decisionDay ?? <Bars kind="text" />] as const]
          : []),
        [
          ownLabels.deadline,
          formatShortMoment(proposal.extended_until ?? proposal.program.deadline_date),
        ],
        // What was asked for says so above.
        ...(proposal.open_request
          ? []
          : [[ownLabels.changes, describeChanges(proposal, serverNow())] as const]),
      ]}
      isCompact
    />
  );
}
