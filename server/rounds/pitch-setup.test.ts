import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZONES } from '#domain/regions.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { joinAsJudge } from '#tests/judging-world.ts';

const MINUTES = { pitch: 5, questions: 5, change: 2 };
const at = (time: string, day = 11) => `2030-09-${day}T${time}:00.000Z`;

describe.each(ENGINES)('a pitch round is set up, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let programId: string;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    programId = (await insertProgram(app.services)).id;
  });
  afterAll(() => app.close());

  const create = (input: Record<string, unknown> = {}) =>
    admin.post('/rounds/', { program_id: programId, name: 'Zone final', kind: 'pitch', ...input });
  const fieldsOf = ({ status, body }: { status: number; body: any }) => [
    status,
    Object.keys(body.fields ?? {}),
  ];

  test('everybody judges, nobody blind, five minutes each', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ kind: 'pitch', is_blind: false, reviews_per_proposal: null, minutes: MINUTES },
      ...{ spares_own_region: false, sessions: [], date: null },
    });
    const spared = await create({ spares_own_region: true, is_blind: false });
    expect(spared.body.spares_own_region).toBe(true);
    const reading = await create({ kind: 'reading' });
    expect(reading.body).toMatchObject({ minutes: null, sessions: [], is_blind: true });
    for (const { id } of [body, spared.body, reading.body]) await admin.delete(`/rounds/${id}`);
  });

  test('a draft changes its kind, and a copy keeps it', async () => {
    const { body } = await create({ kind: 'reading', reviews_per_proposal: 4 });
    const path = `/rounds/${body.id}`;
    const pitch = await admin.patch(path, { kind: 'pitch', minutes: { ...MINUTES, pitch: 7 } });
    expect(pitch.body).toMatchObject({
      ...{ kind: 'pitch', is_blind: false, reviews_per_proposal: null, spares_own_region: false },
      minutes: { ...MINUTES, pitch: 7 },
    });
    const sessions = [{ from: 1, starts_at: at('09:00') }];
    const planned = await admin.patch(path, { sessions, venue: 'Tamale' });
    expect(planned.body).toMatchObject({ sessions, date: '2030-09-11', venue: 'Tamale' });
    const { body: copy } = await admin.post('/rounds/', { clone_of: body.id, name: 'Copy' });
    expect(copy).toMatchObject({
      ...{ kind: 'pitch', minutes: { ...MINUTES, pitch: 7 }, sessions: [], date: null },
      ...{ reviews_per_proposal: null, venue: 'Tamale' },
    });
    const back = await admin.patch(path, { kind: 'reading' });
    expect(back.body).toMatchObject({
      ...{ kind: 'reading', is_blind: true, reviews_per_proposal: 3, minutes: null, sessions: [] },
    });
    for (const { id } of [body, copy]) await admin.delete(`/rounds/${id}`);
  });

  test.each([
    ['kind', { kind: 'video' }],
    ['is_blind', { is_blind: true }],
    ['reviews_per_proposal', { reviews_per_proposal: 3 }],
    ['minutes', { minutes: null }],
    ['minutes', { minutes: { ...MINUTES, pitch: 0 } }],
    ['minutes', { minutes: { ...MINUTES, questions: 61 } }],
    ['minutes', { minutes: { ...MINUTES, change: 1.5 } }],
    ['minutes', { minutes: { pitch: 5 } }],
    ['sessions', { sessions: [{ from: 2, starts_at: at('09:00') }] }],
    ['sessions', { sessions: [{ from: 1, starts_at: 'soon' }] }],
    ['sessions', { sessions: [{ from: 1.5, starts_at: at('09:00') }] }],
    ['sessions', { sessions: 'all day' }],
    [
      'sessions',
      {
        sessions: [
          { from: 1, starts_at: at('09:00') },
          { from: 1, starts_at: at('10:00') },
        ],
      },
    ],
    [
      'sessions',
      {
        sessions: [
          { from: 1, starts_at: at('09:00') },
          { from: 9, starts_at: at('10:00') },
        ],
      },
    ],
    [
      'sessions',
      {
        sessions: Array.from({ length: 21 }, (_, index) => ({
          from: index + 1,
          starts_at: at('09:00', index + 1),
        })),
      },
    ],
    ['minutes', { kind: 'reading', minutes: MINUTES }],
    ['sessions', { kind: 'reading', sessions: [{ from: 1, starts_at: at('09:00') }] }],
    ['reviews_per_proposal', { kind: 'reading', reviews_per_proposal: null }],
    ['regions', { kind: 'reading', regions: 'zones' }],
  ])('%s is refused by its field: %j', async (field, input) => {
    expect(fieldsOf(await create(input))).toEqual([422, [field]]);
  });

  test('five drafts for the zones by one call, or none', async () => {
    const judge = await joinAsJudge(app, admin);
    const first = await create({ judge_ids: [judge.id], venue: 'The hall' });
    const { status, body } = await admin.post(
      '/rounds/',
      { clone_of: first.body.id, name: 'Zone', regions: 'zones', places: 3 },
      { headers: { 'idempotency-key': 'zones-once' } },
    );
    expect([status, body.length]).toEqual([201, 5]);
    expect(body.map(({ name }: any) => name)).toEqual(ZONES.map(({ name }) => `Zone: ${name}`));
    expect(body.map(({ regions }: any) => regions)).toEqual(ZONES.map(({ regions }) => regions));
    for (const round of body)
      expect(round).toMatchObject({ position: 2, kind: 'pitch', judge_ids: [], places: 3 });
    const seeds = new Set(body.map((one: any) => one.seed_sha256));
    expect(seeds.size).toBe(5);
    const seated = await create({ regions: 'zones', kind: undefined, judge_ids: [judge.id] });
    expect(seated.body.map((one: any) => one.judge_ids)).toEqual(Array(5).fill([judge.id]));
    // Eleven there are.
    expect(fieldsOf(await create({ regions: 'zones' }))).toEqual([422, ['program_id']]);
    expect(fieldsOf(await create({ regions: 'zones', name: 'x'.repeat(90) }))).toEqual([
      ...[422, ['name']],
    ]);
    const listed = await admin.get(`/rounds/?program_id=${programId}&kind=pitch`);
    expect(listed.headers.get('x-total-count')).toBe('11');
    expect((await admin.delete(`/rounds/${body[4].id}`)).status).toBe(204);
  });
});
