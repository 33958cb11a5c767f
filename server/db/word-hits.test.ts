import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { faqInput, insertFaqs, insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import type { ListQuery } from './list-query.ts';
import { withHits } from './find-words.ts';
import { countRows, findIds } from './lists.ts';
import { toSearchText } from './search.ts';
import { withSortKeys } from './sort-keys.ts';

const ROWS = 5000;
const WORDS = ['shea', 'ash', 'fi', 'sh', 'bush', 'a', 'Ɔsram', '50%', 'o"k', 'farm'];
const START = Date.UTC(2026, 0, 1);

/** Every text ends with a different word, and some are a single word. */
const textOf = (index: number): string =>
  [WORDS[index % 7], index % 11 === 0 ? '' : WORDS[index % 10], index % 13 === 0 ? index : '']
    .filter((part) => part !== '')
    .join(' ');

const rowOf = (index: number) => {
  const at = new Date(START + (index % 100) * 1000);
  const [question, answer] = [`${textOf(index)}`, index % 3 === 0 ? 'sh' : ''];
  return withSortKeys('faqs', {
    id: randomUUID(),
    question,
    answer,
    search_text: toSearchText(question, answer),
    created_at: at,
    updated_at: at,
    version: 1,
  });
};

type Row = ReturnType<typeof rowOf>;
const oldestFirst = (one: Row, other: Row): number =>
  Number(one.created_at) - Number(other.created_at) || (one.id < other.id ? -1 : 1);

/** The total and the ids of one page. */
async function searchFaqs(admin: Person, q: string, query: string) {
  const { body, headers } = await admin.get(`/faqs/?q=${encodeURIComponent(q)}&${query}`);
  return {
    total: Number(headers.get('x-total-count')),
    ids: body.map(({ id }: { id: string }) => id) as string[],
  };
}

describe.each(ENGINES)('words in 5,000 rows on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index));
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    await insertFaqs(app.services, rows);
  });
  afterAll(() => app.close());

  const ask = (q: string, query: string) => searchFaqs(admin, q, query);

  test('each search counts and shows the very rows that hold all its words, however many and short they are', async () => {
    for (const q of [
      'sh',
      'a',
      'fi',
      'shea',
      'shea sh',
      'sh fi',
      'bush a',
      'zq',
      '50%',
      'o"k sh',
      '%',
      'k "',
      'i sh',
      '5 shea',
    ])
      for (const skip of [0, 700, 2400]) {
        const words = q.split(' ');
        const matching = rows
          .filter(({ search_text }) => words.every((word) => search_text.includes(word)))
          .toSorted(oldestFirst);
        expect(await ask(q, `sort=created_at&limit=20&skip=${skip}`), q).toEqual({
          total: matching.length,
          ids: matching.slice(skip, skip + 20).map(({ id }) => id),
        });
      }
  });

  test('what is written is found at once; what is deleted or rolled back is not', async () => {
    const { total } = await ask('sh', 'limit=1');
    const { body } = await admin.post('/faqs/', faqInput({ question: 'Which?', answer: 'ash' }));
    expect(await ask('sh', 'limit=1')).toEqual({ total: total + 1, ids: [body.id] });
    await expect(
      app.services.db.write(async (tx) => {
        await tx.deleteFrom('faqs').execute();
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect((await ask('sh', 'limit=1')).total).toBe(total + 1);
    await admin.delete(`/faqs/${body.id}`);
    expect((await ask('sh', 'limit=1')).total).toBe(total);
  });

  test("a word of two letters is also found in the title of a proposal's program, beside a filter", async () => {
    const applicant = await app.signIn({ first_name: 'Kofi', last_name: 'Bo' });
    const [one, other] = await Promise.all(
      ['Qx Route', 'Other'].map((title) => insertProgram(app.services, { title })),
    );
    await submit(app.services, applicant, { business_name: 'Weaving', program_id: one!.id });
    await submit(app.services, applicant, { business_name: 'Dyeing Qx', program_id: other!.id });
    const namesFor = async (query: string) => {
      const { body, headers } = await admin.get(`/proposals/admin/all?sort=created_at&${query}`);
      expect(headers.get('x-total-count')).toBe(String(body.length));
      return body.map((row: { business_name: string }) => row.business_name);
    };
    expect(await namesFor('q=qx')).toEqual(['Weaving', 'Dyeing Qx']);
    expect(await namesFor('q=qx%20bo')).toEqual(['Weaving', 'Dyeing Qx']);
    expect(await namesFor(`q=qx%20bo&program_id=${one!.id}`)).toEqual(['Weaving']);
    expect(await namesFor('q=qx%20weav')).toEqual(['Weaving']);
    expect(await namesFor('q=qx%20zz')).toEqual([]);
    const own = await applicant.get('/proposals?q=qx%20dy');
    expect(own.body).toHaveLength(1);
  });
});

describe.each(ENGINES)('a word in more rows than are counted, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  const rows = Array.from({ length: 10_400 }, (_, index) => rowOf(index)).map((row, index) => ({
    ...row,
    search_text: index % 26 === 0 ? 'kenkey' : 'kenkey banku zomi',
  }));
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    await insertFaqs(app.services, rows);
  });
  afterAll(() => app.close());

  const expected = rows.toSorted(oldestFirst).map(({ id }) => id);
  const ask = (q: string, query: string) => searchFaqs(admin, q, query);

  test('the total says that there are more, and the pages behind it are still there', async () => {
    for (const skip of [0, 5000, 9995, 10_390]) {
      const { total, ids } = await ask('kenkey', `sort=created_at&limit=20&skip=${skip}`);
      expect(total, 'counted, or said to be more').toBeOneOf([10_400, 10_001]);
      expect(ids).toEqual(expected.slice(skip, skip + 20));
    }
    expect((await ask('kenkey', 'limit=20&skip=10400')).ids).toEqual([]);
  });

  test('as many as are counted are counted', async () => {
    expect((await ask('kenkey banku', 'limit=1')).total).toBe(10_000);
    expect((await ask('kenkey zo', 'limit=1')).total).toBe(10_000);
  });

  test('looked for in each text on the way, the same rows are found', async () => {
    const query: ListQuery = { table: 'faqs', q: 'kenkey zo', sort: 'created_at' };
    const dense = { ...query, found: { isDense: true, byLetters: [], readWords: [] } };
    const { db } = app.services;
    const total = await countRows(db, dense);
    expect(total).toBe(10_000);
    for (const skip of [0, 4000, 9990]) {
      const window = { skip, limit: 10, total };
      expect(await findIds(db, dense, window)).toEqual(
        await findIds(db, await withHits(db, query), window),
      );
    }
  });
});
