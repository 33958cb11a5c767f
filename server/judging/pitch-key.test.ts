import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram, PASSWORD } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound } from '#tests/judging-world.ts';

const reason = 'A reason that is long enough.';

describe.each(ENGINES)('a scoring key, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judge: Person;
  let other: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    judge = await joinAsJudge(app, admin);
    other = await joinAsJudge(app, admin);
  });
  afterAll(() => app.close());

  const world = async (count: number, judges = [judge], round: Record<string, unknown> = {}) => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied = [];
    for (let done = 0; done < count; done += 1)
      applied.push(await insertApplication(app, program.id));
    const setup = { kind: 'pitch', ...round };
    const id = await openRound(app, admin, program.id, { judges, places: 1, round: setup });
    const reviews = (await judges[0]!.get(`/reviews/?round_id=${id}`)).body;
    return { id, path: `/rounds/${id}`, applied, reviewId: reviews[0].id as string };
  };
  const now = () => app.services.clock();
  const sync = (who: Person, { path }: { path: string }, entries: unknown) =>
    who.post(`${path}/sync`, { device: 'phone', entries });

  test('opens pack and sync of its round and nothing else, and is one of the sessions', async () => {
    const one = await world(1);
    const two = await world(1);
    const { status, body } = await judge.post(`${one.path}/scoring-key`);
    expect(status).toBe(201);
    const closes = Date.parse((await admin.get(one.path)).body.closes_at);
    expect(Date.parse(body.expires_at)).toBe(closes + 48 * 3_600_000);
    const phone = personOf(app.url, judge.id, judge.email, body.key);
    expect((await phone.get(`${one.path}/pack`)).status).toBe(200);
    expect((await sync(phone, one, [])).status).toBe(200);
    for (const call of [
      phone.get(`${two.path}/pack`),
      phone.get(one.path),
      phone.get('/auth/me'),
      phone.get('/reviews/'),
      phone.get(`/reviews/${one.reviewId}`),
      phone.post('/auth/logout'),
      phone.post(`${one.path}/scoring-key`),
      phone.get('/auth/sessions'),
      phone.post('/auth/session/renew', { password: PASSWORD }),
    ]) {
      const answer = await call;
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in']);
    }
    expect((await phone.get('/programs/')).status).toBe(200);
    const listed = (await judge.get('/auth/sessions')).body;
    const key = listed.find(({ device }: any) => device.startsWith('Scoring key'));
    await judge.delete(`/auth/sessions/${key.id}`);
    expect((await phone.get(`${one.path}/pack`)).status).toBe(401);
  });

  test('of the desk opens the run, but takes nobody out', async () => {
    const one = await world(2);
    const { body } = await admin.post(`${one.path}/scoring-key`);
    expect(Date.parse(body.expires_at) - now().getTime()).toBeGreaterThan(13.9 * 3_600_000);
    const desk = personOf(app.url, admin.id, admin.email, body.key);
    const [first, second] = one.applied;
    const of = (id: string) => `${one.path}/entries/${id}`;
    for (const path of [one.path, `${one.path}/entries`, `${one.path}/judges`])
      expect((await desk.get(path)).status).toBe(200);
    expect((await desk.patch(of(first!.id), { state: 'absent' })).status).toBe(200);
    expect((await desk.patch(of(first!.id), { order: 2, started_at: now() })).status).toBe(200);
    await admin.patch(of(second!.id), { state: 'withdrawn', reason });
    for (const [id, change] of [
      [first!.id, { state: 'withdrawn', reason }],
      [first!.id, { redacted_description: 'Nothing' }],
      [second!.id, { state: 'in' }],
    ] as const)
      expect((await desk.patch(of(id), change)).status).toBe(403);
    for (const call of [
      desk.get('/rounds/'),
      desk.post(`${one.path}/close`),
      desk.get(`${one.path}/pack`),
      desk.get(`${one.path}/ranking`),
    ])
      expect((await call).status).toBe(401);
    expect((await admin.delete(`${one.path}/scoring-key`)).status).toBe(204);
    expect((await desk.get(one.path)).status).toBe(401);
  });

  test('there are five, and a sixth ends the oldest', async () => {
    const one = await world(1);
    const keys: string[] = [];
    for (let made = 0; made < 6; made += 1) {
      app.pass(1);
      keys.push((await judge.post(`${one.path}/scoring-key`)).body.key);
    }
    const statusOf = async (token: string) =>
      (await app.visitor.get(`${one.path}/pack`, { token })).status;
    expect(await Promise.all(keys.map(statusOf))).toEqual([401, 200, 200, 200, 200, 200]);
    // Neither log-out nor being taken out nor the closing end one; the judge can.
    await admin.delete(`${one.path}/judges/${judge.id}`, { body: { reason } });
    await admin.post(`${one.path}/close`);
    expect(await statusOf(keys[5]!)).toBe(200);
    await judge.delete(`${one.path}/scoring-key`);
    expect(await statusOf(keys[5]!)).toBe(401);
  });

  test('is refused in a draft, once sealed, in a reading round and to others', async () => {
    const one = await world(1);
    const draft = await admin.post('/rounds/', { clone_of: one.id, name: 'Draft' });
    const codeOf = async (who: Person, path: string) =>
      (await who.post(`${path}/scoring-key`)).body.code;
    expect(await codeOf(admin, `/rounds/${draft.body.id}`)).toBe('round_not_open');
    expect(await codeOf(judge, `/rounds/${draft.body.id}`)).toBe('round_not_open');
    expect(await codeOf(other, one.path)).toBe('not_found');
    const reading = await world(1, [judge], { kind: 'reading', reviews_per_proposal: 1 });
    for (const call of [
      ...[admin, judge].map((who) => who.post(`${reading.path}/scoring-key`)),
      ...[admin, judge].map((who) => who.delete(`${reading.path}/scoring-key`)),
      judge.get(`${reading.path}/pack`),
      sync(judge, reading, []),
      admin.get(`${reading.path}/sheets`),
      admin.post(`${reading.path}/sheets`, { judge_id: judge.id, entries: [] }),
      admin.patch(`${reading.path}/sheets/${judge.id}`, { note: reason }),
    ])
      expect((await call).body.code).toBe('not_a_pitch_round');

    const over = await world(1);
    const { criteria } = (await admin.get(over.path)).body;
    const scores = Object.fromEntries(criteria.map(({ id }: { id: string }) => [id, 3]));
    await judge.post(`/reviews/${over.reviewId}/declare`, { has_conflict: false });
    await judge.put(`/reviews/${over.reviewId}`, { scores });
    await admin.post(`${over.path}/close`);
    await admin.put(`${over.path}/decisions`, { from_ranking: true });
    const codes = async () => [await codeOf(judge, over.path), await codeOf(admin, over.path)];
    for (const [step, code] of [
      ['seal', 'round_sealed'],
      ['release', 'round_released'],
    ] as const) {
      expect((await admin.post(`${over.path}/${step}`, {})).status).toBe(200);
      expect(await codes()).toEqual([code, code]);
    }
  });

  test('ends with the round: later where its closing moves, and none once it is over', async () => {
    const one = await world(1);
    const { body } = await judge.post(`${one.path}/scoring-key`);
    const { body: desk } = await admin.post(`${one.path}/scoring-key`);
    const ends = async (who: Person) =>
      (await who.get('/auth/sessions')).body
        .filter(({ device }: any) => device.startsWith('Scoring key'))
        .map(({ expires_at }: any) => Date.parse(expires_at));
    const atDesk = Date.parse(desk.expires_at);
    const HOUR = 3_600_000;
    const closes = Date.parse((await admin.get(one.path)).body.closes_at);
    const moved = new Date(closes + HOUR);
    expect((await admin.patch(one.path, { closes_at: moved })).status).toBe(200);
    expect(await ends(judge)).toContain(closes + 49 * HOUR);
    expect(await ends(admin)).toContain(atDesk);
    await admin.post(`${one.path}/close`);
    const again = { reason, closes_at: new Date(closes + 2 * HOUR) };
    expect((await admin.post(`${one.path}/reopen`, again)).status).toBe(200);
    expect(await ends(judge)).toContain(closes + 50 * HOUR);
    // Fourteen days at most.
    const far = new Date(closes + 20 * 24 * HOUR);
    await admin.patch(one.path, { closes_at: far });
    expect(Math.max(...(await ends(judge)))).toBeLessThanOrEqual(now().getTime() + 14 * 24 * HOUR);
    const phone = personOf(app.url, judge.id, judge.email, body.key);
    expect((await phone.get(`${one.path}/pack`)).status).toBe(200);
  });

  test('is not given once it would have ended', async () => {
    const one = await world(1);
    const ask = async () => {
      const { status, body } = await judge.post(`${one.path}/scoring-key`);
      return body.code ?? status;
    };
    const closedHoursAgo = (hours: number) =>
      app.services.db.read
        .updateTable('rounds')
        .set({ closes_at: new Date(now().getTime() - hours * 3_600_000) })
        .where('id', '=', one.id)
        .execute();
    await closedHoursAgo(47);
    expect(await ask()).toBe(201);
    await closedHoursAgo(48);
    expect(await ask()).toBe('round_not_open');
    expect((await admin.post(`${one.path}/scoring-key`)).status).toBe(201);
  });

  test('is made once for an Idempotency-Key, and stored nowhere', async () => {
    const one = await world(1);
    const ask = (who: Person, name: string) =>
      who.post(`${one.path}/scoring-key`, undefined, { headers: { 'idempotency-key': name } });
    const [first, second] = await Promise.all([ask(judge, 'hall-1'), ask(judge, 'hall-1')]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const made = await app.services.db.read
      .selectFrom('sessions')
      .select('token_hash')
      .where('round_id', '=', one.id)
      .execute();
    expect(made).toHaveLength(1);
    const phone = personOf(app.url, judge.id, judge.email, first.body.key);
    expect((await phone.get(`${one.path}/pack`)).status).toBe(200);
    const other = await ask(judge, 'hall-2');
    expect(other.body.key).not.toBe(first.body.key);
    const stored = await app.services.db.read
      .selectFrom('idempotency_keys')
      .select(['key', 'answer'])
      .where('scope', '=', judge.id)
      .execute();
    for (const secret of [first.body.key, 'hall-1'])
      expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await ask(judge, 'x'.repeat(201))).status).toBe(422);
  });

  test('ends with a new password, on the phone and at the desk', async () => {
    const third = await joinAsJudge(app, admin);
    const second = await app.signIn({ role: 'admin' });
    const one = await world(1, [third]);
    for (const [who, path] of [
      [third, `${one.path}/pack`],
      [second, one.path],
    ] as const) {
      const { key } = (await who.post(`${one.path}/scoring-key`)).body;
      const statusOf = async () => (await app.visitor.get(path, { token: key })).status;
      expect(await statusOf()).toBe(200);
      await app.visitor.post('/auth/password-reset-request', { email: who.email });
      const changed = await app.visitor.post('/auth/password-reset', {
        ...{ email: who.email, otp: await app.readOtp(who.email) },
        new_password: 'Tamale-2026-pitch',
      });
      expect(changed.status).toBe(200);
      expect(await statusOf()).toBe(401);
    }
  });
});
