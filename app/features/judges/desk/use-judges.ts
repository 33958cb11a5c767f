import { useQueryClient } from '@tanstack/react-query';
import type { InviteJudgeInput, Judge, UpdateJudgeInput } from '#domain/judges/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { followed, useItem } from '#app/api/use-item.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeLabels } from './labels.ts';

export const fetchJudges = (query: ListQuery, signal: AbortSignal) =>
  judgeCalls.list(query, { signal, fallback: judgeLabels.listFailed });

export const useJudge = (id: string) => useItem(queryKeys.judges, id, judgeCalls.get);

/** Each change refetches every list, and the judge. */
export function useJudgeChanges() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: [queryKeys.judges] });
  return {
    invite: (input: InviteJudgeInput) =>
      followed(judgeCalls.invite(input, { fallback: judgeLabels.inviteFailed }), refresh),
    inviteAgain: (id: string) =>
      followed(judgeCalls.inviteAgain(id, { fallback: judgeLabels.inviteFailed }), refresh),
    update: (id: string, input: UpdateJudgeInput, etag: string | null) =>
      followed(judgeCalls.update(id, input, { etag, fallback: judgeLabels.updateFailed }), refresh),
    changeStatus: (id: string, isActive: boolean) =>
      followed(api.changeStatus(id, isActive, { fallback: judgeLabels.updateFailed }), refresh),
  };
}

export const nameOf = ({ first_name, last_name }: Pick<Judge, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`;
