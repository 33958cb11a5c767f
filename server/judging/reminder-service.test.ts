import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { remindJudging } from '#server/judging/reminder-service.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import {
  insertApplication,
  joinAsJudge,
  openRound,
  submitAll,
  type Application,
} from '#tests/judging-world.ts';

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterEach(() => app.setClock(new Date()));
  afterAll(() => app.close());

  /** Three judges, six proposals, two reviews of each; closes in a week. */
  const world = async (round = {}) => {
    const now = app.services.clock();
    const judges: Person[] = [];
    for (let index = 0; index < 3; index += 1) judges.push(await joinAsJudge(app, admin));
    const program = await insertProgram(app.services, { deadline_date: days(-1, now) });
    const applied: Application[] = [];
    for (let index = 0; index < 6; index += 1)
      applied.push(await insertApplication(app, program.id));
    const setup = { reviews_per_proposal: 2, ...round };
    const id = await openRound(app, admin, program.id, { judges, round: setup });
    return { id, judges, applied };
  };
  const subjectsTo = async ({ email }: Person) => {
    const rows = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ subject }) => subject);
  };
  const countTo = async (person: Person, pattern: RegExp) =>
    (await subjectsTo(person)).filter((subject) => pattern.test(subject)).length;
  const DONE = /: \d+ of \d+ done$/;

  test('half time and two days before the end, each once, only with something left', async () => {
    const { id, judges } = await world();
    await submitAll(judges[0]!, id, () => [3, 3, 3, 3]);
    const start = app.services.clock();
    const after = async (hours: number) => {
      app.setClock(new Date(start.getTime() + hours * HOUR_MS));
      await Promise.all([remindJudging(app.services), remindJudging(app.services)]);
      return Promise.all(judges.map((judge) => countTo(judge, DONE)));
    };
    expect(await after(80)).toEqual([0, 0, 0]);
    expect(await after(85)).toEqual([0, 1, 1]);
    expect(await after(100)).toEqual([0, 1, 1]);
    expect(await subjectsTo(judges[1]!)).toContain('Screening: 0 of 4 done');
    expect(await after(121)).toEqual([0, 2, 2]);
    expect(await after(140)).toEqual([0, 2, 2]);
    // A closing that moves is one to be reminded of again.
    app.setClock(new Date(start.getTime() + 60_000));
    const closes_at = new Date(start.getTime() + 300 * HOUR_MS).toISOString();
    expect((await admin.patch(`/rounds/${id}`, { closes_at })).status).toBe(200);
    expect(await after(160)).toEqual([0, 2, 2]);
    expect(await after(253)).toEqual([0, 3, 3]);
  });

  test('an admin reminds who has something left, each once an hour at most', async () => {
    const { id, judges } = await world();
    const [idle, done, busy] = judges as [Person, Person, Person];
    await submitAll(done, id, () => [3, 3, 3, 3]);
    const start = app.services.clock();
    const after = (minutes: number) => app.setClock(new Date(start.getTime() + minutes * 60_000));
    const remind = async (body: object = {}) => {
      // Sessions end within the hour.
      const someone = await app.signIn({ role: 'admin' });
      const { status, body: answer } = await someone.post(`/rounds/${id}/reminders`, body);
      expect(status).toBe(200);
      const ids = (list: { id: string }[]) => list.map((one) => one.id);
      return { ...answer, mailed: ids(answer.mailed) };
    };
    const heard = () => Promise.all(judges.map((judge) => countTo(judge, DONE)));
    expect((await remind({ judge_ids: [idle.id] })).mailed).toEqual([idle.id]);
    expect(await heard()).toEqual([1, 0, 0]);
    after(20);
    const all = await remind();
    expect(all.mailed).toEqual([busy.id]);
    expect(new Map(all.skipped.map((one: any) => [one.id, one.reason]))).toEqual(
      new Map([
        [idle.id, 'was reminded less than an hour ago'],
        [done.id, 'has nothing left to judge'],
      ]),
    );
    expect(await heard()).toEqual([1, 0, 1]);
    const rows = (await admin.get(`/rounds/${id}/judges`)).body;
    const at = rows.find(({ judge }: any) => judge.id === idle.id).reminded_at;
    expect(Math.abs(Date.parse(at) - start.getTime())).toBeLessThan(60_000);
    after(62);
    const both = await Promise.all([remind(), remind()]);
    expect(both.flatMap(({ mailed }) => mailed)).toEqual([idle.id]);
    const late = await app.signIn({ role: 'admin' });
    const log = (await late.get('/audit/?action=round.remindJudges')).body;
    expect(log.filter(({ entity_id }: any) => entity_id === id).length).toBe(3);
    // A reminder of the product's own counts as well.
    after(85 * 60);
    await remindJudging(app.services);
    expect((await remind()).mailed).toEqual([]);
  });

  test('reminding is an admin’s, of judges of an open round', async () => {
    const { id, judges } = await world();
    const path = `/rounds/${id}/reminders`;
    const wrong = await admin.post(path, { judge_ids: ['nobody'] });
    expect(wrong.body.fields).toEqual({ judge_ids: 'This judge is not in the round.' });
    expect((await judges[0]!.post(path)).status).toBe(403);
    await admin.post(`/rounds/${id}/close`);
    expect((await admin.post(path, {})).body.code).toBe('round_not_open');
  });

  test('further reviews are told of once an hour at most, all of them together', async () => {
    const { id, judges } = await world();
    const start = app.services.clock();
    const FURTHER = /more proposals? for you/;
    const heard = async () =>
      (await Promise.all(judges.map((judge) => countTo(judge, FURTHER)))).reduce((a, b) => a + b);
    const abstain = async (index: number) => {
      const [review] = (await judges[index]!.get(`/reviews/?round_id=${id}`)).body;
      const { status } = await judges[index]!.post(`/reviews/${review.id}/abstain`, {
        reason: 'time',
      });
      expect(status).toBe(200);
    };
    await abstain(0);
    await abstain(0);
    await remindJudging(app.services);
    expect(await heard()).toBe(0);
    app.setClock(new Date(start.getTime() + 1.1 * HOUR_MS));
    await Promise.all([remindJudging(app.services), remindJudging(app.services)]);
    const subjects = (await Promise.all(judges.map(subjectsTo))).flat();
    const told = subjects.flatMap((subject) => /^(\d+) more proposal/.exec(subject)?.[1] ?? []);
    expect(told.map(Number).reduce((sum, count) => sum + count, 0)).toBe(2);
    const before = await heard();
    await remindJudging(app.services);
    expect(await heard()).toBe(before);
  });

  test('a review that comes back once a tie is cleared is a further one', async () => {
    const { id, judges, applied } = await world({ reviews_per_proposal: 3 });
    const [judge] = judges as [Person];
    const start = app.services.clock();
    const reason = 'They only share a name.';
    const tie = { judge_id: judge.id, proposal_id: applied[0]!.id, kind: 'family', reason };
    const { id: conflict } = (await admin.post(`/rounds/${id}/conflicts`, tie)).body;
    await admin.patch(`/conflicts/${conflict}`, { state: 'cleared', reason });
    app.setClock(new Date(start.getTime() + 1.1 * HOUR_MS));
    const before = await countTo(judge, /1 more proposal for you/);
    await remindJudging(app.services);
    expect(await countTo(judge, /1 more proposal for you/)).toBe(before + 1);
  });

  test('admins hear of entries that became short, once an hour at most', async () => {
    const { id, judges } = await world({ reviews_per_proposal: 3 });
    const SHORT = /with too few judges$/;
    const before = await countTo(admin, SHORT);
    const reviews = (await judges[0]!.get(`/reviews/?round_id=${id}`)).body;
    for (const { id: review } of reviews.slice(0, 2))
      await judges[0]!.post(`/reviews/${review}/abstain`, { reason: 'expertise' });
    expect((await countTo(admin, SHORT)) - before).toBe(1);
  });

  test('the timeline says who reads it, and how it went once that is out', async () => {
    const { id, judges, applied } = await world();
    const { person, id: proposal } = applied[0]!;
    const sentences = async (reader: Person) =>
      (await reader.get(`/proposals/${proposal}/timeline`)).body
        .filter(({ event }: any) => event === 'judging' || event === 'results')
        .map(({ sentence }: any) => sentence);
    expect(await sentences(person)).toEqual([
      'Round 1, Screening: 2 judges are reading your proposal.',
    ]);
    for (const judge of judges) await submitAll(judge, id, () => [3, 3, 3, 3]);
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    expect(await sentences(person)).toEqual([
      'Round 1, Screening: 2 judges have read your proposal.',
    ]);
    await admin.post(`/rounds/${id}/release`, {});
    const [, result] = await sentences(admin);
    expect(result).toMatch(
      /^The results of Screening are out: the proposal was (not )?selected\.$/,
    );
  });
});
