import { useQuery } from '@tanstack/react-query';
import { REGIONS, type Region } from '#domain/regions.ts';
import { api } from '#app/api/browser.ts';
import type { CallOptions, ListQuery, Page } from '#app/api/transport.ts';

const MINUTE = 60_000;
type List = (query: ListQuery, options: CallOptions) => Promise<Page<unknown>>;

/**
 * How many a list has in all, and how many of them a filter (if any) matches: counted by the
 * server, without a row on the wire (`limit=0`).
 */
export function useCount(noun: string, list: List, filter?: ListQuery) {
  return useQuery({
    queryKey: [noun, 'count', filter ?? null],
    queryFn: async ({ signal }) => {
      const [all, some] = await Promise.all([
        list({ limit: 0 }, { signal }),
        filter && list({ ...filter, limit: 0 }, { signal }),
      ]);
      return { total: all.total, matching: some?.total };
    },
  });
}

/** Submissions of each region: sixteen counts without rows, cached for a minute. */
export function useRegionCounts() {
  return useQuery({
    queryKey: ['proposals', 'regions'],
    staleTime: MINUTE,
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        REGIONS.map((region) => api.listAllProposals({ region, limit: 0 }, { signal })),
      );
      return Object.fromEntries(
        REGIONS.map((region, place) => [region, counts[place]!.total]),
      ) as Record<Region, number>;
    },
  });
}
