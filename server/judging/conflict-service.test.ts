import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';

const reason = 'A cousin of mine is behind this business.';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let tied: Person;
  let judges: Person[];
  beforeAll(async () => {
    app = await createTestAppOn(engine, { UNDO_SECONDS: '300' });
    admin = await app.signIn({ role: 'admin' });
    tied = await app.signIn({ role: 'admin' });
    judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
  });
  afterAll(() => app.close());

  const apply = async (count: number) => {
    const { id: programId } = await insertProgram(app.services, { deadline_date: days(-1) });
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push((await insertApplication(app, programId)).id);
    return { programId, ids };
  };
  const judge = async (count: number, places = 1) => {
    const { programId, ids } = await apply(count);
    const opening = { judges, places, round: { is_final: true, reviews_per_proposal: 1 } };
    const id = await openRound(app, admin, programId, opening);
    return { programId, ids, id, path: `/rounds/${id}` };
  };
  const tie = async (path: string, proposal_id: string, person = tied) => {
    const sent = { judge_id: person.id, proposal_id, kind: 'family', reason };
    return (await admin.post(`${path}/conflicts`, sent)).body.id as string;
  };
  const close = async ({ id, path }: { id: string; path: string }) => {
    for (const one of judges) await submitAll(one, id, () => [4, 4, 4, 4]);
    await admin.post(`${path}/close`, {});
  };
  const answerOf = async (asked: Promise<{ status: number; body: any }>) => {
    const { status, body } = await asked;
    return [status, body.code];
  };
  const CONFLICT = [409, 'conflict'];

  test('an admin with a tie finds every door of the desk closed, until another admin clears it', async () => {
    const before = await apply(2);
    const world = await judge(2);
    const [own, other] = before.ids as [string, string];
    const id = await tie(world.path, own);
    const decline = { decision: 'declined', decline_reason: 'It does not fit this program.' };
    expect(await answerOf(tied.patch(`/proposals/${own}/admin`, decline))).toEqual(CONFLICT);
    expect(await answerOf(tied.patch(`/proposals/${own}/admin`, { decision: 'approved' }))).toEqual(
      CONFLICT,
    );
    expect(
      await answerOf(tied.patch(`/proposals/${own}/admin`, { funding_stage: 'GROWTH' })),
    ).toEqual(CONFLICT);
    const bulk = { ids: [own, other], change: { decision: 'approved' } };
    const refused = await tied.post('/proposals/admin/bulk', bulk);
    expect([refused.status, refused.body.code]).toEqual([409, 'some_refused']);
    expect(refused.body.refused).toEqual([
      { id: own, code: 'conflict', reason: expect.stringContaining('conflict of interest') },
    ]);
    const preview = await tied.post('/proposals/admin/bulk', { ...bulk, preview: true });
    expect(preview.body).toMatchObject({ would_change: 1, refused: [{ id: own }] });
    expect((await admin.get(`/proposals/${own}/admin`)).body.decision).toBe('undecided');

    const run = await admin.post('/proposals/admin/bulk', { ids: [own], change: bulk.change });
    expect(run.body.changed).toBe(1);
    const undo = (person: Person) =>
      answerOf(person.post(`/proposals/admin/bulk/${run.body.run_id}/undo`, {}));
    expect(await undo(tied)).toEqual([409, 'some_refused']);
    expect((await admin.get(`/proposals/${own}/admin`)).body.decision).toBe('approved');
    expect(await undo(admin)).toEqual([200, undefined]);
    expect((await admin.get(`/proposals/${own}/admin`)).body.decision).toBe('undecided');

    const cleared = { state: 'cleared', reason: 'I have looked at it once more.' };
    expect(await answerOf(tied.patch(`/conflicts/${id}`, cleared))).toEqual(CONFLICT);
    expect(await answerOf(tied.patch(`/conflicts/${id}`, { state: 'possible' }))).toEqual(CONFLICT);
    expect((await admin.patch(`/conflicts/${id}`, cleared)).status).toBe(200);
    const stage = { funding_stage: 'GROWTH' };
    expect((await tied.patch(`/proposals/${own}/admin`, stage)).status).toBe(200);
  });

  test('nor may they withdraw, redact, read once more, hide, decide, fill, seal or release', async () => {
    const world = await judge(2);
    const { path, ids } = world;
    const [own, other] = ids as [string, string];
    await tie(path, own);
    const entry = `${path}/entries/${own}`;
    expect(await answerOf(tied.patch(entry, { state: 'withdrawn', reason }))).toEqual(CONFLICT);
    expect(await answerOf(tied.patch(entry, { redacted_description: 'Gone.' }))).toEqual(CONFLICT);
    const more = { proposal_ids: [other, own], count: 1 };
    expect(await answerOf(tied.post(`${path}/assignments`, more))).toEqual(CONFLICT);
    await close(world);
    const [review] = (await admin.get(`${path}/reviews?proposal_id=${own}`)).body;
    const hide = { is_hidden: true, reason };
    expect(await answerOf(tied.post(`/reviews/${review.id}/hide`, hide))).toEqual(CONFLICT);
    expect(await answerOf(tied.put(`${path}/decisions`, { from_ranking: true }))).toEqual(CONFLICT);
    for (const row of [{ outcome: 'selected' }, { amount: 5 }, { funding_stage: 'GROWTH' }])
      expect(
        await answerOf(tied.put(`${path}/decisions`, { rows: [{ proposal_id: own, ...row }] })),
      ).toEqual(CONFLICT);
    const rows = [
      { proposal_id: own, outcome: 'selected', reason },
      { proposal_id: other, outcome: 'not_selected', reason },
    ];
    expect((await admin.put(`${path}/decisions`, { rows })).status).toBe(200);
    expect(await answerOf(tied.post(`${path}/seal`, {}))).toEqual(CONFLICT);
    expect((await admin.post(`${path}/seal`, {})).status).toBe(200);
    expect(await answerOf(tied.post(`${path}/release`, {}))).toEqual(CONFLICT);
    expect(await answerOf(tied.post(`${path}/release`, { at: days(1) }))).toEqual(CONFLICT);
    expect((await admin.post(`${path}/release`, {})).body.state).toBe('released');
    const correction = { decision: 'declined', decline_reason: reason, correction_reason: reason };
    expect(await answerOf(tied.patch(`/proposals/${own}/admin`, correction))).toEqual(CONFLICT);
  });

  test('a round in which it is not selected can be sealed and released by them', async () => {
    const world = await judge(2);
    const { path, ids } = world;
    const [own, other] = ids as [string, string];
    await tie(path, own);
    await close(world);
    const rows = [
      { proposal_id: own, outcome: 'not_selected', reason },
      { proposal_id: other, outcome: 'selected', reason },
    ];
    await admin.put(`${path}/decisions`, { rows });
    expect((await tied.post(`${path}/seal`, {})).status).toBe(200);
    expect((await tied.post(`${path}/release`, {})).body.state).toBe('released');
  });

  test('released results are corrected singly and with a public reason, and the applicant is told', async () => {
    const world = await judge(2);
    const { path, ids, programId } = world;
    await close(world);
    await admin.put(`${path}/decisions`, { from_ranking: true });
    await admin.post(`${path}/seal`, {});
    await admin.post(`${path}/release`, {});
    const listed = (await admin.get(`${path}/decisions`)).body;
    const winner = listed.find((one: any) => one.outcome === 'selected').proposal_id;
    const sealed = (await app.visitor.get(`/public-record/rounds/${world.id}/seal.json`)).text;
    const undecided = { decision: 'undecided' };
    const bulk = { ids, change: undecided, skip_refused: true };
    const many = await admin.post('/proposals/admin/bulk', bulk);
    expect(many.body).toMatchObject({
      changed: 0,
      refused: ids.map((id) => expect.objectContaining({ id, code: 'released' })),
    });
    const review = `/proposals/${winner}/admin`;
    const decline = { decision: 'declined', decline_reason: 'The papers were not genuine.' };
    const silent = await admin.patch(review, decline);
    expect([silent.status, Object.keys(silent.body.fields)]).toEqual([422, ['correction_reason']]);
    const short = await admin.patch(review, { ...decline, correction_reason: 'Too short' });
    expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ['correction_reason']]);
    const correction_reason = 'A document of the application was not genuine.';
    const corrected = await admin.patch(review, { ...decline, correction_reason });
    expect([corrected.status, corrected.body.decision]).toEqual([200, 'declined']);
    const { rounds } = (await app.visitor.get(`/public-record/${programId}`)).body;
    expect(rounds[0].corrections).toEqual([
      { at: expect.any(String), before: 'approved', after: 'declined', reason: correction_reason },
    ]);
    expect((await app.visitor.get(`/public-record/rounds/${world.id}/seal.json`)).text).toBe(
      sealed,
    );
    const waiting = await app.services.db.read
      .selectFrom('proposals')
      .select(['announce_at', 'announced_decision'])
      .where('id', '=', winner)
      .executeTakeFirstOrThrow();
    expect(waiting.announce_at !== null || waiting.announced_decision === 'declined').toBe(true);
    expect((await admin.patch(review, { flagged: true })).status).toBe(200);
  });

  test('the digest of a review in the log cannot be guessed, and it is not left once submitted', async () => {
    const world = await judge(1);
    for (const one of judges) await submitAll(one, world.id, () => [4, 4, 4, 4]);
    const all = await Promise.all(
      judges.map(async (one) => (await one.get(`/reviews/?round_id=${world.id}`)).body[0]),
    );
    const index = all.findIndex((one) => one !== undefined);
    const review = all[index];
    const row = await app.services.db.read
      .selectFrom('audit_log')
      .select('changes')
      .where('subject_id', '=', review.id)
      .where('action', '=', 'review.submit')
      .executeTakeFirstOrThrow();
    const { createHash } = await import('node:crypto');
    const plain = createHash('sha256').update(JSON.stringify(review.scores)).digest('hex');
    expect(JSON.stringify(row.changes)).toMatch(/[0-9a-f]{64}/);
    expect(JSON.stringify(row.changes)).not.toContain(plain);
    const asked = judges[index]!.post(`/reviews/${review.id}/abstain`, { reason: 'time' });
    expect(await answerOf(asked)).toEqual([409, 'review_submitted']);
  });

  test('once a round was opened, the deadline of its program stands for good', async () => {
    const world = await judge(1);
    const move = () => admin.patch(`/programs/${world.programId}`, { deadline_date: days(20) });
    expect(await answerOf(move())).toEqual([409, 'in_round']);
    await close(world);
    await admin.put(`${world.path}/decisions`, { from_ranking: true });
    await admin.post(`${world.path}/seal`, {});
    expect((await admin.post(`${world.path}/release`, {})).body.state).toBe('released');
    expect(await answerOf(move())).toEqual([409, 'in_round']);
    const hidden = await admin.patch(`/programs/${world.programId}`, { is_public: false });
    expect(hidden.status).toBe(200);
    expect((await app.visitor.get(`/public-record/${world.programId}`)).status).toBe(200);
  });

  /** How often the open round looked for judges since, and who has what. */
  const fillsOf = async (roundId: string) =>
    (
      await app.services.db.read
        .selectFrom('audit_log')
        .select('id')
        .where('subject_id', '=', roundId)
        .where('action', '=', 'review.assign')
        .execute()
    ).length;
  const loadsOf = async (people: Person[], id: string) =>
    Promise.all(
      people.map(async (one) => (await one.get(`/reviews/?round_id=${id}`)).body.length as number),
    );

  test('one change of interests gives all that it recuses to others in one look, or changes nothing', async () => {
    const [one, other] = judges as [Person, Person];
    const world = await judge(12);
    const [own] = await loadsOf([one], world.id);
    expect(own).toBeGreaterThan(1);
    const people = ['Adwoa Owusu'];
    const { read } = app.services.db;
    await read.schema.alterTable('conflicts').renameTo('conflicts_away').execute();
    const broken = await one.patch('/judges/me', { people });
    await read.schema.alterTable('conflicts_away').renameTo('conflicts').execute();
    expect(broken.status).toBe(500);
    expect((await one.get('/judges/me')).body.people).toEqual([]);
    expect((await one.patch('/judges/me', { people })).body.people).toEqual(people);
    expect(await loadsOf([one, other], world.id)).toEqual([0, 12]);
    expect(await fillsOf(world.id)).toBe(1);
    await one.patch('/judges/me', { people: [] });
  });

  test('a new phone number of a judge or of an applicant is looked at in open rounds, by every door', async () => {
    const readers = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const [one, other] = readers as [Person, Person];
    const { programId, ids } = await apply(6);
    const round = { reviews_per_proposal: 2 };
    const id = await openRound(app, admin, programId, { judges: readers, places: 1, round });
    const owners = await app.services.db.read
      .selectFrom('proposals')
      .innerJoin('users', 'users.id', 'proposals.user_id')
      .select(['proposals.id', 'users.phone_number'])
      .where('proposals.id', 'in', ids)
      .execute();
    const phoneOf = (at: number) => owners.find((row) => row.id === ids[at])!.phone_number;
    const tiesOf = async (person: Person) =>
      (await admin.get(`/rounds/${id}/conflicts`)).body
        .filter((row: any) => row.judge_id === person.id)
        .map((row: any) => [row.proposal_id, row.kind]);
    await admin.patch(`/judges/${one.id}`, { phone_number: phoneOf(0) });
    expect(await tiesOf(one)).toEqual([[ids[0], 'same_person']]);
    await one.patch('/auth/me', { phone_number: phoneOf(1) });
    expect(await tiesOf(one)).toEqual([
      [ids[0], 'same_person'],
      [ids[1], 'same_person'],
    ]);
    expect(await loadsOf(readers, id)).toEqual([4, 6]);

    const phone_number = '0559876501';
    await other.patch('/auth/me', { phone_number });
    expect(await tiesOf(other)).toEqual([]);
    const person = await app.signIn({ first_name: 'Ekow' });
    await app.services.db.read
      .updateTable('proposals')
      .set({ user_id: person.id })
      .where('id', '=', ids[2]!)
      .execute();
    expect((await person.patch('/auth/me', { phone_number })).status).toBe(200);
    expect(await tiesOf(other)).toEqual([[ids[2], 'same_person']]);
    expect(await loadsOf(readers, id)).toEqual([4, 5]);
    // It is theirs to know that they changed a number, not who judges.
    expect((await person.get('/auth/me/data')).text).not.toContain(other.id);

    const late = await joinAsJudge(app, admin);
    await admin.patch(`/judges/${late.id}`, { phone_number: phoneOf(0) });
    expect(await tiesOf(late)).toEqual([]);
    await admin.put(`/rounds/${id}/judges/${late.id}`, {});
    // Of the three that are short, not the one of the same number.
    expect(await tiesOf(late)).toEqual([[ids[0], 'same_person']]);
    expect(await loadsOf([late], id)).toEqual([2]);
  });
});
