import type { Notice, NoticeInput } from '#domain/notices/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send } from '#app/api/transport.ts';
import { noticeDeskLabels as labels } from './labels.ts';

const PATH = apiPath('/notice');

/** What admins do with it; separate from client.ts, which every screen loads. */
export const noticeCalls = {
  put: async (input: NoticeInput): Promise<Notice> => {
    const options = { fallback: labels.saveFailed };
    return (await send(transport, 'PUT', PATH, { json: input }, options)).json();
  },
  remove: () => send(transport, 'DELETE', PATH, {}, { fallback: labels.deleteFailed }),
};
