import { useQuery } from '@tanstack/react-query';
import { listEvery } from '#app/api/every.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { judgeCalls } from './judge-calls.ts';

/** Everybody who was ever invited, by name. */
export const useEveryJudge = () =>
  useQuery({
    queryKey: [queryKeys.judges, 'every'],
    queryFn: ({ signal }) =>
      listEvery((range) => judgeCalls.list({ sort: 'last_name', ...range }, { signal })),
  });
