import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION } from '#domain/accounts/messages.ts';
import { PAGING } from '#domain/constants.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';

const PROPOSALS = 'proposals';

/** All own proposals in this order; 1,000 is a page, not the truth (contract.md section 3). */
export const useOwnProposals = (sort: string) =>
  useQuery({ queryKey: [PROPOSALS, 'own', sort], queryFn: ({ signal }) => listEvery(sort, signal), placeholderData: (former) => former });

async function listEvery(sort: string, signal: AbortSignal): Promise<Proposal[]> {
  const proposals: Proposal[] = [];
  for (;;) {
    const { items, total } = await api.listProposals({ sort, skip: proposals.length, limit: PAGING.limit }, { signal, fallback: PROPOSAL.error, noToken: SESSION.missingToken });
    proposals.push(...items);
    if (items.length === 0 || proposals.length >= total) return proposals;
  }
}

/** One own proposal with its version. Asked at each visit and not while a form is open: a version that moves by itself would guard nothing. */
export const useOwnProposal = (id: string) =>
  useQuery({
    queryKey: [PROPOSALS, 'one', id],
    queryFn: ({ signal }) => api.getProposal(id, { signal, fallback: PROPOSAL.error, noToken: SESSION.missingToken }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Every list and count of proposals is asked anew. */
export function useRefreshProposals(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [PROPOSALS], predicate: ({ queryKey }) => queryKey[1] !== 'one' });
}

export function useDeleteProposal() {
  return useMutation({ mutationFn: (id: string) => api.deleteProposal(id, { fallback: PROPOSAL.deleteFailed, noToken: SESSION.missingToken }), onSuccess: useRefreshProposals() });
}
