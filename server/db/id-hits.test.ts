import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn } from '#tests/engines/engine.ts';
import { faqInput, insertFaqs } from '#tests/factories.ts';
import type { ListQuery } from './list-query.ts';
import { withHits } from './find-words.ts';
import { toSearchText } from './search.ts';
import { withSortKeys } from './sort-keys.ts';

const START = Date.UTC(2026, 0, 1);

const rowOf = (index: number) => {
  const at = new Date(START + (index % 100) * 1000);
  const question = `cocoa farm ${index % 500 === 7 ? 'rare-17' : ''} ${index}`;
  return withSortKeys('faqs', {
    ...{ id: randomUUID(), question, answer: '', search_text: toSearchText(question) },
    ...{ created_at: at, updated_at: at, version: 1 },
  });
};

let app: TestApp;
let admin: Person;
const rows = Array.from({ length: 3000 }, (_, index) => rowOf(index));
beforeAll(async () => {
  app = await createTestAppOn('postgres');
  admin = await app.signIn({ role: 'admin' });
  await insertFaqs(app.services, rows);
});
afterAll(() => app.close());

/** Each has all letters of shea-17, and pairs of them; few have the word. */
const scattered = Array.from({ length: 300 }, (_, index) => {
  const at = new Date(START + 1_000_000 + index);
  const question = `shea-${index % 100} 17`;
  return withSortKeys('faqs', {
    ...{ id: randomUUID(), question, answer: '', search_text: toSearchText(question) },
    ...{ created_at: at, updated_at: at, version: 1 },
  });
});

const queryOf = (q: string): ListQuery => ({ table: 'faqs', q, sort: 'created_at' });
const search = (q: string) => withHits(app.services.db, queryOf(q));

test('the matches of a rare word are looked up, and words in many rows only read in their texts', async () => {
  for (const q of ['rare-17', 'cocoa rare-17', 'rare-17 farm co', 'nomatchhere']) {
    const query = await search(q);
    const wanted = rows.filter(({ search_text }) =>
      q.split(' ').every((word) => search_text.includes(word)),
    );
    expect(query.hits, q).toMatchObject({ total: wanted.length });
    expect(
      (query.hits as { ids: string }).ids.slice(1, -1).split(',').filter(Boolean).sort(),
    ).toEqual(wanted.map(({ id }) => id).sort());
  }
  expect((await search('cocoa rare-17')).found?.readWords).toEqual(['cocoa']);
  expect((await search('cocoa')).hits).toBeUndefined();
});

test('they are looked up again after any write, and never within a transaction', async () => {
  const ask = async () => {
    const { headers } = await admin.get('/faqs/?q=rare-17&limit=1');
    return Number(headers.get('x-total-count'));
  };
  const total = await ask();
  const { body } = await admin.post('/faqs/', faqInput({ question: 'A rare-17?' }));
  expect(await ask()).toBe(total + 1);
  await admin.delete(`/faqs/${body.id}`);
  expect(await ask()).toBe(total);
  const { db } = app.services;
  await db.write(async (tx) => {
    const inside = { ...db, read: tx };
    await sql`select 1`.execute(tx);
    expect((await withHits(inside, queryOf('rare-17'))).hits).toBeUndefined();
  });
});

test('a word with signs is found by its pairs of letters if fewer rows have them', async () => {
  await insertFaqs(app.services, scattered);
  expect((await search('shea-17')).found?.byLetters).toEqual(['shea-17']);
  const { body, headers } = await admin.get('/faqs/?q=shea-17');
  expect(body.map(({ question }: { question: string }) => question)).toEqual(
    Array.from({ length: 3 }, () => 'shea-17 17'),
  );
  expect(headers.get('x-total-count')).toBe('3');
  expect((await search('rare-17')).found?.byLetters).toEqual([]);
});

test.skipIf(inject('postgresUrl') === null)(
  'the planner is told that scattered pages cost little more than neighbours',
  async () => {
    const { rows } = await sql`show random_page_cost`.execute(app.services.db.read);
    expect(rows).toEqual([{ random_page_cost: '1.1' }]);
  },
);
