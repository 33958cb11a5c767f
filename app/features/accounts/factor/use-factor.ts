import { useQuery, useQueryClient } from '@tanstack/react-query';
import { factorCalls } from './factor-calls.ts';

const KEY = ['accounts', 'second-factor'];

/** The person's factors, fetched on every visit. */
export const useFactor = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => factorCalls.get(signal), staleTime: 0 });

/** Call it after every change. */
export function useRefreshFactor(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: KEY });
}
