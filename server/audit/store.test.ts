import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { faqInput } from '#tests/factories.ts';

describe.each(ENGINES)('the order of the log on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const list = async (
    query: Record<string, string>,
  ): Promise<{ entity_id: string; at: string }[]> =>
    (await admin.get(`/audit/?${new URLSearchParams(query)}`)).body;

  test('the oldest first, where that is asked, with and without words', async () => {
    const other = await app.signIn({ role: 'admin', first_name: 'Sena', last_name: 'Agbeko' });
    const ids: string[] = [];
    for (const question of ['Banku one?', 'Banku two?', 'Banku three?'])
      ids.push((await other.post('/faqs/', faqInput({ question }))).body.id);
    const idsOf = async (query: Record<string, string>) =>
      (await list({ sort: 'at', ...query })).map(({ entity_id }) => entity_id);
    expect(await idsOf({ actor: other.id })).toEqual(ids);
    expect(await idsOf({ actor: other.id, sort: '-at' })).toEqual(ids.toReversed());
    expect(await idsOf({ actor: other.id, skip: '1', limit: '1' })).toEqual([ids[1]]);
    expect(await idsOf({ q: 'banku' })).toEqual(ids);
    expect(await idsOf({ q: 'banku', skip: '1', limit: '1' })).toEqual([ids[1]]);
    expect(await idsOf({ q: 'banku', action: 'faqs.create' })).toEqual(ids);
    expect(await idsOf({ q: 'tw', actor: other.id })).toEqual([ids[1]]);
    const every = (await list({ sort: 'at' })).map(({ at }) => at);
    expect(every).toEqual(every.toSorted());
    expect((await admin.get('/audit/?sort=ip')).status).toBe(422);
  });
});
