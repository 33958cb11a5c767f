import { useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#domain/dates.ts';
import { listEvery } from '#app/api/every.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { tellApart } from '#app/ui/tell-apart.ts';
import { roundCalls } from './round-calls.ts';

/** Every round, newest first. */
export const useEveryRound = () =>
  useQuery({
    queryKey: [queryKeys.rounds, 'every'],
    queryFn: ({ signal }) => listEvery((range) => roundCalls.list(range, { signal })),
  });

/** The same as options of a filter; empty while they load. */
export function useRoundChoices(): { value: string; label: string }[] {
  const { data = [] } = useEveryRound();
  return tellApart(
    data.map(({ id, name, program_title, closes_at: at }) => ({
      value: id,
      label: `${name}, ${program_title}`,
      detail: at ? formatShortDate(at) : undefined,
    })),
  );
}
