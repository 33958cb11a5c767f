import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery, Versioned } from '#app/api/transport.ts';

const keyOf = (id: string) => [queryKeys.proposals, 'any', id];

/** One submission as an admin sees it. */
export function useSubmission(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.getAnyProposal(id, { signal, fallback: PROPOSAL.error }),
  });
}

/**
 * Sends the decision, guarded by the version that the admin looked at; afterwards every list and
 * count is asked anew.
 */
export function useReview(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ input, etag }: { input: ReviewProposalInput; etag: string | null }) =>
      api.reviewProposal(id, input, { etag, fallback: PROPOSAL.updateFailed }),
    onSuccess: (saved) => {
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

type Neighbours = {
  place: number;
  total: number;
  /** Whether the filters still match it. */ isListed: boolean;
  previous?: string;
  next?: string;
};

/** The submissions before and after this one in the filtered list. `place` counts from 1. */
export function useNeighbours(id: string, filters: ListQuery, place: number | null) {
  return useQuery({
    queryKey: [queryKeys.proposals, 'neighbours', id, filters, place],
    enabled: place !== null,
    queryFn: async ({ signal }) => {
      const skip = Math.max(0, place! - 2);
      const { items, total } = await api.listAllProposals(
        { ...filters, skip, limit: 3 },
        { signal },
      );
      return findNeighbours(
        items.map((item) => item.id),
        id,
        skip,
        place!,
        total,
      );
    },
  });
}

/**
 * A decision can take a submission out of its own filter: then its place belongs to the next one.
 */
export function findNeighbours(
  ids: readonly string[],
  id: string,
  skip: number,
  place: number,
  total: number,
): Neighbours {
  const found = ids.indexOf(id);
  const at = found >= 0 ? found : place - 1 - skip;
  const next = ids[found >= 0 ? at + 1 : at];
  return { place: skip + at + 1, total, isListed: found >= 0, previous: ids[at - 1], next };
}
