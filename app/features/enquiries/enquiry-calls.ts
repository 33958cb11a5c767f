import type { Enquiry } from '#domain/enquiries/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send, type CallOptions } from '#app/api/transport.ts';

const pathOf = (id: string): string => `/contact_forms/${encodeURIComponent(id)}`;

/** What only the screen of one enquiry does; separate from client.ts, which every screen loads. */
export const enquiryCalls = {
  answer: async (id: string, text: string, options?: CallOptions): Promise<Enquiry> => {
    const path = apiPath(`${pathOf(id)}/answer`);
    return (await send(transport, 'POST', path, { json: { text } }, options)).json();
  },
  remove: (id: string, options?: CallOptions) =>
    send(transport, 'DELETE', apiPath(pathOf(id)), {}, options),
};
