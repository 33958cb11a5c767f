import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';

const START = Date.UTC(2025, 0, 1);
const ENTRIES = 12_000;
/** Rows of an insert: SQLite limits the parameters of a statement. */
const BATCH = 500;
/** Of the newest entries, none are about solar: a sample of them says nothing about the others. */
const NEWEST = 1500;

const textAt = (index: number): string =>
  [
    `ama ventures ${index % 8 === 0 ? 'cocoa' : 'water'} kappa-${index % 1000}`,
    ...[`203.0.113.${index % 250}`, index % 2 === 0 && index < ENTRIES - NEWEST ? 'solar' : ''],
  ]
    .join(' ')
    .trim();

const entryAt = (index: number, actors: string[]) => ({
  id: randomUUID(),
  at: new Date(START + index * 60_000),
  actor_id: actors[index % 20 === 0 ? 1 : 0]!,
  action: index % 4 === 0 ? 'proposals.review' : 'proposal.updated',
  subject: 'proposal',
  subject_id: randomUUID(),
  changes: '[]',
  search_text: textAt(index),
});
type Entry = ReturnType<typeof entryAt>;

describe.each(ENGINES)('words in a long log on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let other: Person;
  let entries: Entry[];
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    other = await app.signIn({ role: 'admin' });
    entries = Array.from({ length: ENTRIES }, (_, index) => entryAt(index, [admin.id, other.id]));
    for (let from = 0; from < ENTRIES; from += BATCH)
      await app.services.db.read
        .insertInto('audit_log')
        .values(entries.slice(from, from + BATCH))
        .execute();
  });
  afterAll(() => app.close());

  const ask = async (query: Record<string, string>) => {
    const { body, headers } = await admin.get(`/audit/?${new URLSearchParams(query)}`);
    return {
      ids: body.map(({ id }: { id: string }) => id),
      total: Number(headers.get('x-total-count')),
    };
  };
  const idsOf = (wanted: Entry[]) => wanted.map(({ id }) => id);
  const having = (...words: string[]) =>
    entries.filter(({ search_text }) => words.every((word) => search_text.includes(word)));

  test.each([
    ['rare', ['kappa-777']],
    ['in an eighth', ['cocoa']],
    ['common and rare', ['cocoa', 'kappa-8']],
    ['rare as a whole, with common parts', ['203.0.113.77']],
    ['together in no entry', ['cocoa', 'water']],
    ['in none of the newest', ['solar']],
    ['common and two letters', ['cocoa', '77']],
  ])('%s', async (_, words) => {
    const wanted = having(...words);
    const q = words.join(' ');
    const newest = wanted.toReversed();
    const total = wanted.length;
    expect(await ask({ q, limit: '20' })).toEqual({ ids: idsOf(newest.slice(0, 20)), total });
    expect(await ask({ q, limit: '20', sort: 'at' })).toEqual({
      ids: idsOf(wanted.slice(0, 20)),
      total,
    });
    const skip = Math.max(0, total - 7);
    expect(await ask({ q, limit: '20', skip: String(skip) })).toEqual({
      ids: idsOf(newest.slice(skip)),
      total,
    });
  });

  test('in all: 10,000 are counted, and the pages go on', async () => {
    const newest = entries.toReversed();
    for (const skip of [0, 9990, 11_990])
      expect(await ask({ q: 'ventures', limit: '20', skip: String(skip) })).toEqual({
        ids: idsOf(newest.slice(skip, skip + 20)),
        total: 10_000,
      });
  });

  test('two letters beside a word are searched in the newest 10,000 that contain it', async () => {
    const wanted = entries.slice(-10_000).filter(({ search_text }) => search_text.includes('-1'));
    const total = wanted.length;
    const ids = idsOf(wanted.slice(0, 20));
    expect(await ask({ q: 'ventures -1', limit: '20', sort: 'at' })).toEqual({ ids, total });
    const last = { limit: '20', skip: String(total - 20) };
    expect(await ask({ q: 'ventures -1', ...last })).toEqual({ ids: ids.toReversed(), total });
  });

  test('with filters', async () => {
    const newest = entries.toReversed();
    const has = (word: string) => (entry: Entry) => entry.search_text.includes(word);
    const check = async (query: Record<string, string>, wanted: Entry[]) =>
      expect(await ask({ limit: '20', ...query }), JSON.stringify(query)).toEqual({
        ids: idsOf(wanted.slice(0, 20)),
        total: wanted.length,
      });
    const ofOther = newest.filter(({ actor_id }) => actor_id === other.id);
    await check({ actor: other.id, q: 'ventures' }, ofOther);
    await check({ actor: other.id, q: 'solar' }, ofOther.filter(has('solar')));
    await check({ actor: admin.id, q: 'kappa-777' }, newest.filter(has('kappa-777')));
    const decided = newest.filter(({ action }) => action === 'proposals.review');
    await check({ action: 'proposals.review', q: 'cocoa' }, decided.filter(has('cocoa')));
    const early = newest.filter(({ at }) => at.getTime() <= START + 500 * 60_000);
    const to = new Date(START + 500 * 60_000).toISOString();
    await check({ to, q: 'ventures' }, early);
  });
});

test('an earlier time is searched although newer entries contain the word, on SQLite', async () => {
  const app = await createTestAppOn('sqlite');
  const admin = await app.signIn({ role: 'admin' });
  const entries = Array.from({ length: 22_500 }, (_, index) => entryAt(index, [admin.id]));
  for (let from = 0; from < entries.length; from += BATCH)
    await app.services.db.read
      .insertInto('audit_log')
      .values(entries.slice(from, from + BATCH).map((entry) => ({ ...entry, actor_id: admin.id })))
      .execute();
  const to = new Date(START + 11_000 * 60_000).toISOString();
  const { body, headers } = await admin.get(`/audit/?q=ventures&limit=1&to=${to}`);
  expect(body).toMatchObject([{ id: entries[11_000]!.id }]);
  expect(headers.get('x-total-count')).toBe('10000');
  await app.close();
});
