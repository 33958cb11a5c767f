import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { desk } from './desk-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';

/** Counts of everything that these filters match: one call for the home screen and the filters. */
export const useSummary = (filters: Record<string, string> = {}) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'summary', filters],
    queryFn: ({ signal }) => desk.summarize(filters, { signal }),
    placeholderData: keepPreviousData,
  });
