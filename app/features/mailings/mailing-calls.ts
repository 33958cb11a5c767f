import type { Mailing, MailingPerson, MailingPreview } from '#domain/mailings/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions, type ListQuery } from '#app/api/transport.ts';

/** Whom a mailing is for: proposals by their filters or ids, or a program's unfinished drafts. */
export type Target =
  | { filter: Record<string, string> }
  | { ids: readonly string[] }
  | { drafts_of: string };
export type MailingText = Target & { subject: string; text: string; send_at: string | null };

const path = (rest = '', query: ListQuery = {}): string => apiPath(`/mailings/${rest}`, query);
const pathOf = (id: string): string => path(encodeURIComponent(id));

/** Mails to many applicants; separate from client.ts, which every screen loads. */
export const mailings = {
  list: async (query: ListQuery, options?: CallOptions) =>
    readPage<Mailing>(await send(transport, 'GET', path('', query), {}, options)),
  get: async (id: string, options?: CallOptions) =>
    (await (await send(transport, 'GET', pathOf(id), {}, options)).json()) as Mailing,
  /** Whom it was settled to go to, by name. */
  people: async (id: string, query: ListQuery, options?: CallOptions) => {
    const of = path(`${encodeURIComponent(id)}/people`, query);
    return readPage<MailingPerson>(await send(transport, 'GET', of, {}, options));
  },
  preview: async (written: MailingText, options?: CallOptions) => {
    const json = { ...written, preview: true };
    return (await (
      await send(transport, 'POST', path(), { json }, options)
    ).json()) as MailingPreview;
  },
  create: async (written: MailingText, options?: CallOptions) =>
    (await (await send(transport, 'POST', path(), { json: written }, options)).json()) as Mailing,
  cancel: (id: string, options?: CallOptions) => send(transport, 'DELETE', pathOf(id), {}, options),
};
