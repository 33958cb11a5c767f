import type { z } from 'zod/mini';
import type { Member } from '#domain/members/schema.ts';
import type { GiveInput } from '#domain/sharing/schema.ts';
import type * as schema from '#domain/sharing/schema.ts';
import { apiPath, send, type CallOptions, type Transport } from '#app/api/transport.ts';

export type Invitation = z.output<typeof schema.invitation>;
type HandedOver = z.output<typeof schema.handedOver>;
type Accepted = z.output<typeof schema.accepted>;

/** The calls of one invitation. */
export function invitationCalls(transport: Transport, token: string) {
  const path = apiPath(`/invitations/${encodeURIComponent(token)}`);
  return {
    get: async (options?: CallOptions): Promise<Invitation> =>
      (await send(transport, 'GET', path, {}, options)).json() as Promise<Invitation>,
    accept: async (options?: CallOptions): Promise<Accepted> =>
      (await send(transport, 'POST', path, {}, options)).json() as Promise<Accepted>,
  };
}

/** `/drafts/{id}` or `/proposals/{id}`. */
export type Place = `/${'drafts' | 'proposals'}/${string}`;

export const memberCalls = (transport: Transport, place: Place) => ({
  invite: async (email: string, options?: CallOptions): Promise<Member> =>
    (
      await send(transport, 'POST', apiPath(`${place}/members`), { json: { email } }, options)
    ).json() as Promise<Member>,
  remove: async (memberId: string, options?: CallOptions): Promise<void> =>
    void (await send(transport, 'DELETE', apiPath(`${place}/members/${memberId}`), {}, options)),
  handOver: async (json: GiveInput, options?: CallOptions): Promise<HandedOver> =>
    (
      await send(transport, 'POST', apiPath(`${place}/owner`), { json }, options)
    ).json() as Promise<HandedOver>,
});
