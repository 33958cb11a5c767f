import { UNSTORABLE } from '#domain/text.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound } from '#tests/judging-world.ts';

const reason = 'A reason that is long enough.';

describe.each(ENGINES)('a phone in the hall, on %s', (engine) => {
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
    const { criteria } = (await admin.get(`/rounds/${id}`)).body;
    const ids: string[] = criteria.map((one: { id: string }) => one.id);
    const scores = (...given: number[]) =>
      Object.fromEntries(given.map((score, at) => [ids[at], score]));
    const pack = (await judges[0]!.get(`/rounds/${id}/pack`)).body;
    const reviews: string[] = pack.entries?.map((one: any) => one.review_id);
    return { id, path: `/rounds/${id}`, applied, scores, reviews, ids, pack };
  };
  type World = Awaited<ReturnType<typeof world>>;
  let count = 0;
  const now = (seconds = 0) => new Date(app.services.clock().getTime() + seconds * 1000);
  const entry = (review_id: string, more: Record<string, unknown> = {}) => ({
    ...{ key: `key-${(count += 1)}`, n: count, review_id, changed_at: now().toISOString() },
    ...{ has_conflict: false, ...more },
  });
  const sync = (who: Person, { path }: World, entries: unknown, more: object = {}) =>
    who.post(`${path}/sync`, {
      ...{ device: 'phone', sent_at: now().toISOString(), entries, ...more },
    });
  const resultsOf = ({ status, body }: { status: number; body: any }) => {
    expect(status).toBe(200);
    return body.results.map(({ result, code }: any) => code ?? result);
  };
  const stateOf = async (id: string, who = judge) => {
    const { round_id, state, scores } = (await who.get(`/reviews/${id}`)).body;
    const { criteria } = (await who.get(`/rounds/${round_id}`)).body;
    const inOrder = criteria.map(({ id: criterion }: { id: string }) => scores[criterion]);
    return [state, inOrder.filter((score: unknown) => score !== undefined)];
  };

  test('the pack has all that a phone needs, in order, and says when it is the same', async () => {
    const one = await world(3, [judge, other], { venue: 'Tamale' });
    await admin.post(`${one.path}/conflicts`, {
      ...{ judge_id: judge.id, proposal_id: one.applied[0]!.id, kind: 'family', reason },
    });
    const { body, headers, text } = await judge.get(`${one.path}/pack`);
    expect(body.round).toMatchObject({ id: one.id, venue: 'Tamale', state: 'open' });
    expect(body.judge.id).toBe(judge.id);
    expect(body.entries.map(({ order }: any) => order)).toEqual([1, 2, 3]);
    expect(body.entries.filter((one: any) => one.review_state === 'recused')).toHaveLength(1);
    for (const { id, person } of one.applied)
      for (const secret of [id, person.email]) expect(text).not.toContain(secret);
    const etag = headers.get('etag')!;
    const again = await judge.get(`${one.path}/pack`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const seen = (await admin.get(`${one.path}/judges`)).body;
    const mine = seen.find((row: any) => row.judge.id === judge.id);
    expect(mine).toMatchObject({ kept: 0, sent_at: null });
    expect(mine.pack_at).not.toBeNull();
    expect(mine.missing).toHaveLength(2);
    expect((await admin.get(`${one.path}/pack`)).status).toBe(403);
  });

  test('the pack of 60 pitches, all of them scored, is at most 60 kB', async () => {
    const one = await world(60);
    const given = { scores: one.scores(5, 4, 3, 2), strength: 'Three buyers are named.' };
    const all = one.reviews.map((id) => entry(id, given));
    expect(new Set(resultsOf(await sync(judge, one, all)))).toEqual(new Set(['saved']));
    const { entries, ...rest } = (await judge.get(`${one.path}/pack`)).body;
    // As long as names of businesses and people are.
    const named = {
      business_name: 'Asaase Clay and Lime Works Limited',
      applicant_name: 'A'.repeat(24),
    };
    const times = { slot_at: now(), started_at: now(), ended_at: now() };
    const long = entries.map((pitch: object) => ({ ...pitch, ...named, ...times }));
    expect(long).toHaveLength(60);
    expect(JSON.stringify({ ...rest, entries: long }).length).toBeLessThanOrEqual(60_000);
  });

  test('each stands alone, is kept once, and counts by its time', async () => {
    const one = await world(2);
    const [first, second] = one.reviews as [string, string];
    const whole = entry(first, { scores: one.scores(5, 4, 3, 2), strength: 'Clear' });
    const answer = await sync(judge, one, [
      whole,
      entry(second, { has_conflict: undefined }),
      entry('nobody', { scores: {} }),
      entry(first, { scores: one.scores(6) }),
      entry(first, { scores: { nothing: 3 } }),
      entry(first, { changed_at: 'now' }),
      entry(first, { n: 1.5 }),
      entry(first, { strength: 'x'.repeat(501) }),
      entry(second, { has_conflict: true, kind: 'nothing' }),
      { ...entry(first), key: '' },
      null,
      'nonsense',
      whole,
    ]);
    expect(resultsOf(answer)).toEqual([
      ...['saved', 'not_declared', 'not_found', 'invalid', 'invalid', 'invalid', 'invalid'],
      ...['invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'known'],
    ]);
    for (const { result, message } of answer.body.results)
      expect(typeof message === 'string').toBe(result === 'refused');
    expect(answer.body.reviews).toContainEqual(
      expect.objectContaining({ id: first, state: 'submitted', scores: one.scores(5, 4, 3, 2) }),
    );
    expect(resultsOf(await sync(judge, one, [{ ...whole, scores: one.scores(1) }]))).toEqual([
      'known',
    ]);
    const broken = [
      { ...whole, scores: 'five' },
      { ...whole, changed_at: 'now', review_id: second },
      { ...entry(first), scores: 'five' },
    ];
    expect(resultsOf(await sync(judge, one, broken))).toEqual(['known', 'known', 'invalid']);
    // An older one that arrives later, and of another device.
    const older = { changed_at: now(-600).toISOString(), scores: one.scores(1), note: 'Old' };
    const laptop = { device: 'laptop' };
    expect(resultsOf(await sync(judge, one, [entry(first, older)], laptop))).toEqual(['older']);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
    const versions = (await judge.get(`/reviews/${first}/versions`)).body;
    expect(versions.map((row: any) => [row.source, row.device, row.result])).toEqual([
      ['phone', 'phone', 'saved'],
      ['phone', 'laptop', 'older'],
    ]);
  });

  test('clocks of 1970 and of next year are put right', async () => {
    const one = await world(1);
    const [review] = one.reviews as [string];
    await sync(judge, one, [entry(review, { scores: one.scores(1, 1, 1, 1) })]);
    app.pass(600);
    const of = (year: number, minutes: number) =>
      new Date(Date.UTC(year, 0, 1, 9, minutes)).toISOString();
    const at1970 = entry(review, { changed_at: of(1970, 1), scores: one.scores(2) });
    const sent = { sent_at: of(1970, 2), device: 'old' };
    expect(resultsOf(await sync(judge, one, [at1970], sent))).toEqual(['saved']);
    const ahead = entry(review, { changed_at: of(2099, 1), scores: one.scores(3) });
    const sentAhead = { sent_at: of(2099, 6), device: 'new' };
    expect(resultsOf(await sync(judge, one, [ahead], sentAhead))).toEqual(['older']);
    expect(await stateOf(review)).toEqual(['submitted', [2, 1, 1, 1]]);
  });

  test('a body that is no delivery is refused whole, and nothing is taken', async () => {
    const one = await world(1);
    const good = [entry(one.reviews[0]!, { scores: one.scores(1) })];
    for (const [field, more, entries] of [
      ['device', { device: undefined }, good],
      ['device', { device: '' }, good],
      ['device', { device: 'x'.repeat(101) }, good],
      ['entries', {}, undefined],
      ['entries', {}, 'all'],
      ['entries', {}, Array(201).fill(good[0])],
    ] as const) {
      const { status, body } = await sync(judge, one, entries, more);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    }
    const bare = { sent_at: 'soon', device: 'bare' };
    const many = Array.from({ length: 200 }, () =>
      entry(one.reviews[0]!, { n: undefined, scores: one.scores(1, 2, 3, 4), note: 'n' }),
    );
    expect(new Set(resultsOf(await sync(judge, one, many, bare)))).toEqual(new Set(['saved']));
    expect((await sync(other, one, [])).status).toBe(404);
  });

  test('a tie recuses whatever was scored, until the sealing', async () => {
    const one = await world(2);
    const [first, second] = one.reviews as [string, string];
    await sync(judge, one, [entry(first, { scores: one.scores(5, 5, 5, 5) })]);
    const tie = { has_conflict: true, kind: 'family', reason: 'My cousin.' };
    expect(resultsOf(await sync(judge, one, [entry(first, tie)]))).toEqual(['saved']);
    const later = entry(first, { scores: one.scores(1, 1, 1, 1) });
    expect(resultsOf(await sync(judge, one, [later]))).toEqual(['saved']);
    expect(await stateOf(first)).toEqual(['recused', [1, 1, 1, 1]]);
    const [conflict] = (await admin.get(`${one.path}/conflicts`)).body;
    expect(conflict).toMatchObject({ origin: 'declared', kind: 'family', state: 'confirmed' });
    await admin.patch(`/conflicts/${conflict.id}`, { state: 'cleared', reason });
    expect(await stateOf(first)).toEqual(['submitted', [1, 1, 1, 1]]);
    await admin.post(`${one.path}/close`);
    const late = entry(second, { has_conflict: true });
    expect(resultsOf(await sync(judge, one, [late]))).toEqual(['late']);
    expect((await stateOf(second))[0]).toBe('recused');
  });

  test('who has said that there is a tie has declared', async () => {
    const one = await world(2);
    const scores = { scores: one.scores(1, 1, 1, 1), has_conflict: undefined };
    const [first, second] = one.reviews as [string, string];
    await sync(judge, one, [entry(first, { has_conflict: true })]);
    await judge.post(`/reviews/${second}/declare`, { has_conflict: true });
    const answer = await sync(judge, one, [entry(first, scores), entry(second, scores)]);
    expect(resultsOf(answer)).toEqual(['saved', 'saved']);
    for (const review of [first, second])
      expect(await stateOf(review)).toEqual(['recused', [1, 1, 1, 1]]);
  });

  test('a pitch that was not heard does not count, after submitting too', async () => {
    const one = await world(1);
    const [review] = one.reviews as [string];
    await sync(judge, one, [entry(review, { scores: one.scores(5, 5, 5, 5) })]);
    await sync(judge, one, [entry(review, { not_heard: true })]);
    expect((await stateOf(review))[0]).toBe('abstained');
    expect((await admin.get(one.path)).body.counts).toMatchObject({ submitted: 0, short: 0 });
    await sync(judge, one, [entry(review, { scores: one.scores(2) })]);
    expect(await stateOf(review)).toEqual(['submitted', [2, 5, 5, 5]]);
  });

  test('what comes late is kept, and a reopening takes in what is from before the closing', async () => {
    const one = await world(3, [judge, other]);
    const [first, second, third] = one.reviews as [string, string, string];
    await sync(judge, one, [entry(first, { scores: one.scores(4, 4, 4, 4) })]);
    app.pass(60);
    const before = now().toISOString();
    app.pass(60);
    await admin.post(`${one.path}/close`);
    app.pass(60);
    const old = (review: string, score: number) =>
      entry(review, { changed_at: before, scores: one.scores(score, score, score, score) });
    const fresh = entry(third, { scores: one.scores(1, 1, 1, 1) });
    const late = await sync(judge, one, [old(first, 2), old(second, 3), fresh]);
    expect(resultsOf(late)).toEqual(['late', 'late', 'late']);
    expect(await stateOf(first)).toEqual(['submitted', [4, 4, 4, 4]]);
    const mine = async () =>
      (await admin.get(`${one.path}/judges`)).body.find((row: any) => row.judge.id === judge.id);
    expect(await mine()).toMatchObject({ kept: 3, submitted: 1 });
    expect((await mine()).missing).toHaveLength(2);
    const closes_at = now(86_400).toISOString();
    expect((await admin.post(`${one.path}/reopen`, { reason, closes_at })).status).toBe(200);
    expect(await stateOf(first)).toEqual(['submitted', [2, 2, 2, 2]]);
    expect(await stateOf(second)).toEqual(['submitted', [3, 3, 3, 3]]);
    expect((await stateOf(third))[0]).toBe('assigned');
    expect((await mine()).kept).toBe(1);
    // Locked ones stay as of the closing; the others go on.
    const again = await sync(judge, one, [
      entry(first, { scores: one.scores(5) }),
      old(second, 5),
      entry(third, { scores: one.scores(5, 5, 5, 5) }),
    ]);
    expect(resultsOf(again).filter((_: string, at: number) => at !== 1)).toEqual(['late', 'saved']);
    const between = entry(first, { scores: one.scores(5) });
    await admin.post(`${one.path}/close`);
    await admin.post(`${one.path}/reopen`, { reason, closes_at });
    expect(resultsOf(await sync(judge, one, [between]))).toEqual(['late']);
    expect(await stateOf(first)).toEqual(['submitted', [2, 2, 2, 2]]);
    expect(await stateOf(third)).toEqual(['submitted', [5, 5, 5, 5]]);
  });

  test('a hall that sends while the round closes: each score counts or is kept', async () => {
    const third = await joinAsJudge(app, admin);
    const judges = [judge, other, third];
    const one = await world(4, judges);
    const reviewsOf = async (who: Person): Promise<string[]> =>
      (await who.get(`${one.path}/pack`)).body.entries.map((row: any) => row.review_id);
    const scores = one.scores(3, 3, 3, 3);
    const sheets = await Promise.all(judges.map(reviewsOf));
    const [, ...answers] = await Promise.all([
      admin.post(`${one.path}/close`),
      ...sheets.map((all, at) =>
        sync(
          judges[at]!,
          one,
          all.map((id) => entry(id, { scores })),
        ),
      ),
    ]);
    const results = answers.flatMap(resultsOf);
    expect(results).toHaveLength(12);
    expect(results.filter((result) => result !== 'saved' && result !== 'late')).toEqual([]);
    const rows = (await admin.get(`${one.path}/judges`)).body as any[];
    const sum = (of: (row: any) => number) => rows.reduce((all, row) => all + of(row), 0);
    const late = results.filter((result) => result === 'late').length;
    expect([sum((row) => row.submitted), sum((row) => row.kept)]).toEqual([12 - late, late]);
  });

  test('who is taken out still sends: it is kept, and comes back with the judge', async () => {
    const one = await world(2);
    const [first] = one.reviews as [string];
    const { key } = (await judge.post(`${one.path}/scoring-key`)).body;
    await admin.delete(`${one.path}/judges/${judge.id}`, { body: { reason } });
    const phone = personOf(app.url, judge.id, judge.email, key);
    const sent = [entry(first, { scores: one.scores(3, 3, 3, 3) })];
    expect(resultsOf(await sync(phone, one, sent))).toEqual(['saved']);
    expect((await admin.get(one.path)).body.counts.submitted).toBe(0);
    const [row] = (await admin.get(`${one.path}/judges`)).body;
    expect(row).toMatchObject({ kept: 1, submitted: 0 });
    await admin.put(`${one.path}/judges/${judge.id}`);
    expect(await stateOf(first)).toEqual(['submitted', [3, 3, 3, 3]]);
  });

  test('of what is taken out, what was submitted stays, and what comes later waits', async () => {
    const one = await world(3);
    const [first, second, third] = one.reviews as [string, string, string];
    await sync(judge, one, [
      entry(first, { scores: one.scores(4, 4, 4, 4) }),
      entry(second, { not_heard: true }),
    ]);
    const { key } = (await judge.post(`${one.path}/scoring-key`)).body;
    await admin.delete(`${one.path}/judges/${judge.id}`, { body: { reason } });
    const phone = personOf(app.url, judge.id, judge.email, key);
    const all = one.reviews.map((review) => entry(review, { scores: one.scores(2, 2, 2, 2) }));
    const sent = await sync(phone, one, all);
    expect(resultsOf(sent)).toEqual(['saved', 'saved', 'saved']);
    const counted = async (review: string) => {
      const { state, scores } = (await judge.get(`/reviews/${review}`)).body;
      return [state, scores];
    };
    expect(await counted(first)).toEqual(['submitted', one.scores(4, 4, 4, 4)]);
    expect((await counted(second))[0]).toBe('abstained');
    const put = await judge.put(`/reviews/${first}`, { scores: one.scores(1) });
    expect([put.status, put.body.code]).toEqual([409, 'round_not_open']);
    const kept = async () => (await admin.get(`${one.path}/judges`)).body[0].kept;
    expect(await kept()).toBe(3);
    app.pass(60);
    const newer = entry(first, { scores: one.scores(1, 1, 1, 1) });
    app.pass(60);
    await admin.post(`${one.path}/close`);
    expect(resultsOf(await sync(phone, one, [newer]))).toEqual(['late']);
    const closes_at = now(86_400).toISOString();
    await admin.post(`${one.path}/reopen`, { reason, closes_at });
    expect(await counted(first)).toEqual(['submitted', one.scores(4, 4, 4, 4)]);
    expect(await kept()).toBe(3);
    await admin.put(`${one.path}/judges/${judge.id}`);
    // What is from before the closing came late, and the round was opened again since.
    expect(await stateOf(first)).toEqual(['submitted', [1, 1, 1, 1]]);
    for (const review of [second, third])
      expect(await stateOf(review)).toEqual(['submitted', [2, 2, 2, 2]]);
    expect(await kept()).toBe(0);
  });

  test('of what came late from who was out, what is from after the closing stays out', async () => {
    const one = await world(2);
    const [first, second] = one.reviews as [string, string];
    const { key } = (await judge.post(`${one.path}/scoring-key`)).body;
    await admin.delete(`${one.path}/judges/${judge.id}`, { body: { reason } });
    const phone = personOf(app.url, judge.id, judge.email, key);
    app.pass(60);
    const before = now().toISOString();
    app.pass(60);
    await admin.post(`${one.path}/close`);
    app.pass(60);
    const sent = await sync(phone, one, [
      entry(first, { changed_at: before, scores: one.scores(2, 2, 2, 2) }),
      entry(second, { scores: one.scores(5, 5, 5, 5) }),
    ]);
    expect(resultsOf(sent)).toEqual(['late', 'late']);
    const closes_at = now(86_400).toISOString();
    await admin.post(`${one.path}/reopen`, { reason, closes_at });
    await admin.put(`${one.path}/judges/${judge.id}`);
    expect(await stateOf(first)).toEqual(['submitted', [2, 2, 2, 2]]);
    expect(await stateOf(second)).toEqual(['assigned', []]);
  });

  test('a replacement gets every pitch at once, with what they sent while they were out', async () => {
    const one = await world(2, [judge, other]);
    const reviewsOf = async (who: Person): Promise<string[]> =>
      (await who.get(`${one.path}/pack`)).body.entries.map((row: any) => row.review_id);
    const theirs = await reviewsOf(other);
    await sync(other, one, [entry(theirs[0]!, { scores: one.scores(4, 4, 4, 4) })]);
    const { key } = (await other.post(`${one.path}/scoring-key`)).body;
    await admin.delete(`${one.path}/judges/${other.id}`, { body: { reason } });
    const phone = personOf(app.url, other.id, other.email, key);
    const scores = one.scores(2, 2, 2, 2);
    await sync(
      phone,
      one,
      theirs.map((review) => entry(review, { scores })),
    );
    const replace = (out: Person, replacement: string) =>
      admin.delete(`${one.path}/judges/${out.id}`, { body: { reason, replacement } });
    expect((await replace(judge, other.id)).body).toEqual({ moved: 0, short: 0 });
    for (const review of theirs)
      expect(await stateOf(review, other)).toEqual(['submitted', [2, 2, 2, 2]]);
    const third = await joinAsJudge(app, admin);
    expect((await replace(other, third.id)).body).toEqual({ moved: 0, short: 0 });
    const reviews = await reviewsOf(third);
    expect(reviews).toHaveLength(2);
    for (const review of reviews) expect(await stateOf(review, third)).toEqual(['assigned', []]);
  });

  test('a character that cannot be saved refuses its own score, not the others', async () => {
    const one = await world(2);
    const scores = one.scores(5, 4, 3, 2);
    const torn = [{ note: 'a\0b' }, { strength: 'half \ud83d' }, { key: 'k\0' }, {}];
    const sent = torn.map((more, i) => ({ ...entry(one.reviews[i >> 1]!, { scores }), ...more }));
    const answer = await sync(judge, one, sent);
    expect(resultsOf(answer)).toEqual(['invalid', 'invalid', 'invalid', 'saved']);
    expect(answer.body.results[0].message).toBe(UNSTORABLE);
    expect(await stateOf(one.reviews[0]!)).toEqual(['assigned', []]);
  });

  test('a key that is too long is no earlier one that it begins with', async () => {
    const one = await world(1);
    const [first] = one.reviews as [string];
    const key = 'k'.repeat(100);
    const whole = { ...entry(first, { scores: one.scores(5, 4, 3, 2) }), key };
    expect(resultsOf(await sync(judge, one, [whole]))).toEqual(['saved']);
    const longer = { ...entry(first, { scores: one.scores(1, 1, 1, 1) }), key: `${key}k` };
    const { body } = await sync(judge, one, [longer, whole]);
    expect(body.results).toMatchObject([
      { key: null, result: 'refused', code: 'invalid' },
      { key, result: 'known' },
    ]);
    expect(await stateOf(first)).toEqual(['submitted', [5, 4, 3, 2]]);
  });

  test('kept are scores that wait, not words, ties or declarations', async () => {
    const one = await world(4);
    const [first, second, third, fourth] = one.reviews as [string, string, string, string];
    await sync(judge, one, [entry(fourth, { has_conflict: true })]);
    await admin.post(`${one.path}/close`);
    await sync(judge, one, [
      entry(first),
      entry(second, { note: 'Clear' }),
      entry(third, { not_heard: true }),
      entry(fourth, { scores: one.scores(1, 1, 1, 1) }),
      entry(first, { has_conflict: true }),
    ]);
    expect((await admin.get(`${one.path}/judges`)).body[0].kept).toBe(1);
    await sync(judge, one, [entry(second, { scores: one.scores(3) })]);
    expect((await admin.get(`${one.path}/judges`)).body[0].kept).toBe(2);
  });

  test('an inactive judge is 401, and the phone keeps what it has', async () => {
    const third = await joinAsJudge(app, admin);
    const one = await world(1, [third]);
    const { key } = (await third.post(`${one.path}/scoring-key`)).body;
    await admin.patch(`/auth/admin/${third.id}/status`, { is_active: false });
    const phone = personOf(app.url, third.id, third.email, key);
    expect((await sync(phone, one, [])).status).toBe(401);
    await admin.patch(`/auth/admin/${third.id}/status`, { is_active: true });
    expect((await sync(phone, one, [])).status).toBe(401);
  });

  test('many phones with cut lines: nothing is lost, and nothing counts twice', async () => {
    const judges = [judge, other, await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const one = await world(6, judges);
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const play = async (who: Person, at: number) => {
      const reviews = (await who.get(`${one.path}/pack`)).body.entries.map(
        ({ review_id }: any) => review_id as string,
      );
      const shown = new Map<string, number[]>();
      const keys = new Set<string>();
      let waiting: any[] = [];
      for (let tap = 0; tap < 30; tap += 1) {
        const review = reviews[Math.floor(random() * reviews.length)]!;
        const scores = shown.get(review) ?? [1, 1, 1, 1];
        scores[Math.floor(random() * 4)] = 1 + Math.floor(random() * 5);
        shown.set(review, scores);
        const one_ = entry(review, { scores: one.scores(...scores), n: tap });
        one_.key = `${at}-${tap}`;
        keys.add(one_.key);
        waiting.push(one_);
        // The answer is lost half of the time: all is sent again, sometimes twice at once.
        const sending = [
          sync(who, one, waiting),
          ...(random() < 0.3 ? [sync(who, one, waiting)] : []),
        ];
        const answers = await Promise.all(sending);
        if (random() < 0.5) continue;
        const answered = new Set(
          answers.flatMap(({ body }) => body.results.map(({ key }: any) => key)),
        );
        waiting = waiting.filter(({ key }) => !answered.has(key));
      }
      await sync(who, one, waiting);
      for (const [review, scores] of shown)
        expect(await stateOf(review, who)).toEqual(['submitted', scores]);
      const stored = await app.services.db.read
        .selectFrom('review_versions')
        .select('client_key')
        .where('review_id', 'in', reviews)
        .execute();
      expect(stored.map(({ client_key }) => client_key).sort()).toEqual([...keys].sort());
    };
    await Promise.all(judges.map(play));
  });
});
