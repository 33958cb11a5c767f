import type { Invitation } from '#domain/judges/schema.ts';
import { apiPath, send, type CallOptions, type Transport } from '#app/api/transport.ts';

type InvitationOutcome = { state: 'accepted' | 'declined'; email: string };

/** The calls of one invitation: who has its link needs no account. */
export function invitationCalls(transport: Transport, token: string) {
  const path = apiPath(`/judge-invitations/${encodeURIComponent(token)}`);
  return {
    get: async (options?: CallOptions): Promise<Invitation> =>
      (await send(transport, 'GET', path, {}, options)).json() as Promise<Invitation>,
    answer: async (json: object, options?: CallOptions): Promise<InvitationOutcome> =>
      (await send(transport, 'POST', path, { json }, options)).json() as Promise<InvitationOutcome>,
  };
}
