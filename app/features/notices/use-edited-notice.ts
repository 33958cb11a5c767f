import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeInput, Notice } from '#domain/notices/schema.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { api, transport } from '#app/api/browser.ts';
import { apiPath, send } from '#app/api/transport.ts';
import { noticeDeskLabels as labels } from './labels.ts';

const PATH = apiPath('/notice');

/** What admins do with it; separate from client.ts, which every screen loads. */
const noticeCalls = {
  put: async (input: NoticeInput): Promise<Notice> => {
    const options = { fallback: labels.saveFailed };
    return (await send(transport, 'PUT', PATH, { json: input }, options)).json();
  },
  remove: () => send(transport, 'DELETE', PATH, {}, { fallback: labels.deleteFailed }),
};

/** The notice as its form shows it: it does not change while somebody types. */
export const useEditedNotice = () =>
  useQuery({
    queryKey: [queryKeys.notice, 'one'],
    queryFn: ({ signal }) => api.getNotice({ signal, fallback: labels.loadFailed }),
    ...EDITED,
  });

/** Each change is shown on top of this screen at once. */
export function useNoticeChanges() {
  const cache = useQueryClient();
  const followed = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await cache.invalidateQueries({ queryKey: [queryKeys.notice] });
    return result;
  };
  return {
    put: (input: NoticeInput) => followed(noticeCalls.put(input)),
    remove: () => followed(noticeCalls.remove()),
  };
}
