import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InviteJudgeInput, Judge, UpdateJudgeInput } from '#domain/judges/schema.ts';
import { api } from '#app/api/browser.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeLabels } from './labels.ts';

export const fetchJudges = (query: ListQuery, signal: AbortSignal) =>
  judgeCalls.list(query, { signal, fallback: judgeLabels.listFailed });

/** One judge with their version. */
export const useJudge = (id: string) =>
  useQuery({
    queryKey: [queryKeys.judges, 'one', id],
    queryFn: ({ signal }) => judgeCalls.get(id, { signal }),
    ...EDITED,
  });

/** Each change refetches every list, and the judge. */
export function useJudgeChanges() {
  const cache = useQueryClient();
  const followed = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await cache.invalidateQueries({ queryKey: [queryKeys.judges] });
    return result;
  };
  return {
    invite: (input: InviteJudgeInput) =>
      followed(judgeCalls.invite(input, { fallback: judgeLabels.inviteFailed })),
    inviteAgain: (id: string) =>
      followed(judgeCalls.inviteAgain(id, { fallback: judgeLabels.inviteFailed })),
    update: (id: string, input: UpdateJudgeInput, etag: string | null) =>
      followed(judgeCalls.update(id, input, { etag, fallback: judgeLabels.updateFailed })),
    changeStatus: (id: string, isActive: boolean) =>
      followed(api.changeStatus(id, isActive, { fallback: judgeLabels.updateFailed })),
  };
}

export const nameOf = ({ first_name, last_name }: Pick<Judge, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`;
