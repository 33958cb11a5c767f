import type { Entry, UpdateEntryInput } from '#domain/judging/schema.ts';
import { transport } from '#app/api/browser.ts';
import { readPage, send, type CallOptions, type ListQuery, type Page } from '#app/api/transport.ts';
import { roundPath } from './round-calls.ts';

/** The proposals of a round. */
export const entryCalls = {
  list: async (roundId: string, query: ListQuery, options?: CallOptions): Promise<Page<Entry>> =>
    readPage<Entry>(
      await send(transport, 'GET', roundPath(roundId, '/entries', query), {}, options),
    ),
  update: async (roundId: string, proposalId: string, json: UpdateEntryInput): Promise<void> => {
    const path = roundPath(roundId, `/entries/${encodeURIComponent(proposalId)}`);
    await send(transport, 'PATCH', path, { json });
  },
};
