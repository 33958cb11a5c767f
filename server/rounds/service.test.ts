import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { joinAsJudge, rubric } from '#tests/judging-world.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let programId: string;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    programId = (await insertProgram(app.services)).id;
  });
  afterAll(() => app.close());

  const create = (input = {}) =>
    admin.post('/rounds/', { program_id: programId, name: 'Screening', ...input });

  test('a new round has its defaults; its seed is drawn, and only its hash is shown', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ state: 'draft', position: 1, kind: 'reading', is_blind: true, shows_documents: false },
      ...{ reviews_per_proposal: 3, spares_own_region: true, comments: 'optional' },
      ...{ near_points: 2, near_ties: 'reason', is_final: false, regions: null, places: null },
      ...{ criteria: [], judge_ids: [], seals: [], rubric_sha256: null },
      counts: { entries: 0, reviews: 0, submitted: 0, short: 0 },
    });
    expect(body.seed_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(body.decline_text).toContain('results');
    const early = await admin.post(`/rounds/${body.id}/close`);
    expect(early.body).toEqual({ code: 'round_not_open', message: 'This round is not open yet.' });
    const nobody = await admin.put(`/rounds/${body.id}/judges/${admin.id}`);
    expect([nobody.status, nobody.body.message]).toEqual([404, 'This judge does not exist.']);
    await admin.delete(`/rounds/${body.id}`);
  });

  test('a draft is changed as it comes, by the version that was seen, and cloned', async () => {
    const judge = await joinAsJudge(app, admin);
    const { body, headers } = await create();
    const path = `/rounds/${body.id}`;
    const options = { headers: { 'if-match': headers.get('etag')! } };
    const changed = await admin.patch(
      path,
      {
        ...{ criteria: rubric(), places: 10, near_points: 1.5, regions: ['Oti', 'Volta'] },
        ...{ closes_at: '2030-01-01T18:00:00Z', judge_ids: [judge.id], name: 'First reading' },
      },
      options,
    );
    expect([changed.status, changed.body.criteria.length, changed.body.near_points]).toEqual([
      200, 4, 1.5,
    ]);
    expect(changed.body).toMatchObject({ regions: ['Oti', 'Volta'], judge_ids: [judge.id] });
    expect((await admin.patch(path, { places: 3 }, options)).status).toBe(412);
    const [first, ...rest] = changed.body.criteria;
    const kept = await admin.patch(path, { criteria: [...rest, { ...first, id: 'mine' }] });
    const ids = kept.body.criteria.map((one: { id: string }) => one.id);
    expect(ids.slice(0, 3)).toEqual(rest.map((one: { id: string }) => one.id));
    expect(ids[3]).not.toBe('mine');
    const clone = await admin.post('/rounds/', { clone_of: body.id, name: 'Second', places: 2 });
    expect(clone.body).toMatchObject({
      ...{ name: 'Second', places: 2, position: 2, regions: ['Oti', 'Volta'], state: 'draft' },
      judge_ids: [judge.id],
    });
    expect(clone.body.seed_sha256).not.toBe(body.seed_sha256);
    expect((await judge.get('/rounds/')).body).toEqual([]);
    expect((await judge.get(path)).status).toBe(404);
    const listed = await admin.get(`/rounds/?program_id=${programId}&sort=position&state=draft`);
    expect(listed.headers.get('x-total-count')).toBe('2');
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(`/rounds/${clone.body.id}`)).status).toBe(204);
  });

  test.each([
    ['kind', { kind: 'video' }],
    ['regions', { kind: 'reading', regions: 'zones' }],
    ['regions', { regions: ['Wakanda'] }],
    ['regions', { regions: [] }],
    ['places', { places: 0 }],
    ['places', { places: 2001 }],
    ['reviews_per_proposal', { reviews_per_proposal: 11 }],
    ['near_points', { near_points: 20.5 }],
    ['criteria', { criteria: [{ ...rubric()[0], weight: 101 }] }],
    ['criteria', { criteria: [{ ...rubric()[0], anchors: ['one'] }] }],
    ['criteria', { criteria: Array(9).fill(rubric()[0]) }],
    ['judge_ids', { judge_ids: ['nobody'] }],
    ['closes_at', { closes_at: 'soon' }],
    ['decline_text', { decline_text: 'No' }],
    ['name', { name: ' ' }],
    ['program_id', { program_id: 'none' }],
  ])('%s is refused by its field: %j', async (field, input) => {
    const { status, body } = await create(input);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('a program has twelve rounds at most, and can be deleted with drafts only', async () => {
    const program = await insertProgram(app.services);
    for (let count = 0; count < 12; count += 1)
      expect((await create({ program_id: program.id })).status).toBe(201);
    expect((await create({ program_id: program.id })).body.fields).toHaveProperty('program_id');
    expect((await admin.delete(`/programs/${program.id}`)).status).toBe(204);
  });
});
