import { useQuery } from '@tanstack/react-query';
import { listEvery } from '#app/api/every.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { entryCalls } from './entry-calls.ts';

/** Every proposal of a round; in a draft those that would be in. */
export const useEveryEntry = (roundId: string) =>
  useQuery({
    queryKey: [queryKeys.rounds, 'entries', roundId],
    queryFn: ({ signal }) => listEvery((range) => entryCalls.list(roundId, range, { signal })),
  });

/** How a proposal is called: by its business, or by its code. */
export function useEntryNames(roundId: string): (proposalId: string) => string {
  const { data = [] } = useEveryEntry(roundId);
  const names = new Map(
    data.map(({ proposal_id: id, business_name: name, code }) => [id, name ?? code ?? '']),
  );
  return (id) => names.get(id) ?? '…';
}
