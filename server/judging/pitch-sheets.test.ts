import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound } from '#tests/judging-world.ts';

const reason = 'A reason that is long enough.';

describe.each(ENGINES)('paper and the evening of a pitch round, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judge: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    judge = await joinAsJudge(app, admin);
  });
  afterAll(() => app.close());

  const world = async (count: number, round: Record<string, unknown> = {}, judges = [judge]) => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied = [];
    for (let done = 0; done < count; done += 1)
      applied.push(await insertApplication(app, program.id));
    const setup = { kind: 'pitch', ...round };
    const id = await openRound(app, admin, program.id, { judges, places: 1, round: setup });
    const { criteria } = (await admin.get(`/rounds/${id}`)).body;
    const scores = (...given: number[]) =>
      Object.fromEntries(given.map((score, at) => [criteria[at].id, score]));
    const { entries } = (await judges[0]!.get(`/rounds/${id}/pack`)).body;
    const reviews: string[] = entries.map((one: any) => one.review_id);
    return { id, path: `/rounds/${id}`, program, applied, scores, reviews, criteria };
  };
  type World = Awaited<ReturnType<typeof world>>;
  const typeIn = (one: World, entries: unknown, who = admin, judge_id = judge.id) =>
    who.post(`${one.path}/sheets`, { judge_id, entries });
  const resultsOf = ({ body }: { body: any }) =>
    body.results.map(({ result, code }: any) => code ?? result);
  const settle = (one: World, review: string, body: object, who = admin) =>
    who.patch(`${one.path}/sheets/${review}`, body);
  const sheetsOf = async (one: World) => (await admin.get(`${one.path}/sheets`)).body;
  const stateOf = async (id: string) => {
    const { round_id, state, scores } = (await judge.get(`/reviews/${id}`)).body;
    const { criteria } = (await judge.get(`/rounds/${round_id}`)).body;
    const inOrder = criteria.map(({ id: criterion }: { id: string }) => scores[criterion]);
    return [state, inOrder.filter((score: unknown) => score !== undefined)];
  };
  let count = 0;
  const sync = (one: World, review_id: string, more: object, who = judge) =>
    who.post(`${one.path}/sync`, {
      device: 'phone',
      entries: [
        {
          ...{ key: `key-${(count += 1)}`, review_id, has_conflict: false },
          ...{ changed_at: app.services.clock().toISOString(), ...more },
        },
      ],
    });
  const mailsWith = (email: string, words: string) =>
    app
      .readMails(email)
      .map((mail) => mail.replace(/=\r?\n/g, ''))
      .filter((mail) => mail.includes(words));

  test('a sheet is typed once, and a second time as the check; the judge hears of it', async () => {
    const one = await world(3);
    const [first, second, third] = one.reviews as [string, string, string];
    const pile = [
      { review_id: first, scores: one.scores(5, 4, 3, 2) },
      { review_id: second, not_heard: true },
      { review_id: third, has_conflict: true, kind: 'family' },
    ];
    expect(resultsOf(await typeIn(one, pile))).toEqual(['saved', 'saved', 'saved']);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    expect((await stateOf(second))[0]).toBe('abstained');
    expect((await stateOf(third))[0]).toBe('recused');
    expect(resultsOf(await typeIn(one, pile.slice(0, 2)))).toEqual(['same', 'same']);
    const sheets = await sheetsOf(one);
    expect(sheets.entries.map(({ order }: any) => order)).toEqual([1, 2, 3]);
    const [{ reviews }] = sheets.judges;
    expect(reviews.map((row: any) => [row.review_id, row.typed])).toEqual([
      ...[
        [first, 2],
        [second, 2],
        [third, 1],
      ],
    ]);
    expect(sheets.differences).toEqual([]);
    const words = 'typed from your sheet';
    await expect.poll(() => mailsWith(judge.email, words).length).toBe(1);
  });

  test('each entry stands alone, and refusals name what is wrong', async () => {
    const one = await world(2);
    const [first, second] = one.reviews as [string, string];
    const tied = await app.signIn({ role: 'admin' });
    const { entries } = await sheetsOf(one);
    await admin.post(`${one.path}/conflicts`, {
      ...{ judge_id: tied.id, proposal_id: entries[0].proposal_id, kind: 'family', reason },
    });
    const answer = await typeIn(
      one,
      [
        { review_id: first, scores: one.scores(5) },
        { review_id: second, scores: one.scores(9) },
        { review_id: 'nobody', scores: one.scores(1) },
        { review_id: second, scores: one.scores(1) },
      ],
      tied,
    );
    expect(resultsOf(answer)).toEqual(['conflict', 'invalid', 'not_found', 'saved']);
    const other = await joinAsJudge(app, admin);
    const wrong = await typeIn(one, [], admin, other.id);
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['judge_id']]);
    const many = await typeIn(one, Array(201).fill({}));
    expect([many.status, Object.keys(many.body.fields)]).toEqual([422, ['entries']]);
    expect((await judge.get(`${one.path}/sheets`)).status).toBe(403);
    const draft = await admin.post('/rounds/', { clone_of: one.id, name: 'Draft' });
    const path = `/rounds/${draft.body.id}`;
    expect((await admin.get(`${path}/sheets`)).body.code).toBe('round_not_open');
    expect((await typeIn({ ...one, path }, [])).body.code).toBe('round_not_open');
    await admin.post(`${one.path}/close`);
    expect((await typeIn(one, [])).body.code).toBe('round_not_open');
  });

  test('typings that differ are settled with a note before anything is sealed', async () => {
    const one = await world(2);
    const [first, second] = one.reviews as [string, string];
    await typeIn(one, [
      { review_id: first, scores: one.scores(5, 4, 3, 2) },
      { review_id: second, scores: one.scores(1, 1, 1, 1) },
    ]);
    const again = await typeIn(one, [{ review_id: first, scores: one.scores(5, 4, 3, 3) }]);
    expect(resultsOf(again)).toEqual(['differs']);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    const [difference] = (await sheetsOf(one)).differences;
    expect(difference).toMatchObject({
      ...{ review_id: first, judge_id: judge.id, criteria: [one.criteria[3].id], own: null },
      ...{ typed: [one.scores(5, 4, 3, 2), one.scores(5, 4, 3, 3)], settled_at: null },
    });
    await admin.post(`${one.path}/close`);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    const early = await admin.post(`${one.path}/seal`, {});
    expect([early.status, early.body.code]).toEqual([409, 'sheets_differ']);
    expect(early.body.message).toBe('The typed sheets differ. Settle them before you seal.');
    expect(early.body.refused).toHaveLength(1);
    for (const [field, body] of [
      ['note', { note: 'Short' }],
      ['note', {}],
      ['scores', { note: reason, scores: one.scores(7) }],
    ] as const) {
      const { status, body: problem } = await settle(one, first, body);
      expect([status, Object.keys(problem.fields)]).toEqual([422, [field]]);
    }
    expect((await settle(one, second, { note: reason })).status).toBe(404);
    const settled = await settle(one, first, { note: reason, scores: one.scores(5, 4, 3, 3) });
    expect(settled.body).toMatchObject({ note: reason });
    expect(settled.body.settled_at).not.toBeNull();
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 3]]);
    expect((await settle(one, first, { note: reason })).status).toBe(404);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    expect((await admin.post(`${one.path}/seal`, {})).status).toBe(200);
    expect((await settle(one, first, { note: reason })).body.code).toBe('round_sealed');
    const versions = (await judge.get(`/reviews/${first}/versions`)).body;
    expect(versions.map((row: any) => [row.source, row.result])).toEqual([
      ...[
        ['sheet', 'saved'],
        ['sheet', 'differs'],
        ['sheet', 'settled'],
      ],
    ]);
  });

  test('a row is typed in halves, and is checked once both are typed again', async () => {
    const one = await world(1);
    const [first] = one.reviews as [string];
    const [a, b, c, d] = one.criteria.map(({ id }: { id: string }) => id) as string[];
    const halves = [
      { [a!]: 5, [b!]: 4 },
      { [c!]: 3, [d!]: 2 },
    ] as const;
    const typed = async () => (await sheetsOf(one)).judges[0].reviews[0].typed;
    const half = (at: 0 | 1) => typeIn(one, [{ review_id: first, scores: halves[at] }]);
    expect(resultsOf(await half(0))).toEqual(['saved']);
    expect(await stateOf(first)).toEqual(['started', [5, 4]]);
    expect(resultsOf(await half(1))).toEqual(['saved']);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    expect(await typed()).toBe(1);
    expect(resultsOf(await half(1))).toEqual(['same']);
    expect(await typed()).toBe(1);
    expect(resultsOf(await half(0))).toEqual(['same']);
    expect(await typed()).toBe(2);
    const odd = await typeIn(one, [{ review_id: first, scores: { [a!]: 1 } }]);
    expect(resultsOf(odd)).toEqual(['differs']);
    await settle(one, first, { note: reason, scores: { [a!]: 1 } });
    expect(await stateOf(first)).toEqual(['submitted', [1, 4, 3, 2]]);
  });

  test('a tie over scores that count, and scores over a tie, are differences', async () => {
    const one = await world(3);
    const [first, second, third] = one.reviews as [string, string, string];
    const tie = { has_conflict: true, kind: 'family' };
    const scores = one.scores(5, 4, 3, 2);
    await typeIn(one, [
      { review_id: first, scores },
      { review_id: second, ...tie },
    ]);
    await sync(one, third, { scores });
    const again = [
      { review_id: first, ...tie },
      { review_id: second, scores },
      { review_id: third, ...tie },
    ];
    expect(resultsOf(await typeIn(one, again))).toEqual(['differs', 'differs', 'differs']);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    expect((await stateOf(second))[0]).toBe('recused');
    expect(await stateOf(third)).toEqual(['submitted', [5, 4, 3, 2]]);
    expect((await admin.get(`${one.path}/conflicts`)).body).toHaveLength(1);
    const same = await typeIn(one, [{ review_id: second, ...tie, kind: 'business' }]);
    expect(resultsOf(same)).toEqual(['same']);
    expect((await admin.get(`${one.path}/conflicts`)).body).toHaveLength(1);
    const { differences } = await sheetsOf(one);
    expect(differences.map(({ review_id }: any) => review_id).sort()).toEqual(
      one.reviews.toSorted(),
    );
    expect(differences.find(({ review_id }: any) => review_id === first)).toMatchObject({
      ...{ criteria: one.criteria.map(({ id }: any) => id), typed: [scores, {}] },
    });
    const versions = (await judge.get(`/reviews/${first}/versions`)).body;
    expect(versions.at(-1)).toMatchObject({ result: 'differs', has_conflict: true });
    await admin.post(`${one.path}/close`);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    const early = await admin.post(`${one.path}/seal`, {});
    expect([early.body.code, early.body.refused.length]).toEqual(['sheets_differ', 3]);
    for (const review of one.reviews)
      expect((await settle(one, review, { note: reason })).status).toBe(200);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    expect((await admin.post(`${one.path}/seal`, { note: reason })).status).toBe(200);
  });

  test('a tie that was typed by slip is settled with the scores, cleared, and they count', async () => {
    const one = await world(1);
    const [first] = one.reviews as [string];
    const scores = one.scores(5, 4, 3, 2);
    await typeIn(one, [{ review_id: first, has_conflict: true }]);
    await typeIn(one, [{ review_id: first, scores }]);
    await admin.post(`${one.path}/close`);
    const seal = () => admin.post(`${one.path}/seal`, { note: reason });
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    expect((await seal()).body.code).toBe('sheets_differ');
    expect((await settle(one, first, { note: reason, scores })).status).toBe(200);
    const [conflict] = (await admin.get(`${one.path}/conflicts`)).body;
    await admin.patch(`/conflicts/${conflict.id}`, { state: 'cleared', reason });
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    expect((await seal()).status).toBe(200);
  });

  test('a tie of another source stops no sealing, whatever the sheet says', async () => {
    const one = await world(1);
    const [first] = one.reviews as [string];
    await sync(one, first, { has_conflict: true });
    await typeIn(one, [{ review_id: first, scores: one.scores(5, 4, 3, 2) }]);
    await typeIn(one, [{ review_id: first, scores: one.scores(5, 4, 3, 3) }]);
    await admin.post(`${one.path}/close`);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    const { entries } = await sheetsOf(one);
    const outcomes = [{ proposal_id: entries[0].proposal_id, outcome: 'not_selected', reason }];
    await admin.put(`${one.path}/decisions`, { outcomes });
    expect((await admin.post(`${one.path}/seal`, { note: reason })).status).toBe(200);
  });

  test('a tie that was typed and cleared stays cleared', async () => {
    const one = await world(1);
    const [first] = one.reviews as [string];
    const tie = { review_id: first, has_conflict: true, kind: 'family' };
    await typeIn(one, [tie]);
    const [conflict] = (await admin.get(`${one.path}/conflicts`)).body;
    await admin.patch(`/conflicts/${conflict.id}`, { state: 'cleared', reason });
    expect(resultsOf(await typeIn(one, [tie]))).toEqual(['same']);
    expect((await stateOf(first))[0]).toBe('assigned');
    const scores = one.scores(5, 4, 3, 2);
    expect(resultsOf(await typeIn(one, [{ review_id: first, scores }]))).toEqual(['saved']);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    expect((await sheetsOf(one)).differences).toEqual([]);
  });

  test('the judge wins over paper, whichever comes first', async () => {
    const one = await world(2);
    const [first, second] = one.reviews as [string, string];
    await typeIn(one, [{ review_id: first, scores: one.scores(1, 1, 1, 1) }]);
    await sync(one, first, { scores: one.scores(5, 1) });
    expect(await stateOf(first)).toEqual(['submitted', [5, 1, 1, 1]]);
    await sync(one, second, { scores: one.scores(4, 4, 4, 4) });
    const answer = await typeIn(one, [{ review_id: second, scores: one.scores(3, 4, 4, 4) }]);
    expect(resultsOf(answer)).toEqual(['differs']);
    expect(await stateOf(second)).toEqual(['submitted', [4, 4, 4, 4]]);
    expect((await sheetsOf(one)).differences.map(({ own }: any) => own)).toEqual([null, null]);
    await admin.post(`${one.path}/close`);
    const { differences } = await sheetsOf(one);
    expect(differences.map(({ own }: any) => own)).toEqual(
      expect.arrayContaining([one.scores(4, 4, 4, 4)]),
    );
    const mine = await settle(one, second, { note: reason, scores: one.scores(3) });
    expect([mine.status, Object.keys(mine.body.fields)]).toEqual([422, ['scores']]);
    for (const review of [first, second])
      expect((await settle(one, review, { note: reason })).status).toBe(200);
    expect(await stateOf(second)).toEqual(['submitted', [4, 4, 4, 4]]);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    expect((await admin.post(`${one.path}/seal`, {})).status).toBe(200);
  });

  test('a sheet that was typed for the wrong judge is taken back by that judge', async () => {
    const other = await joinAsJudge(app, admin);
    const one = await world(1, {}, [judge, other]);
    const [mine] = one.reviews as [string];
    const scores = one.scores(5, 4, 3, 2);
    const foreign = await typeIn(one, [{ review_id: mine, scores }], admin, other.id);
    expect(resultsOf(foreign)).toEqual(['not_found']);
    expect((await stateOf(mine))[0]).toBe('assigned');
    await typeIn(one, [{ review_id: mine, scores }]);
    await sync(one, mine, { not_heard: true });
    expect((await stateOf(mine))[0]).toBe('abstained');
    expect((await sheetsOf(one)).differences).toHaveLength(1);
    expect((await settle(one, mine, { note: reason })).status).toBe(200);
    expect((await stateOf(mine))[0]).toBe('abstained');
  });

  test('the evening: absent ones are last in the seal, declined, and told why', async () => {
    const one = await world(3, { venue: 'Tamale', is_final: true });
    const [first, second] = one.reviews as [string, string];
    const { entries } = await sheetsOf(one);
    const personOf = (place: number) =>
      one.applied.find(({ id }) => id === entries[place].proposal_id)!;
    const missed = personOf(2);
    await sync(one, first, { scores: one.scores(5, 5, 5, 5) });
    await sync(one, second, { scores: one.scores(2, 2, 2, 2) });
    const before = await missed.person.get(`/proposals/${missed.id}`);
    expect(before.body.pitch).toEqual({
      ...{ round_id: one.id, round_name: 'Screening', venue: 'Tamale', date: null, slot_at: null },
      minutes: { pitch: 5, questions: 5, change: 2 },
    });
    const sentences = async () =>
      (await missed.person.get(`/proposals/${missed.id}/timeline`)).body.map(
        ({ sentence }: any) => sentence,
      );
    expect(await sentences()).toContain(
      'Your pitch: Tamale. 5 minutes, then 5 minutes of questions.',
    );
    await admin.patch(`${one.path}/entries/${missed.id}`, { state: 'absent' });
    const held = await admin.patch(`/proposals/${missed.id}/admin`, { decision: 'approved' });
    expect(held.body.code).toBe('in_round');
    await admin.post(`${one.path}/close`);
    expect((await missed.person.get(`/proposals/${missed.id}`)).body.pitch).toBeNull();
    const others = async () => (await judge.get(`/reviews/${first}`)).body.others;
    expect(await others()).toBeNull();
    const ranking = (await admin.get(`${one.path}/ranking`)).body;
    expect(ranking.map(({ rank, flags }: any) => [rank, flags])).toEqual([
      [1, []],
      [2, []],
    ]);
    await admin.put(`${one.path}/decisions`, { from_ranking: true });
    expect((await admin.post(`${one.path}/seal`, {})).status).toBe(200);
    expect(await others()).toEqual([]);
    const preview = (await admin.post(`${one.path}/release`, { preview: true })).body;
    expect(preview).toMatchObject({ selected: 1, not_selected: 1, absent: 1, mails: 3 });
    expect((await admin.post(`${one.path}/release`, {})).status).toBe(200);
    const { body: file } = await app.visitor.get(`/public-record/rounds/${one.id}/seal.json`);
    expect(file.entries.at(-1)).toMatchObject({ outcome: 'absent', rank: null, score: null });
    const [result] = (await missed.person.get(`/proposals/${missed.id}/results`)).body;
    expect(result).toMatchObject({ outcome: 'absent', rank: null, score: null, comments: [] });
    const told = (await missed.person.get(`/proposals/${missed.id}`)).body;
    expect([told.decision, told.decline_reason]).toEqual([
      ...['declined', 'You were not there when your pitch was called.'],
    ]);
    expect(await sentences()).toContain(
      'The results of Screening are out: you were not there when your pitch was called.',
    );
    await expect.poll(() => mailsWith(missed.person.email, 'You were not there').length).toBe(1);
    const { body: record } = await app.visitor.get(`/public-record/${one.program.id}`);
    expect(record.rounds[0]).toMatchObject({
      ...{ kind: 'pitch', absent: 1, withdrawn: 0, entries: 3, reviews: 2, short: 0 },
      ...{ reviews_per_proposal: null, minutes: { pitch: 5, questions: 5, change: 2 } },
    });
  });
});
