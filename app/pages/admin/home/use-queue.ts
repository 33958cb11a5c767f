import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#domain/constants.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { readBackups } from '#app/api/health.ts';
import { useOpenRounds, useOtherWork } from './use-desk.ts';

/** Whoever has waited longest comes first. */
const LONGEST = { sort: 'created_at' };
export const UNREAD = { unread: 'true', ...LONGEST };
export const MINE = { assigned_to: 'me', decision: 'undecided', ...LONGEST };

/** What of it the caller has not read yet. */
export const MINE_UNREAD = { ...MINE, unread: 'true' };

/** The first proposals of a list, and how many there are. */
export const useFirstOf = (list: Record<string, string>, limit: number, isEnabled = true) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'first', list, limit],
    enabled: isEnabled,
    queryFn: ({ signal }) => api.listAllProposals({ ...list, limit }, { signal }),
  });

const LAPSING = 20;

/** Submissions that lapse unless their documents arrive; looked at again every minute. */
export const useLapsing = (isEnabled = true) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'waiting'],
    enabled: isEnabled,
    queryFn: ({ signal }) => desk.listWaiting({ limit: LAPSING }, { signal }),
    refetchInterval: 60_000,
  });

export const useBackups = (isEnabled = true) =>
  useQuery({
    queryKey: [queryKeys.backups],
    enabled: isEnabled,
    queryFn: ({ signal }) => readBackups(signal),
  });

/** Programs that closed a year ago or more, and whose season nobody has ended. */
export const useForgotten = () =>
  useQuery({
    queryKey: [queryKeys.programs, 'forgotten'],
    queryFn: async ({ signal }) => {
      const { items } = await api.listPrograms({ open: false, sort: 'deadline_date' }, { signal });
      const yearAgo = new Date(Date.now() - 365 * DAY_MS).toISOString();
      return items.filter((one) => one.ended_at === null && one.deadline_date < yearAgo);
    },
    staleTime: 3_600_000,
  });

/** How many of the caller's own undecided proposals the home lists. */
export const QUEUE_SHOWN = 5;

/** Whether what a day starts with is still loading: the home shows it at once, so nothing moves. */
export function useIsStarting(isEnabled: boolean): boolean {
  const parts = [
    useFirstOf(UNREAD, 1, isEnabled),
    useFirstOf(MINE_UNREAD, 1, isEnabled),
    useFirstOf(MINE, QUEUE_SHOWN, isEnabled),
    useLapsing(isEnabled),
    useBackups(isEnabled),
    useOtherWork(isEnabled),
    useOpenRounds(isEnabled),
  ];
  return isEnabled && parts.some(({ isPending }) => isPending);
}
