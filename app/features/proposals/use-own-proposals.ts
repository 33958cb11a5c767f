import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { api } from '#app/api/browser.ts';
import { listEvery } from '#app/api/every.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';

/** All of one's own proposals, in this order. */
export const useOwnProposals = (sort: string) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'own', sort],
    queryFn: ({ signal }) =>
      listEvery((range) =>
        api.listProposals(
          { sort, ...range },
          { signal, fallback: PROPOSAL.error, noToken: SESSION.missingToken },
        ),
      ),
    placeholderData: (former) => former,
  });

/** One of one's own proposals with its version. */
export const useOwnProposal = (id: string) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'one', id],
    queryFn: ({ signal }) =>
      api.getProposal(id, { signal, fallback: PROPOSAL.error, noToken: SESSION.missingToken }),
    ...EDITED,
  });

/** Refetches every list and count of proposals. */
export function useRefreshProposals(): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({
      queryKey: [queryKeys.proposals],
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
