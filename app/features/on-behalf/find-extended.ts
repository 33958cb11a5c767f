import type { Extension } from '#domain/extensions/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';

/** Until when this person has more time for the program; null if they have not. */
export async function findExtended(
  programId: string,
  userId: string,
  options: CallOptions,
): Promise<string | null> {
  const path = apiPath(`/programs/${encodeURIComponent(programId)}/extensions`);
  const { items } = await readPage<Extension>(await send(transport, 'GET', path, {}, options));
  return items.find(({ user_id }) => user_id === userId)?.until ?? null;
}
