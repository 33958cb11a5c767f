import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';

const keyOf = (id: string) => [queryKeys.proposals, 'any', id];

/** One submission as admins see it. */
export function useSubmission(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.getAnyProposal(id, { signal, fallback: PROPOSAL.error }),
  });
}

/** Sends the decision for the version that the admin saw, then refetches every list and count. */
export function useReview(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ input, etag }: { input: ReviewProposalInput; etag: string | null }) =>
      api.reviewProposal(id, input, { etag, fallback: PROPOSAL.updateFailed }),
    onSuccess: (saved) => {
      // An answer still on its way is older.
      void cache.cancelQueries({ queryKey: keyOf(id) });
      cache.setQueryData(keyOf(id), saved);
      return cache.invalidateQueries({
        queryKey: [queryKeys.proposals],
        predicate: ({ queryKey }) => queryKey[1] !== 'any',
      });
    },
  });
}

/** The version that somebody else saved. */
export function useFreshSubmission(id: string): () => Promise<Versioned<Proposal>> {
  const cache = useQueryClient();
  return () =>
    cache.fetchQuery({ queryKey: keyOf(id), queryFn: () => api.getAnyProposal(id), staleTime: 0 });
}
