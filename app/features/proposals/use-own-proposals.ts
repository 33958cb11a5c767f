import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { api } from '#app/api/browser.ts';
import { listEvery } from '#app/api/every.ts';

const PROPOSALS = 'proposals';

/** All of one's own proposals, in this order. */
export const useOwnProposals = (sort: string) =>
  useQuery({
    queryKey: [PROPOSALS, 'own', sort],
    queryFn: ({ signal }) =>
      listEvery((range) =>
        api.listProposals(
          { sort, ...range },
          { signal, fallback: PROPOSAL.error, noToken: SESSION.missingToken },
        ),
      ),
    placeholderData: (former) => former,
  });

/**
 * One of one's own proposals with its version. Fetched on every visit but not while a form is open:
 * a version that changed in the background would not detect conflicts.
 */
export const useOwnProposal = (id: string) =>
  useQuery({
    queryKey: [PROPOSALS, 'one', id],
    queryFn: ({ signal }) =>
      api.getProposal(id, { signal, fallback: PROPOSAL.error, noToken: SESSION.missingToken }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Refetches every list and count of proposals. */
export function useRefreshProposals(): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({
      queryKey: [PROPOSALS],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
}

export function useDeleteProposal() {
  return useMutation({
    mutationFn: (id: string) =>
      api.deleteProposal(id, { fallback: PROPOSAL.deleteFailed, noToken: SESSION.missingToken }),
    onSuccess: useRefreshProposals(),
  });
}
