import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { comingDecisionDay } from './labels.ts';

/**
 * The day by which the program says that it decides, in words; null if it says none, undefined
 * until that is known.
 */
export function useDecisionDay(programId: string): string | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: ['programs', 'one', programId],
    queryFn: ({ signal }) => api.getProgram(programId, { signal }),
    retry: false,
  });
  return isLoading ? undefined : (comingDecisionDay(data?.decision_by, serverNow()) ?? null);
}
