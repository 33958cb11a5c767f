import { PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import type { Versioned } from '#app/api/transport.ts';
import { paths } from '#app/paths.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { EditForm } from '#app/features/proposals/form/edit-form.tsx';
import { useOwnProposal } from '#app/features/proposals/use-own-proposals.ts';
import { requestLabels } from '#app/features/proposals/requests/labels.ts';
import { useRequests } from '#app/features/proposals/requests/use-requests.ts';
import { proposalLabels } from '#app/features/proposals/labels.ts';
import { describeChanges, ownLabels } from '#app/features/proposals/own/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/edit-proposal';

export const meta = () => [{ title: proposalLabels.editTitle }];

/** /dashboard/applicant/edit-proposal/{id}: a locked proposal shows the reason instead. */
export default function EditProposal({ params: { id } }: Route.ComponentProps) {
  const query = useOwnProposal(id);
  const { data: proposal, error, refetch } = query;
  if (isMissing(error))
    return (
      <NotFoundState title={error.message} to={paths.ownProposals} label={proposalLabels.back} />
    );
  return (
    <>
      <PageHeading
        title={proposalLabels.editTitle}
        lead={proposal?.program.title}
        back={{ to: paths.ownProposal({ id }), label: proposalLabels.backToOne }}
      />
      <Waiting query={query} label="Loading your proposal" isForm />
      {proposal && <Whole proposal={proposal} onReload={() => void refetch()} />}
    </>
  );
}

type Props = { proposal: Versioned<Proposal>; onReload: () => void };

/** The form, with all fields or with those that were asked for; or why there is none. */
function Whole({ proposal, onReload }: Props) {
  const isAsked = proposal.locked === 'deadline_passed' && proposal.open_request !== null;
  const { data: requests } = useRequests(proposal.id, isAsked);
  const request = requests?.find(({ state }) => state === 'open');
  if (isAsked && !request) return <Skeleton isForm label={requestLabels.loading} />;
  if (proposal.locked && !isAsked) return <Locked proposal={proposal} />;
  return (
    <>
      {isAsked && request && (
        <Notice tone="warn" title={requestLabels.asked}>
          <p className="as-typed">{request.text}</p>
          <p>
            <b>{requestLabels.whatAndWhen(request.due_at)}</b>
          </p>
        </Notice>
      )}
      <EditForm
        key={proposal.etag}
        proposal={proposal}
        request={isAsked ? request : undefined}
        onReload={onReload}
      />
    </>
  );
}

const Locked = ({ proposal }: { proposal: Proposal }) => (
  <Notice
    tone="bad"
    title={ownLabels.lockedTitle}
    actions={<LinkButton to={paths.ownProposal({ id: proposal.id })}>{ownLabels.view}</LinkButton>}
  >
    <p>
      {proposal.locked === 'deadline_passed'
        ? describeChanges(proposal, serverNow())
        : PROPOSAL_RULES.approved}
    </p>
  </Notice>
);
