import { useQuery, useQueryClient } from '@tanstack/react-query';
import { USERS } from '#domain/users/messages.ts';
import { people } from '#app/features/users/people-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { personLabels as labels } from './labels.ts';

const keyOf = (id: string) => [queryKeys.users, 'one', id] as const;

/** One account; changing any account refetches it and its related data. */
export const usePerson = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => people.get(id, { signal, fallback: USERS.fetchFailed }),
  });

/** Where they are signed in, fetched on every visit. */
export const useSessionsOf = (id: string) =>
  useQuery({
    queryKey: [...keyOf(id), 'sessions'],
    queryFn: ({ signal }) => people.listSessions(id, { signal, fallback: labels.sessionsFailed }),
    staleTime: 0,
  });

export const useFactorOf = (id: string) =>
  useQuery({
    queryKey: [...keyOf(id), 'second-factor'],
    queryFn: ({ signal }) => people.getFactor(id, { signal, fallback: labels.factorFailed }),
    staleTime: 0,
  });

export const useAttemptsOf = (id: string) =>
  useQuery({
    queryKey: [...keyOf(id), 'attempts'],
    queryFn: ({ signal }) => people.listAttempts(id, { signal, fallback: labels.attemptsFailed }),
    staleTime: 0,
  });

/** After a change, and after a refused one: the displayed data may be outdated. */
export function useRefreshPerson(id: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keyOf(id) });
}
