import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { describeApplied, proposalLabels } from '#app/features/proposals/labels.ts';

/** The caller's newest proposal for a program; null if there is none. */
export const useApplied = (programId: string) =>
  useQuery({
    queryKey: ['applied', programId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const query = { program_id: programId, limit: 1 };
      return (await api.listProposals(query, { signal })).items[0] ?? null;
    },
    enabled: programId !== '',
    retry: false,
  });

/** Says that there is already a proposal for this program, before a second one is written. */
export function AppliedNotice({ proposal }: { proposal: ListedProposal }) {
  return (
    <Notice
      tone="warn"
      title={proposalLabels.appliedTitle}
      actions={
        <LinkButton to={paths.ownProposal({ id: proposal.id })} variant="secondary">
          {proposalLabels.openProposal}
        </LinkButton>
      }
    >
      <p>{describeApplied(proposal.business_name, formatDate(proposal.created_at))}</p>
    </Notice>
  );
}
