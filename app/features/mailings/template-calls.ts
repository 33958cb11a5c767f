import type { CreateMailTemplateInput, MailTemplate } from '#domain/mailings/template-schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readOne, send, type CallOptions } from '#app/api/transport.ts';

const ROOT = apiPath('/mail-templates/');
const pathOf = (id: string): string => ROOT + encodeURIComponent(id);

/** Texts for mailings and decisions; separate from client.ts, which every screen loads. */
export const mailTemplates = {
  list: async (options?: CallOptions) =>
    (await (await send(transport, 'GET', ROOT, {}, options)).json()) as MailTemplate[],
  get: async (id: string, options?: CallOptions) =>
    readOne<MailTemplate>(await send(transport, 'GET', pathOf(id), {}, options)),
  create: (input: CreateMailTemplateInput, options?: CallOptions) =>
    send(transport, 'POST', ROOT, { json: input }, options),
  update: async (id: string, input: CreateMailTemplateInput, options?: CallOptions) =>
    readOne<MailTemplate>(await send(transport, 'PATCH', pathOf(id), { json: input }, options)),
  remove: (id: string, options?: CallOptions) => send(transport, 'DELETE', pathOf(id), {}, options),
};
