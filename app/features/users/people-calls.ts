import type { SecondFactor } from '#domain/accounts/factor-schema.ts';
import type { ErasurePreview, EraseUserInput } from '#domain/accounts/erasure-schema.ts';
import type { SingleUser } from '#domain/accounts/schema.ts';
import type { Session } from '#domain/accounts/session-schema.ts';
import type { Attempt } from '#domain/receipts/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send, type CallOptions } from '#app/api/transport.ts';

const pathOf = (id: string, part = ''): string =>
  apiPath(`/auth/admin/${encodeURIComponent(id)}${part}`);

async function get<T>(path: string, options: CallOptions): Promise<T> {
  return (await (await send(transport, 'GET', path, {}, options)).json()) as T;
}
async function remove(path: string, options: CallOptions): Promise<void> {
  await send(transport, 'DELETE', path, {}, options);
}

/** Actions of admins on one account; separate from client.ts, which every screen loads. */
export const people = {
  get: (id: string, options: CallOptions) => get<SingleUser>(pathOf(id), options),
  /** An applicant's address whose mail comes back. */
  correctEmail: async (id: string, email: string, options: CallOptions): Promise<void> => {
    await send(transport, 'PATCH', pathOf(id, '/email'), { json: { email } }, options);
  },
  /** What erasing an applicant would delete, and what stays. */
  getErasure: (id: string, options: CallOptions) =>
    get<ErasurePreview>(pathOf(id, '/erasure'), options),
  erase: async (id: string, json: EraseUserInput, options: CallOptions): Promise<void> => {
    await send(transport, 'DELETE', pathOf(id), { json }, options);
  },
  listSessions: (id: string, options: CallOptions) =>
    get<Session[]>(pathOf(id, '/sessions'), options),
  /** Submissions that were refused, the newest first. */
  listAttempts: (id: string, options: CallOptions) =>
    get<Attempt[]>(apiPath('/proposals/admin/attempts', { applicant_id: id }), options),
  endSessions: (id: string, options: CallOptions) => remove(pathOf(id, '/sessions'), options),
  getFactor: (id: string, options: CallOptions) =>
    get<SecondFactor>(pathOf(id, '/second-factor'), options),
  resetFactor: (id: string, options: CallOptions) => remove(pathOf(id, '/second-factor'), options),
};
