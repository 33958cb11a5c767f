import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import {
  insertApplication,
  joinAsJudge,
  openRound,
  rubric,
  submitAll,
} from '#tests/judging-world.ts';
import { erasePerson } from '#server/accounts/erasure-service.ts';
import { leaveRounds } from './erasure-service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judges: Person[];
  let programId: string;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    judges = [];
    for (let count = 0; count < 4; count += 1) judges.push(await joinAsJudge(app, admin));
  });
  beforeEach(async () => {
    programId = (await insertProgram(app.services, { deadline_date: days(-1) })).id;
  });
  afterAll(() => app.close());

  const draft = async (input = {}) => {
    const closes_at = days(7).toISOString();
    const judge_ids = judges.map(({ id }) => id);
    const { body } = await admin.post('/rounds/', {
      ...{ program_id: programId, name: 'One', places: 2, closes_at, criteria: rubric() },
      ...{ judge_ids, ...input },
    });
    return body.id as string;
  };
  /** Reviews in open rounds, given and sent, as the list of judges has them. */
  const loads = async () => {
    const { body } = await admin.get('/judges/');
    const found = judges.map(({ id }) => body.find((one: { id: string }) => one.id === id));
    return found.map(({ assigned, submitted }): number[] => [assigned, submitted]);
  };
  const preview = async (id: string) => admin.post(`/rounds/${id}/open`, { preview: true });

  test('a preview changes nothing; with its hash the round opens, and judges get their share', async () => {
    for (let count = 0; count < 8; count += 1) await insertApplication(app, programId);
    const id = await draft();
    const { status, body } = await preview(id);
    expect([status, body.entries, body.short, body.not_accepted]).toEqual([200, 8, [], []]);
    expect([body.possible_conflicts, body.confirmed_conflicts]).toEqual([[], []]);
    expect(body.judges.map((one: { reviews: number }) => one.reviews)).toEqual([6, 6, 6, 6]);
    expect((await preview(id)).body).toEqual(body);
    expect((await admin.get(`/rounds/${id}`)).body.state).toBe('draft');
    expect((await admin.post(`/rounds/${id}/open`, {})).status).toBe(422);
    const wrong = await admin.post(`/rounds/${id}/open`, { plan_sha256: 'a'.repeat(64) });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'plan_changed']);
    const opened = await admin.post(`/rounds/${id}/open`, { plan_sha256: body.plan_sha256 });
    expect(opened.body).toMatchObject({
      state: 'open',
      counts: { entries: 8, reviews: 24, submitted: 0, short: 0 },
    });
    expect((await judges[0]!.get(`/reviews/?round_id=${id}`)).body).toHaveLength(6);
    const entries = (await admin.get(`/rounds/${id}/entries`)).body;
    expect(new Set(entries.map((one: { code: string }) => one.code)).size).toBe(8);
    const again = await admin.post(`/rounds/${id}/open`, { plan_sha256: body.plan_sha256 });
    expect([again.status, again.body.code]).toEqual([409, 'round_not_draft']);
    const frozen = await admin.patch(`/rounds/${id}`, { criteria: rubric() });
    expect(frozen.body.code).toBe('round_not_draft');
    const earlier = await admin.patch(`/rounds/${id}`, { closes_at: days(3).toISOString() });
    expect([earlier.status, Object.keys(earlier.body.fields)]).toEqual([422, ['closes_at']]);
    expect((await admin.patch(`/rounds/${id}`, { places: 3, venue: 'Accra' })).status).toBe(200);
  });

  test('an applicant is told how many judges will read the proposal', async () => {
    const { person } = await insertApplication(app, programId);
    const id = await draft();
    const { plan_sha256 } = (await preview(id)).body;
    await admin.post(`/rounds/${id}/open`, { plan_sha256 });
    const mails = () => app.readMails(person.email).map((mail) => mail.replace(/=\r?\n/g, ''));
    await expect.poll(() => mails().join()).toMatch(/3\s+judges\s+will\s+read\s+it/);
  });

  test('a round waits for the deadline, for waiting receipts, and for what is missing in it', async () => {
    await insertApplication(app, programId);
    const id = await draft({ criteria: [], places: null, closes_at: null, judge_ids: [] });
    const { status, body } = await preview(id);
    expect([status, Object.keys(body.fields).sort()]).toEqual([
      422,
      ['closes_at', 'criteria', 'judge_ids', 'places'],
    ]);
    programId = (await insertProgram(app.services)).id;
    expect((await preview(await draft())).body.code).toBe('program_open');
  });

  test('a round waits until nobody has more time; once it was open, nobody gets any', async () => {
    await insertApplication(app, programId);
    const { email, id: userId } = await app.signIn({ first_name: 'Yaa', last_name: 'Asante' });
    const extend = () =>
      admin.post(`/programs/${programId}/extensions`, {
        ...{ email, until: days(2).toISOString(), reason: 'The power was out in Tamale.' },
      });
    const { body } = await extend();
    const id = await draft();
    const waiting = await preview(id);
    expect([waiting.status, waiting.body.code]).toEqual([409, 'not_settled']);
    expect(waiting.body.refused).toEqual([
      {
        ...{ id: body.id, name: 'Yaa Asante', user_id: userId },
        ...{ reason: 'An applicant has more time.', until: body.until },
      },
    ]);
    await admin.delete(`/programs/${programId}/extensions/${body.id}`);
    const { plan_sha256 } = (await preview(id)).body;
    expect((await admin.post(`/rounds/${id}/open`, { plan_sha256 })).status).toBe(200);
    const late = await extend();
    expect([late.status, late.body.code]).toEqual([409, 'in_round']);
  });

  test('what is in a round is decided by it: desk, bulk and deadline wait', async () => {
    const { id } = await insertApplication(app, programId);
    await openRound(app, admin, programId, { judges });
    const one = await admin.patch(`/proposals/${id}/admin`, { decision: 'approved' });
    expect([one.status, one.body.code]).toEqual([409, 'in_round']);
    const many = await admin.post('/proposals/admin/bulk', {
      ids: [id],
      change: { decision: 'approved' },
      preview: true,
    });
    expect(many.body).toMatchObject({ would_change: 0, refused: [{ id }] });
    expect((await admin.patch(`/proposals/${id}/admin`, { flagged: true })).status).toBe(200);
    const later = await admin.patch(`/programs/${programId}`, {
      deadline_date: days(3).toISOString(),
    });
    expect([later.status, later.body.code]).toEqual([409, 'in_round']);
  });

  test('a conflict bars, is recused, cleared and declared; only those reviews move', async () => {
    const judge = judges[0]!;
    await judge.patch('/judges/me', { organisations: ['Keta Salt Works'] });
    const salt = await insertApplication(app, programId, {
      business_name: 'Keta Salt Works Ghana Ltd.',
    });
    for (let count = 0; count < 3; count += 1) await insertApplication(app, programId);
    const id = await openRound(app, admin, programId, {
      judges,
      round: { reviews_per_proposal: 2 },
    });
    const found = (await admin.get(`/rounds/${id}/conflicts`)).body;
    expect(found).toMatchObject([
      {
        ...{ judge_id: judge.id, proposal_id: salt.id, origin: 'found', state: 'confirmed' },
        kind: 'same_organisation',
      },
    ]);
    const [first] = (await judge.get(`/reviews/?round_id=${id}`)).body;
    const queues = async () =>
      Promise.all(
        judges
          .slice(1)
          .map(async (one) =>
            (await one.get(`/reviews/?round_id=${id}`)).body.map((row: { id: string }) => row.id),
          ),
      );
    const before = await queues();
    const left = await judge.post(`/reviews/${first.id}/declare`, {
      has_conflict: true,
      kind: 'family',
      reason: 'My cousin runs it.',
    });
    expect([left.status, left.body.state]).toEqual([200, 'recused']);
    const after = await queues();
    expect(
      before.every((list, index) => list.every((one: string) => after[index]!.includes(one))),
    ).toBe(true);
    expect(after.flat().length).toBe(before.flat().length + 1);
    expect((await judge.get(`/reviews/?round_id=${id}&state=recused`)).body).toHaveLength(1);
    const progress = async () =>
      (await admin.get(`/rounds/${id}/judges`)).body.map((one: any) => one.conflicts);
    // Found and declared ones: a found tie has no review that could be recused.
    expect((await progress()).filter(Boolean)).toEqual([2]);
    const cleared = await admin.patch(`/conflicts/${found[0].id}`, { state: 'cleared' });
    expect(Object.keys(cleared.body.fields)).toEqual(['reason']);
    const reason = 'They left that board years ago.';
    expect(
      (await admin.patch(`/conflicts/${found[0].id}`, { state: 'cleared', reason })).body.state,
    ).toBe('cleared');
  });

  test('a judge who leaves gives only their own open reviews away; one who comes gets what is short', async () => {
    for (let count = 0; count < 6; count += 1) await insertApplication(app, programId);
    const id = await openRound(app, admin, programId, {
      judges: judges.slice(0, 3),
      round: { reviews_per_proposal: 3 },
    });
    const before = await loads();
    const changes = async () =>
      (await loads()).map((load, place) => load.map((n, of) => n - before[place]![of]!));
    await submitAll(judges[0]!, id, () => [3, 3, 3, 3]);
    const left = await judges[1]!.delete(`/rounds/${id}/judges/me`, { body: {} });
    expect([left.status, left.body]).toEqual([200, { moved: 0, short: 6 }]);
    const added = await admin.put(`/rounds/${id}/judges/${judges[3]!.id}`);
    expect([added.status, added.body]).toEqual([200, { assigned: 6 }]);
    const progress = (await admin.get(`/rounds/${id}/judges`)).body;
    expect(progress.map((one: any) => [one.assigned, one.submitted]).sort()).toEqual([
      [0, 0],
      [6, 0],
      [6, 0],
      [6, 6],
    ]);
    expect(await changes()).toEqual([
      [0, 6],
      [-6, 0],
      [0, 0],
      [6, 0],
    ]);
    // What was taken out is nobody's to judge.
    const [{ proposal_id }] = (await admin.get(`/rounds/${id}/entries`)).body;
    const out = { state: 'withdrawn', reason: 'It was sent by mistake.' };
    await admin.patch(`/rounds/${id}/entries/${proposal_id}`, out);
    expect(await changes()).toEqual([
      [-1, 5],
      [-6, 0],
      [-1, 0],
      [5, 0],
    ]);
  });

  test('who comes instead of a judge gets what that judge had not submitted', async () => {
    for (let count = 0; count < 6; count += 1) await insertApplication(app, programId);
    const [leaving, other, third, coming] = judges as [Person, Person, Person, Person];
    const id = await openRound(app, admin, programId, {
      judges: [leaving, other, third],
      round: { reviews_per_proposal: 2 },
    });
    const queue = async (judge: Person) =>
      (await judge.get(`/reviews/?round_id=${id}`)).body.map((one: any) => one.code).sort();
    const given = await queue(leaving);
    const path = `/rounds/${id}/judges/${leaving.id}`;
    const nobody = await admin.delete(path, { body: { replacement: admin.id } });
    expect([nobody.status, Object.keys(nobody.body.fields)]).toEqual([422, ['replacement']]);
    expect(await queue(leaving)).toEqual(given);
    const left = await admin.delete(path, { body: { replacement: coming.id } });
    expect([left.status, left.body]).toEqual([200, { moved: 4, short: 0 }]);
    expect(await queue(coming)).toEqual(given);
  });

  test('a closed account takes its entry out, and the round goes on', async () => {
    const gone = await insertApplication(app, programId);
    await insertApplication(app, programId);
    const id = await openRound(app, admin, programId, { judges, places: 1 });
    await erasePerson(app.services, gone.person.email, leaveRounds);
    const entries = (await admin.get(`/rounds/${id}/entries`)).body;
    expect(entries.map((one: any) => one.state).sort()).toEqual(['in', 'withdrawn']);
    expect((await admin.get(`/rounds/${id}`)).body.counts).toMatchObject({
      entries: 1,
      reviews: 3,
    });
  });
});
