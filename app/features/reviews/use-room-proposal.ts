import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { REVIEWS } from '#domain/constants.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { closePdfs, preparePdf } from '#app/pdf/opened-pdfs.ts';

export const proposalKey = (id: string) => [queryKeys.proposals, 'any', id];
const similarKey = (id: string) => [queryKeys.reviews, 'similar', id];
export const notesKey = (id: string) => [queryKeys.reviews, 'notes', id];

/** Three signs of activity before the server stops counting somebody as reading. */
const SIGN_MS = (REVIEWS.readingSeconds * 1000) / 3;
/** A prefetched proposal stays fresh while somebody reads the one before it. */
const AHEAD_MS = 60_000;

/**
 * Reports regularly that the caller is reading; returns who else is. What a colleague has changed
 * meanwhile is fetched.
 */
export function useReading({
  id,
  etag: shown,
}: Pick<Versioned<Proposal>, 'id' | 'etag'>): NonNullable<Proposal['readers']> {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: [queryKeys.reviews, 'reading', id],
    queryFn: ({ signal }) => api.renewReading(id, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: SIGN_MS,
  });
  const refetch = useEffectEvent((newest: string) => {
    if (newest !== shown) void cache.invalidateQueries({ queryKey: proposalKey(id) });
  });
  useEffect(() => {
    if (data) refetch(data.etag);
  }, [data]);
  return data?.readers ?? [];
}

export function useSimilar(id: string) {
  return useQuery({
    queryKey: similarKey(id),
    queryFn: ({ signal }) => api.listSimilar(id, { signal }),
    staleTime: AHEAD_MS,
  });
}

/**
 * Prefetches the next proposal, its related data and the first pages of its documents, once the
 * current one can be read.
 */
export function useAhead(id: string | undefined, isReady: boolean, hasNotes: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!id || !isReady) return undefined;
    let isOver = false;
    const fetchAhead = async () => {
      const proposal = await cache.fetchQuery({
        queryKey: proposalKey(id),
        queryFn: () => api.peekProposal(id, { fallback: PROPOSAL.error }),
        staleTime: AHEAD_MS,
      });
      void cache.prefetchQuery({
        queryKey: similarKey(id),
        queryFn: () => api.listSimilar(id),
        staleTime: AHEAD_MS,
      });
      if (hasNotes)
        void cache.prefetchQuery({
          queryKey: notesKey(id),
          queryFn: () => api.listNotes(id),
          staleTime: AHEAD_MS,
        });
      if (isSavingData()) return;
      for (const kind of DOCUMENT_KINDS) {
        if (isOver || proposal.documents[kind].scan) return;
        await preparePdf({ owner: `/proposals/${id}`, kind, key: proposal.document_urls[kind] });
      }
    };
    // A failed prefetch is repeated when the data is needed.
    fetchAhead().catch(() => {});
    return () => void (isOver = true);
  }, [cache, id, isReady, hasNotes]);
}

/** Documents of several megabytes are not prefetched by people who save data. */
const isSavingData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Closes all documents and their workers when the room is left. */
export function useClosingPdfs(): void {
  useEffect(() => closePdfs, []);
}

/** Whether the first page of this proposal's document is rendered, or never will be. */
export function useReady(id: string) {
  const [ready, setReady] = useState<string | null>(null);
  return { isReady: ready === id, setReady: () => setReady(id) };
}
