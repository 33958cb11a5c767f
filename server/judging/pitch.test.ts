import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remindJudging } from '#server/judging/reminder-service.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram, PASSWORD } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, readInvitation } from '#tests/judging-world.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const inDays = (count: number, hour = 9) => {
  const day = new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
};

describe.each(ENGINES)('a pitch round, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const world = async (judges: Person[], count: number, round: Record<string, unknown> = {}) => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied = [];
    for (let done = 0; done < count; done += 1)
      applied.push(await insertApplication(app, program.id));
    const setup = { kind: 'pitch', sessions: [{ from: 1, starts_at: inDays(3) }], ...round };
    const id = await openRound(app, admin, program.id, { judges, places: 1, round: setup });
    return { id, applied, path: `/rounds/${id}`, programId: program.id };
  };
  const entriesOf = async (path: string) => (await admin.get(`${path}/entries`)).body;
  const queueOf = async (judge: Person, id: string) =>
    (await judge.get(`/reviews/?round_id=${id}`)).body;
  const idsOf = (rows: { proposal_id: string }[]) => rows.map(({ proposal_id }) => proposal_id);
  const scoresOf = async (path: string, scores: number[]) => {
    const { criteria } = (await admin.get(path)).body;
    return Object.fromEntries(criteria.map(({ id }: any, at: number) => [id, scores[at]]));
  };
  const reason = 'A reason that is long enough.';

  test('opens with an order by lot, a time for each, and everybody judges', async () => {
    const judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const { id, path, applied } = await world(judges, 4, { venue: 'Tamale' });
    const { seed } = await app.services.db.read
      .selectFrom('rounds')
      .select('seed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const lotOf = (receipt: string) => sha(`${seed}:order:${sha(`${receipt}:${id}`)}`);
    const wanted = applied.toSorted((a, b) => (lotOf(a.receipt) < lotOf(b.receipt) ? -1 : 1));
    const entries = await entriesOf(path);
    expect(idsOf(entries)).toEqual(wanted.map((one) => one.id));
    expect(entries.map(({ order }: any) => order)).toEqual([1, 2, 3, 4]);
    expect(entries[1]).toMatchObject({
      ...{ slot_at: inDays(3).replace('09:00', '09:12'), started_at: null, reviews: 2 },
    });
    const codes = entries.map(({ code }: any) => code);
    for (const judge of judges)
      expect((await queueOf(judge, id)).map(({ code }: any) => code)).toEqual(codes);
    expect((await admin.get(path)).body.counts).toMatchObject({ reviews: 8, short: 4 });
    const mail = (await told(applied[0]!.person.email, 'You pitch')).at(-1)!;
    expect(mail).toContain('Tamale');
    expect(mail).toContain('5 minutes, then 5 minutes of questions');
    expect((await told(judges[0]!.email, '4 pitches for you to judge')).length).toBe(1);
  });

  const told = async (email: string, words: string) => {
    await expect.poll(() => mailsWith(email, words).length).toBeGreaterThan(0);
    return mailsWith(email, words);
  };
  const mailsWith = (email: string, words: string) =>
    app
      .readMails(email)
      .map((mail) => mail.replace(/=\r?\n/g, ''))
      .filter((mail) => mail.includes(words));

  test('cannot open where the last pitch would end after the closing', async () => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    await insertApplication(app, program.id);
    const judge = await joinAsJudge(app, admin);
    const { body } = await admin.post('/rounds/', {
      ...{ program_id: program.id, name: 'Late', kind: 'pitch', places: 1 },
      ...{ judge_ids: [judge.id], closes_at: inDays(3), criteria: oneCriterion() },
      sessions: [{ from: 1, starts_at: inDays(3) }],
    });
    const refused = await admin.post(`/rounds/${body.id}/open`, { preview: true });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['closes_at']]);
  });
  const oneCriterion = () => [
    { name: 'Team', question: '', weight: 1, anchors: ['a', 'b', 'c', 'd', 'e'] },
  ];

  test('the order moves, by two desks at once too, and the others close up', async () => {
    const judge = await joinAsJudge(app, admin);
    const { path } = await world([judge], 4);
    const before = idsOf(await entriesOf(path));
    const move = (id: string, order: unknown) => admin.patch(`${path}/entries/${id}`, { order });
    expect((await move(before[3]!, 1)).body).toMatchObject({ order: 1, slot_at: inDays(3) });
    const [d, a, b, c] = idsOf(await entriesOf(path));
    expect([d, a, b, c]).toEqual([before[3], ...before.slice(0, 3)]);
    const both = await Promise.all([move(a!, 4), move(b!, 1)]);
    // What a desk sends is on top of what another one has changed: neither is refused.
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const after = await entriesOf(path);
    expect(after.map(({ order }: any) => order)).toEqual([1, 2, 3, 4]);
    expect(after[0].proposal_id).toBe(b);
    // With the version that both have read, one of them is told that it has changed.
    const headers = { 'if-match': (await admin.get(path)).headers.get('etag')! };
    const one = (id: string, order: number) =>
      admin.patch(`${path}/entries/${id}`, { order }, { headers });
    const versioned = await Promise.all([one(a!, 1), one(after[1].proposal_id, 4)]);
    expect(versioned.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(versioned.find(({ status }) => status === 412)!.body.code).toBe('changed_meanwhile');
    expect((await entriesOf(path)).map(({ order }: any) => order)).toEqual([1, 2, 3, 4]);
    for (const order of [0, 5, 1.5, 'first']) {
      const { status, body } = await move(a!, order);
      expect([status, Object.keys(body.fields)]).toEqual([422, ['order']]);
    }
    await admin.post(`${path}/close`);
    expect((await move(a!, 1)).body.code).toBe('round_not_open');
  });

  test('somebody is absent and back without a reason; times are kept', async () => {
    const judge = await joinAsJudge(app, admin);
    const { id, path } = await world([judge], 2);
    const [first] = await entriesOf(path);
    const entry = `${path}/entries/${first.proposal_id}`;
    const absent = await admin.patch(entry, { state: 'absent' });
    expect(absent.body).toMatchObject({ state: 'absent', reason: null });
    expect(await queueOf(judge, id)).toHaveLength(1);
    const [review] = (await app.services.db.read
      .selectFrom('judge_reviews')
      .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
      .select('judge_reviews.id')
      .where('entries.proposal_id', '=', first.proposal_id)
      .execute()) as [{ id: string }];
    // Scores of an absent one are taken: the state only says whether they count.
    await judge.post(`/reviews/${review.id}/declare`, { has_conflict: false });
    const scores = await scoresOf(path, [4, 4, 4, 4]);
    expect((await judge.put(`/reviews/${review.id}`, { scores })).body.state).toBe('submitted');
    expect((await admin.patch(entry, { state: 'in' })).body.state).toBe('in');
    expect((await admin.get(path)).body.counts.submitted).toBe(1);
    const [start, end] = [inDays(3), inDays(3, 10)];
    expect((await admin.patch(entry, { started_at: start, ended_at: end })).body).toMatchObject({
      ...{ started_at: start, ended_at: end },
    });
    const wrong = await admin.patch(entry, { ended_at: inDays(2) });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['ended_at']]);
    expect((await admin.patch(entry, { started_at: 'now' })).status).toBe(422);
    expect((await admin.patch(entry, { ended_at: null })).body.ended_at).toBeNull();
    await admin.post(`${path}/close`);
    expect((await admin.patch(entry, { state: 'absent' })).status).toBe(200);
    expect((await admin.patch(entry, { state: 'gone' })).status).toBe(422);
  });

  test('an own conflict bars the state, not order and times', async () => {
    const judge = await joinAsJudge(app, admin);
    const { path, applied } = await world([judge], 2);
    const tied = await app.signIn({ role: 'admin' });
    await admin.post(`${path}/conflicts`, {
      ...{ judge_id: tied.id, proposal_id: applied[0]!.id, kind: 'family', reason },
    });
    const entry = `${path}/entries/${applied[0]!.id}`;
    expect((await tied.patch(entry, { state: 'absent' })).body.code).toBe('conflict');
    expect((await tied.patch(entry, { order: 2, started_at: inDays(3) })).status).toBe(200);
  });

  test('in a reading round all of it is refused by field', async () => {
    const judge = await joinAsJudge(app, admin);
    const reading = { kind: 'reading', sessions: undefined, reviews_per_proposal: 1 };
    const { path, applied } = await world([judge], 1, reading);
    const entry = `${path}/entries/${applied[0]!.id}`;
    for (const [field, value] of Object.entries({
      ...{ state: 'absent', order: 1, started_at: inDays(1), ended_at: inDays(1) },
    })) {
      const { status, body } = await admin.patch(entry, { [field]: value });
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
  });

  test('everybody judges at all times: who is added, what is back, what is cleared', async () => {
    const [one, other] = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const late = await joinAsJudge(app, admin);
    const { id, path, applied } = await world([one, other], 3);
    const asked = await admin.post(`${path}/assignments`, { proposal_ids: [applied[0]!.id] });
    expect([asked.status, asked.body.code]).toEqual([409, 'everybody_judges']);
    const absent = `${path}/entries/${applied[2]!.id}`;
    await admin.patch(absent, { state: 'absent' });
    expect((await admin.put(`${path}/judges/${late.id}`)).body.assigned).toBe(3);
    await admin.patch(absent, { state: 'in' });
    expect(await queueOf(late, id)).toHaveLength(3);

    const entry = `${path}/entries/${applied[0]!.id}`;
    await admin.patch(entry, { state: 'withdrawn', reason });
    const newer = await joinAsJudge(app, admin);
    expect((await admin.put(`${path}/judges/${newer.id}`)).body.assigned).toBe(2);
    await admin.patch(entry, { state: 'in' });
    expect(await queueOf(newer, id)).toHaveLength(3);

    const { body: tie } = await admin.post(`${path}/conflicts`, {
      ...{ judge_id: one.id, proposal_id: applied[1]!.id, kind: 'family', reason },
    });
    expect(await queueOf(one, id)).toHaveLength(2);
    expect(await queueOf(other, id)).toHaveLength(3);
    await admin.patch(`/conflicts/${tie.id}`, { state: 'cleared', reason });
    expect(await queueOf(one, id)).toHaveLength(3);

    const out = await admin.delete(`${path}/judges/${other.id}`, { body: { reason } });
    expect(out.body).toEqual({ moved: 0, short: 0 });
    expect(await queueOf(other, id)).toHaveLength(0);
    expect((await admin.put(`${path}/judges/${other.id}`)).body.assigned).toBe(3);
    expect(await queueOf(other, id)).toHaveLength(3);
  });

  test('two phones that give what they send the same key take nothing from each other', async () => {
    const judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const { path } = await world(judges, 1);
    const scores = await scoresOf(path, [5, 4, 3, 2]);
    for (const judge of judges) {
      const [{ review_id }] = (await judge.get(`${path}/pack`)).body.entries;
      const at = app.services.clock().toISOString();
      const said = { key: 'same', n: 1, review_id, changed_at: at, has_conflict: false, scores };
      const sent = { device: 'phone', sent_at: at, entries: [said] };
      for (const result of ['saved', 'known'])
        expect((await judge.post(`${path}/sync`, sent)).body).toMatchObject({
          ...{ results: [{ result }], reviews: [{ id: review_id, state: 'submitted', scores }] },
        });
    }
  });

  test('who accepts or is active again after the opening gets every pitch', async () => {
    const judge = await joinAsJudge(app, admin);
    const away = await joinAsJudge(app, admin);
    const email = 'late-to-accept@judges.example';
    const invited = await admin.post('/judges/', {
      ...{ email, first_name: 'Ama', last_name: 'Late', region: 'Oti' },
    });
    const setActive = (is_active: boolean) =>
      admin.patch(`/auth/admin/${away.id}/status`, { is_active });
    await setActive(false);
    const coming = { ...away, id: invited.body.id as string };
    const { id, path, applied } = await world([judge, away, coming], 3);
    const assigned = async () => {
      const rows = (await admin.get(`${path}/judges`)).body as any[];
      const of = (who: string) => rows.find((row) => row.judge.id === who).assigned;
      return [judge.id, away.id, coming.id].map(of);
    };
    expect(await assigned()).toEqual([3, 0, 0]);
    const tie = { judge_id: away.id, proposal_id: applied[0]!.id, kind: 'family', reason };
    await admin.post(`${path}/conflicts`, tie);
    expect((await setActive(true)).status).toBe(200);
    expect(await assigned()).toEqual([3, 2, 0]);
    const token = await readInvitation(app, email);
    const accepted = await app.visitor.post(`/judge-invitations/${token}`, {
      ...{ accept: true, agrees: true, password: PASSWORD },
    });
    expect(accepted.status).toBe(200);
    expect(await assigned()).toEqual([3, 2, 3]);
    expect(await queueOf(judge, id)).toHaveLength(3);
  });

  test('who was away while the round was closed gets every pitch when it is open again', async () => {
    const [judge, away] = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const setActive = (is_active: boolean) =>
      admin.patch(`/auth/admin/${away.id}/status`, { is_active });
    await setActive(false);
    const { path } = await world([judge, away], 2);
    await admin.post(`${path}/close`);
    await setActive(true);
    const assigned = async () =>
      (await admin.get(`${path}/judges`)).body.find((row: any) => row.judge.id === away.id)
        .assigned;
    expect(await assigned()).toBe(0);
    const closes_at = inDays(10);
    expect((await admin.post(`${path}/reopen`, { reason, closes_at })).status).toBe(200);
    expect(await assigned()).toBe(2);
    expect((await admin.put(`${path}/judges/${away.id}`)).body.assigned).toBe(0);
  });

  test('any whole save submits, and who did not hear it abstains until there are scores', async () => {
    const judge = await joinAsJudge(app, admin);
    const { id, path } = await world([judge], 2);
    const [review, second] = await queueOf(judge, id);
    const url = `/reviews/${review.id}`;
    expect((await judge.put(url, { scores: {} })).body.code).toBe('not_declared');
    for (const one of [review, second])
      await judge.post(`/reviews/${one.id}/declare`, { has_conflict: false });
    const scores = await scoresOf(path, [5, 4, 3, 2]);
    const [[first, value], ...rest] = Object.entries(scores) as [[string, number]];
    expect((await judge.put(url, { scores: { [first]: value } })).body.state).toBe('started');
    const whole = await judge.put(url, { scores: Object.fromEntries(rest), note: 'Good' });
    expect(whole.body).toMatchObject({ state: 'submitted', total: 75, others: null });
    const abstained = await judge.post(`/reviews/${second.id}/abstain`, { reason: 'other' });
    expect(abstained.body.state).toBe('abstained');
    expect((await admin.get(path)).body.counts.short).toBe(0);
    const back = await judge.put(`/reviews/${second.id}`, { scores: { [first]: 2 } });
    expect(back.body.state).toBe('started');
    expect((await admin.get(path)).body.counts.short).toBe(1);
    const versions = (await judge.get(`${url}/versions`)).body;
    expect(versions.map((one: any) => [one.source, one.device, one.result, one.note])).toEqual([
      ['screen', null, 'saved', ''],
      ['screen', null, 'saved', 'Good'],
    ]);
  });

  test('a save that changes nothing is no version, of an abstention neither', async () => {
    const judge = await joinAsJudge(app, admin);
    const { id, path } = await world([judge], 1);
    const [review] = await queueOf(judge, id);
    const url = `/reviews/${review.id}`;
    await judge.post(`${url}/declare`, { has_conflict: false });
    const scores = await scoresOf(path, [5, 4, 3, 2]);
    const versions = async () => (await judge.get(`${url}/versions`)).body.length;
    const { body: first } = await judge.put(url, { scores, note: 'Good' });
    expect((await judge.put(url, { scores, note: 'Good' })).body.revision).toBe(first.revision);
    expect(await versions()).toBe(1);
    const [other] = await queueOf(judge, (await world([judge], 1)).id);
    const second = `/reviews/${other.id}`;
    await judge.post(`${second}/declare`, { has_conflict: false });
    const { body: abstained } = await judge.post(`${second}/abstain`, { reason: 'time' });
    for (const nothing of [{}, { scores: {} }, { strength: '' }]) {
      const { body } = await judge.put(second, nothing);
      expect([body.state, body.revision]).toEqual(['abstained', abstained.revision]);
    }
    expect((await judge.get(`${second}/versions`)).body).toHaveLength(1);
  });

  test('a tie can be declared of one that was not heard', async () => {
    const judge = await joinAsJudge(app, admin);
    const { id, path } = await world([judge], 1);
    const [review] = await queueOf(judge, id);
    const url = `/reviews/${review.id}`;
    await judge.post(`${url}/abstain`, { reason: 'expertise' });
    const tie = { has_conflict: true, kind: 'family', reason: 'My cousin.' };
    const declared = await judge.post(`${url}/declare`, tie);
    expect([declared.status, declared.body.state]).toEqual([200, 'recused']);
    const [conflict] = (await admin.get(`${path}/conflicts`)).body;
    expect(conflict).toMatchObject({ origin: 'declared', kind: 'family' });
    await admin.patch(`/conflicts/${conflict.id}`, { state: 'cleared', reason });
    expect((await judge.get(url)).body.state).toBe('abstained');
    // It was answered once: scores take the abstention back.
    const scores = await scoresOf(path, [5, 4, 3, 2]);
    expect((await judge.put(url, { scores })).body.state).toBe('submitted');
  });

  test('judges hear of each session the day before, once; no half time, no last two days', async () => {
    const judge = await joinAsJudge(app, admin);
    const sessions = [
      { from: 1, starts_at: inDays(3) },
      { from: 2, starts_at: inDays(3, 14) },
      { from: 3, starts_at: inDays(5) },
    ];
    await world([judge], 3, { sessions, venue: 'Tamale' });
    const at = async (day: number, hour: number) => {
      app.setClock(new Date(inDays(day, hour)));
      await Promise.all([remindJudging(app.services), remindJudging(app.services)]);
      const rows = await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', judge.email)
        .orderBy('created_at')
        .execute();
      expect(rows.filter(({ subject }) => / done$/.test(subject))).toEqual([]);
      return rows.filter(({ subject }) => subject.includes(' begins on '));
    };
    try {
      expect(await at(2, 8)).toEqual([]);
      expect(await at(2, 10)).toHaveLength(1);
      const [mail] = await told(judge.email, 'You judge the pitches of');
      expect(mail!.replaceAll(/\s+/g, ' ')).toMatch(
        /Place: Tamale.*Open this page while you have signal\./,
      );
      // The afternoon of the same day is no further mail.
      expect(await at(3, 12)).toHaveLength(1);
      expect(await at(4, 10)).toHaveLength(2);
      expect(await at(6, 10)).toHaveLength(2);
    } finally {
      app.setClock(new Date());
    }
  });

  test('sessions can change until the closing, in public', async () => {
    const judge = await joinAsJudge(app, admin);
    const { path, programId, applied } = await world([judge], 2);
    const sessions = [{ from: 1, starts_at: inDays(4) }];
    expect((await admin.patch(path, { sessions })).body).toMatchObject({
      ...{ sessions, date: inDays(4).slice(0, 10) },
    });
    const [round] = (await app.visitor.get(`/public-record/${programId}`)).body.rounds;
    expect(round.changes.map(({ field }: any) => field)).toEqual(['sessions', 'date']);
    const late = await admin.patch(path, { sessions: [{ from: 1, starts_at: inDays(20) }] });
    expect([late.status, Object.keys(late.body.fields)]).toEqual([422, ['sessions']]);
    const minutes = { pitch: 3, questions: 3, change: 3 };
    expect((await admin.patch(path, { minutes })).body.code).toBe('round_not_draft');
    // A day later is told at once, and a second time only an hour later.
    const { email } = applied[0]!.person;
    expect(await told(email, 'has moved')).toHaveLength(1);
    await admin.patch(path, { sessions: [{ from: 1, starts_at: inDays(5) }] });
    await admin.patch(path, { sessions: [{ from: 1, starts_at: inDays(5, 11) }] });
    expect(mailsWith(email, 'has moved')).toHaveLength(1);
    await admin.post(`${path}/close`);
    expect((await admin.patch(path, { sessions })).body.code).toBe('round_not_open');
  });
});
