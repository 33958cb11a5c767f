import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Review } from '#domain/judging/review-schema.ts';
import { closePdfs, preparePdf } from '#app/pdf/opened-pdfs.ts';
import { reviewQuery } from './use-judging.ts';

/** A review that was fetched ahead stays fresh while somebody reads the one before it. */
const AHEAD_MS = 60_000;

/**
 * Fetches the next review with its documents, so that it is there at a press. Once the screen is
 * left, no document stays in memory.
 */
export function useAhead(next: Review | undefined): void {
  const cache = useQueryClient();
  const id = next?.id;
  useEffect(() => {
    if (!id) return undefined;
    let isOver = false;
    const fetchAhead = async () => {
      const { proposal } = await cache.fetchQuery({ ...reviewQuery(id), staleTime: AHEAD_MS });
      for (const kind of isSparing() ? [] : (proposal.documents ?? []))
        if (!isOver) await preparePdf({ owner: `/reviews/${id}`, kind, key: id });
    };
    // What failed is fetched again when it is needed.
    void fetchAhead().catch(() => {});
    return () => void (isOver = true);
  }, [cache, id]);
  useEffect(() => closePdfs, []);
}

type Connection = { connection?: { saveData?: boolean } };

/** Documents of several megabytes are not fetched ahead on phones and by people who save data. */
const isSparing = (): boolean =>
  !matchMedia('(min-width: 64rem)').matches ||
  (navigator as Connection).connection?.saveData === true;
