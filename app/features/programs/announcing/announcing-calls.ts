import type { AnnouncePreview } from '#domain/programs/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send, type CallOptions } from '#app/api/transport.ts';

const pathOf = (programId: string): string =>
  apiPath(`/programs/${encodeURIComponent(programId)}/announce`);

/** Announcing together; separate from client.ts, which every screen loads. */
export const announcing = {
  /** Who would be told; changes nothing. */
  preview: async (programId: string, options?: CallOptions): Promise<AnnouncePreview> => {
    const body = { json: { preview: true } };
    const answer = await send(transport, 'POST', pathOf(programId), body, options);
    return (await answer.json()) as AnnouncePreview;
  },
  /** Now, or at an instant. */
  announce: (programId: string, at: string | null, options?: CallOptions) =>
    send(transport, 'POST', pathOf(programId), { json: { at } }, options),
  cancel: (programId: string, options?: CallOptions) =>
    send(transport, 'DELETE', pathOf(programId), {}, options),
};
