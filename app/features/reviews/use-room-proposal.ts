import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { REVIEWS } from '#domain/constants.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { closePdfs, preparePdf } from '#app/pdf/opened-pdfs.ts';

export const proposalKey = (id: string) => [queryKeys.proposals, 'any', id];
const similarKey = (id: string) => [queryKeys.reviews, 'similar', id];
export const notesKey = (id: string) => [queryKeys.reviews, 'notes', id];

/** Three signs before the server stops counting somebody as reading. */
const SIGN_MS = (REVIEWS.readingSeconds * 1000) / 3;
/** Fetched ahead, it is good for as long as somebody may read the one before it. */
const AHEAD_MS = 60_000;

/** Says that I read it, now and as long as I look; answers who else does. */
export function useReading(id: string): NonNullable<Proposal['readers']> {
  const { data } = useQuery({
    queryKey: [queryKeys.reviews, 'reading', id],
    queryFn: ({ signal }) => api.keepReading(id, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: SIGN_MS,
  });
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
 * Fetches the next proposal, what stands beside it and the first pages of its documents, once the
 * one on the screen can be read.
 */
export function useAhead(id: string | undefined, isReady: boolean): void {
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
      void cache.prefetchQuery({
        queryKey: notesKey(id),
        queryFn: () => api.listNotes(id),
        staleTime: AHEAD_MS,
      });
      if (isSavingData()) return;
      for (const kind of DOCUMENT_KINDS) {
        if (isOver || proposal.documents[kind].scan) return;
        await preparePdf({ proposalId: id, kind, key: proposal.document_urls[kind] });
      }
    };
    // What fails here is asked for again when it is wanted.
    fetchAhead().catch(() => {});
    return () => void (isOver = true);
  }, [cache, id, isReady]);
}

/** Documents of several megabytes are not fetched on the chance that they are read. */
const isSavingData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** When the room is left its documents go, and so does the worker of each. */
export function useClosingPdfs(): void {
  useEffect(() => closePdfs, []);
}

/** Whether the first page of this proposal's document stands, or never will. */
export function useReady(id: string) {
  const [ready, setReady] = useState<string | null>(null);
  return { isReady: ready === id, setReady: () => setReady(id) };
}
