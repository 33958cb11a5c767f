import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { readBackups } from '#app/api/health.ts';

/** Whoever has waited longest comes first. */
const LONGEST = { sort: 'created_at' };
export const UNREAD = { unread: 'true', ...LONGEST };
export const MINE = { assigned_to: 'me', decision: 'undecided', ...LONGEST };

/** The first proposals of a list, and how many there are. */
export const useFirstOf = (list: Record<string, string>, limit: number) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'first', list, limit],
    queryFn: ({ signal }) => api.listAllProposals({ ...list, limit }, { signal }),
  });

const LAPSING = 20;

/** Submissions that lapse unless their documents arrive; looked at again every minute. */
export const useLapsing = () =>
  useQuery({
    queryKey: [queryKeys.proposals, 'waiting'],
    queryFn: ({ signal }) => desk.listWaiting({ limit: LAPSING }, { signal }),
    refetchInterval: 60_000,
  });

export const useBackups = () =>
  useQuery({
    queryKey: [queryKeys.backups],
    queryFn: ({ signal }) => readBackups(signal),
  });
