import { useSearchParams } from 'react-router';
import { PROPOSAL_SORTS } from '#domain/proposals/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { AttemptsList } from '#app/features/drafts/list/attempts-list.tsx';
import { DraftList } from '#app/features/drafts/list/draft-list.tsx';
import { useAttempts, useOwnDrafts } from '#app/features/drafts/list/use-drafts.ts';
import { ProposalsLoading, ProposalsTable } from '#app/features/proposals/own/proposals-table.tsx';
import { useOwnProposals } from '#app/features/proposals/use-own-proposals.ts';
import { DEFAULT_SORT, proposalLabels } from '#app/features/proposals/labels.ts';
import { SORTS } from '#app/features/proposals/own/labels.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { SortField } from '#app/lists/list-filters.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { useBriefWait } from '#app/ui/use-brief-wait.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';

export const meta = () => [{ title: proposalLabels.listTitle }];

/** /dashboard/applicant/proposals: the caller's proposals, with what can still be done to each. */
export default function Proposals() {
  const [search] = useSearchParams();
  const own = useOwnProposals(readSort(search.get('sort')));
  const drafts = useOwnDrafts();
  // What is above the rows comes with them.
  const isWaiting = useBriefWait(drafts.isPending);
  const isComing = own.isPending || (own.isSuccess && isWaiting);
  const hasTable = isComing || Boolean(own.data?.length);
  return (
    <>
      <PageHeading
        title={proposalLabels.listTitle}
        actions={hasTable && <FindProgram isFirst={!drafts.data?.length} />}
      />
      <DraftList drafts={drafts.data ?? []} now={serverNow()} />
      {hasTable && <SortField sorts={SORTS} />}
      {isComing ? <ProposalsLoading /> : <Own own={own} />}
      <Refused />
    </>
  );
}

/** `isFirst`: nothing that is begun waits to be sent. */
const FindProgram = ({ isFirst = true }: { isFirst?: boolean }) => (
  <LinkButton to={paths.availablePrograms} variant={isFirst ? 'primary' : 'secondary'}>
    {proposalLabels.findProgram}
  </LinkButton>
);

function Own({ own }: { own: ReturnType<typeof useOwnProposals> }) {
  const { data: proposals, error, isPlaceholderData, refetch } = own;
  if (!proposals)
    return error && <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (proposals.length > 0)
    return <ProposalsTable proposals={proposals} isStale={isPlaceholderData} />;
  return (
    <EmptyState
      message={PROPOSAL.none}
      ornament={<PatternBand pattern={housePattern} thread={2} />}
      action={<FindProgram />}
    />
  );
}

function Refused() {
  const { data: attempts = [] } = useAttempts();
  return <AttemptsList attempts={attempts} />;
}

/** An unknown sort in the address falls back to the default. */
function readSort(asked: string | null): string {
  return asked && (PROPOSAL_SORTS as readonly string[]).includes(asked.replace(/^-/, ''))
    ? asked
    : DEFAULT_SORT;
}
