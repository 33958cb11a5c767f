import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { comingDecisionDay } from './labels.ts';

/** The day by which the program says that it decides, in words; undefined if it says none. */
export function useDecisionDay(programId: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['programs', 'one', programId],
    queryFn: ({ signal }) => api.getProgram(programId, { signal }),
    retry: false,
  });
  return comingDecisionDay(data?.decision_by, serverNow());
}
