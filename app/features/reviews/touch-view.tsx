import { Suspense } from 'react';
import type { Proposal } from '#domain/proposals/schema.ts';
import WithdrawalView from '#app/features/proposals/withdrawal/withdrawal-view.tsx';
import { ResultsView } from '#app/features/judging/results-view.tsx';
import MessageList from '#app/features/threads/list/message-list.tsx';
import { HistoryList } from './history-list.tsx';
import RequestView from './request-view.tsx';
import PeopleView from '#app/features/members/people-view.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';

/** Most proposals come through the portal. */
const EntryView = lazyPart(() => import('#app/features/on-behalf/entry-view.tsx'));

/** What is shown of it instead of its text; `rest` stands below the text. */
export type Part = 'messages' | 'requests' | 'history' | 'rest';

type Props = { proposal: Proposal; part: Part };

/** What was said and done about a proposal since it came. Looking at messages marks them as read. */
export default function TouchView({ proposal, part }: Props) {
  if (part === 'messages') return <MessageList proposalId={proposal.id} />;
  if (part === 'requests') return <RequestView proposal={proposal} />;
  if (part === 'history') return <HistoryList proposalId={proposal.id} />;
  return (
    <>
      {proposal.rounds?.some(({ is_released }) => is_released) && (
        <ResultsView proposal={proposal} isOwn={false} />
      )}
      {proposal.on_behalf && (
        <Suspense>
          <EntryView proposal={proposal} />
        </Suspense>
      )}
      <WithdrawalView key={String(proposal.withdrawal?.at)} proposal={proposal} />
      <PeopleView
        place={`/proposals/${proposal.id}`}
        members={proposal.members ?? []}
        role="admin"
        owner={`${proposal.applicant.first_name} ${proposal.applicant.last_name}`}
        mayInvite={proposal.locked !== null}
        given={proposal}
      />
    </>
  );
}
