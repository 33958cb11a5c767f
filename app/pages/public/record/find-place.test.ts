import { expect, test } from 'vitest';
import type { PublicRecord } from '#domain/judging/record-schema.ts';
import { findPlaces } from './find-place.ts';

const OLDER = 'NPT-0000-0000-0000-0001';
const AT_OPENING = 'NPT-0000-0000-0000-0002';
const NEWEST = 'NPT-0000-0000-0000-0003';
const receipts: Record<string, object> = {
  [OLDER]: { replaced_by: AT_OPENING },
  [AT_OPENING]: { replaces: OLDER, replaced_by: NEWEST },
  [NEWEST]: { replaces: AT_OPENING },
};
const client = {
  getReceipt: async (number: string) => receipts[number] ?? Promise.reject(new Error('none')),
};

const keyOf = async (receipt: string) => {
  const bytes = new TextEncoder().encode(`${receipt}:r1`);
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
};

test.each([
  ['as it was at the opening', AT_OPENING, NEWEST, 1],
  ['replaced before the opening', OLDER, NEWEST, 1],
  ['of an edit since', NEWEST, undefined, 1],
  ['that nobody has', 'NPT-0000-0000-0000-0009', undefined, undefined],
])('a number %s finds the same entry', async (_, typed, replacedBy, rank) => {
  const file = {
    line: null,
    entries: [{ key: await keyOf(AT_OPENING), rank: 1, score: '50.00', outcome: 'selected' }],
  };
  const transport = { fetch: async () => Response.json(file), readToken: () => null };
  const record = { rounds: [{ id: 'r1', name: 'Screening', released_at: 'x' }] };
  const found = await findPlaces(
    transport,
    client as never,
    record as unknown as PublicRecord,
    typed,
  );
  expect(found.replacedBy).toBe(replacedBy);
  expect(found.places[0]!.results!.entry?.rank).toBe(rank);
  expect(found.known).toBe(rank ? AT_OPENING : typed);
});
