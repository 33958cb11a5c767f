import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#domain/constants.ts';
import type { Question } from '#domain/questions/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';

/** What a program asks of its own; empty while it loads, and if it asks nothing. */
export function useQuestions(programId: string, isWanted = true): readonly Question[] {
  const { data } = useQuery({
    queryKey: [queryKeys.programs, 'asking', programId],
    queryFn: ({ signal }) => api.getProgram(programId, { signal }),
    enabled: isWanted,
    staleTime: MINUTE_MS,
  });
  return data?.questions ?? NONE;
}

const NONE: readonly Question[] = [];
