import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';

const reason = 'They are not related after all.';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judges: Person[];
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    judges = [];
    for (let count = 0; count < 3; count += 1) judges.push(await joinAsJudge(app, admin));
  });
  afterAll(() => app.close());

  /** A round of one proposal that these judges read. */
  const world = async (readers: Person[], reviews_per_proposal: number) => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const { id: proposal_id } = await insertApplication(app, program.id);
    const round = { reviews_per_proposal };
    const id = await openRound(app, admin, program.id, { judges: readers, places: 1, round });
    return { id, proposal_id };
  };
  const reviewOf = async (judge: Person, id: string) =>
    (await judge.get(`/reviews/?round_id=${id}`)).body[0];
  const countOf = async (id: string) => (await admin.get(`/rounds/${id}`)).body.counts;
  const recordTie = async (id: string, judge: Person, proposal_id: string, kind = 'family') =>
    (
      await admin.post(`/rounds/${id}/conflicts`, {
        ...{ judge_id: judge.id, proposal_id, kind, reason: 'The applicant is a cousin.' },
      })
    ).body.id;
  const clear = (tie: string) => admin.patch(`/conflicts/${tie}`, { state: 'cleared', reason });

  test('a cleared conflict brings back a review that nobody else could take, as it was', async () => {
    const [judge, other] = judges as [Person, Person];
    const { id, proposal_id } = await world([judge, other], 2);
    const review = await reviewOf(judge, id);
    const { criteria } = (await judge.get(`/rounds/${id}`)).body;
    await judge.put(`/reviews/${review.id}`, { scores: { [criteria[0].id]: 4 } });
    const tie = await recordTie(id, judge, proposal_id);
    expect(await countOf(id)).toMatchObject({ reviews: 1, short: 1 });
    expect((await admin.post(`/rounds/${id}/assignments`, {})).body).toMatchObject({ assigned: 0 });
    expect((await clear(tie)).status).toBe(200);
    expect(await countOf(id)).toMatchObject({ reviews: 2, short: 0 });
    expect(await reviewOf(judge, id)).toMatchObject({
      ...{ id: review.id, state: 'started', scores: { [criteria[0].id]: 4 } },
    });
  });

  test('while another tie is possible, a cleared one brings nothing back', async () => {
    const [judge, other] = judges as [Person, Person];
    const { id, proposal_id } = await world([judge, other], 2);
    const tie = await recordTie(id, judge, proposal_id);
    const second = await recordTie(id, judge, proposal_id, 'business');
    expect((await admin.patch(`/conflicts/${second}`, { state: 'possible' })).status).toBe(200);
    await clear(tie);
    expect(await countOf(id)).toMatchObject({ reviews: 1, short: 1 });
    expect(await reviewOf(judge, id)).toBeUndefined();
    await clear(second);
    expect(await countOf(id)).toMatchObject({ reviews: 2, short: 0 });
  });

  test('one that another judge has taken stays with them, and comes back once it is needed', async () => {
    const { id, proposal_id } = await world(judges, 2);
    const queues = await Promise.all(judges.map((judge) => reviewOf(judge, id)));
    const [reader, partner] = judges.filter((_, index) => queues[index] !== undefined);
    const spare = judges[queues.indexOf(undefined)]!;
    const tie = await recordTie(id, reader!, proposal_id);
    expect(await reviewOf(spare, id)).toMatchObject({ state: 'assigned' });
    await clear(tie);
    expect(await reviewOf(reader!, id)).toBeUndefined();
    expect(await countOf(id)).toMatchObject({ reviews: 2, short: 0 });
    const left = await reviewOf(partner!, id);
    await partner!.post(`/reviews/${left.id}/abstain`, { reason: 'time' });
    expect(await reviewOf(reader!, id)).toMatchObject({ state: 'assigned' });
    expect(await reviewOf(partner!, id)).toBeUndefined();
    expect(await countOf(id)).toMatchObject({ reviews: 2, short: 0 });
  });

  test('a judge who is taken out by mistake and put back gets what is short again', async () => {
    const [judge, other] = judges as [Person, Person];
    const { id } = await world([judge, other], 2);
    const path = `/rounds/${id}/judges/${judge.id}`;
    const { id: taken } = await reviewOf(judge, id);
    expect((await admin.delete(path, { body: { reason } })).body).toEqual({ moved: 0, short: 1 });
    expect((await judge.get(`/reviews/${taken}`)).status, 'what was taken from them').toBe(404);
    expect((await admin.put(path)).body).toEqual({ assigned: 1 });
    expect(await reviewOf(judge, id)).toMatchObject({ state: 'assigned' });
    await submitAll(judge, id, () => [3, 3, 3, 3]);
    expect(await countOf(id)).toMatchObject({ reviews: 2, submitted: 1, short: 0 });
  });

  test('to add a judge who is there already gives nobody anything', async () => {
    const all: Person[] = [];
    for (let count = 0; count < 3; count += 1) all.push(await joinAsJudge(app, admin));
    const { id } = await world(all, 2);
    const queues = await Promise.all(all.map((one) => reviewOf(one, id)));
    const spare = all[queues.indexOf(undefined)]!;
    const [reader, partner] = all.filter((one) => one !== spare) as [Person, Person];
    const setActive = (is_active: boolean) =>
      admin.patch(`/auth/admin/${spare.id}/status`, { is_active });
    await setActive(false);
    await admin.delete(`/rounds/${id}/judges/${reader.id}`, { body: { reason } });
    await setActive(true);
    expect(await countOf(id)).toMatchObject({ reviews: 1, short: 1 });
    const put = await admin.put(`/rounds/${id}/judges/${partner.id}`);
    expect([put.status, put.body]).toEqual([200, { assigned: 0 }]);
    expect(await countOf(id)).toMatchObject({ reviews: 1, short: 1 });
    expect((await admin.post(`/rounds/${id}/assignments`, {})).body).toMatchObject({ assigned: 1 });
  });

  test('an id that can be nobody’s is refused, whatever it stands for', async () => {
    const { id, proposal_id } = await world(judges.slice(0, 1), 1);
    const none = 'none';
    const answers = await Promise.all([
      admin.post(`/rounds/${id}/assignments`, { proposal_ids: [none] }),
      admin.put(`/rounds/${id}/judges/${none}`),
      admin.delete(`/rounds/${id}/judges/${none}`),
      admin.get(`/judges/${none}`),
      admin.patch(`/judges/${none}`, { position: 'Partner' }),
      admin.post(`/judges/${none}/invite`),
      admin.get(`/judges/?round_id=${none}`),
      admin.patch(`/rounds/${id}/entries/${none}`, { redacted_description: 'Shorter.' }),
      admin.get(`/rounds/${id}/reviews?proposal_id=${none}`),
      admin.get(`/reviews/${none}/versions`),
      admin.post(`/reviews/${none}/hide`, { is_hidden: true }),
      admin.patch(`/conflicts/${none}`, { state: 'confirmed' }),
      admin.post(`/rounds/${none}/close`),
      admin.get(`/proposals/${none}/results`),
      judges[0]!.get(`/reviews/?round_id=${none}`),
      judges[0]!.get(`/reviews/${none}/documents/pitch_deck/view`),
      app.visitor.get(`/public-record/${none}`),
      app.visitor.get(`/public-record/rounds/${none}/seal.json`),
      admin.put(`/rounds/${id}/judges/${proposal_id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...[422, 404, 404, 404, 404, 404, 200, 404, 409, 404],
      ...[404, 404, 404, 404, 200, 404, 404, 404, 404],
    ]);
  });
});
