import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#app/api/query-keys.ts';
import { panelCalls } from './panel-calls.ts';

/** The judges of a round and how far each is; also those who were taken out. */
export const usePanel = (roundId: string) =>
  useQuery({
    queryKey: [queryKeys.rounds, 'panel', roundId],
    queryFn: ({ signal }) => panelCalls.list(roundId, { signal }),
  });

export const useConflicts = (roundId: string) =>
  useQuery({
    queryKey: [queryKeys.rounds, 'conflicts', roundId],
    queryFn: ({ signal }) => panelCalls.listConflicts(roundId, { signal }),
  });

/** Whoever is no judge of the round is an admin. */
export function usePanelNames(roundId: string, other = '…'): (id: string) => string {
  const { data = [] } = usePanel(roundId);
  const names = new Map(data.map(({ judge }) => [judge.id, judge.name]));
  return (id) => names.get(id) ?? other;
}
