import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleRounds } from '#server/judging/release-service.ts';
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
import { checkRecord } from '#tests/check-record.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judges: Person[];
  beforeAll(async () => {
    app = await createTestAppOn(engine, { GRANTS_PREFIX: '360G-firm' });
    admin = await app.signIn({ role: 'admin' });
    judges = [];
    for (let count = 0; count < 3; count += 1) judges.push(await joinAsJudge(app, admin));
  });
  afterAll(() => app.close());

  const world = async (round = {}, count = 7) => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied: Application[] = [];
    for (let index = 0; index < count; index += 1)
      applied.push(await insertApplication(app, program.id));
    const opening = { judges, places: 5, round: { is_final: true, ...round } };
    const id = await openRound(app, admin, program.id, opening);
    const entries = (await admin.get(`/rounds/${id}/entries`)).body;
    const places = new Map(
      entries.map((one: any) => [
        one.code,
        applied.findIndex(({ id: own }) => own === one.proposal_id),
      ]),
    );
    // The first applied is the best of all.
    const scoresOf = ({ code }: { code: string }) =>
      [5, 5, 4, 4, 3, 2, 1]
        .slice(Number(places.get(code)))
        .concat(1, 1, 1, 1)
        .slice(0, 4);
    for (const judge of judges) await submitAll(judge, id, scoresOf);
    return { id, applied, programId: program.id };
  };

  test('what to look at before deciding stands beside the entry: notes, and who may be the same', async () => {
    const { id, applied } = await world({}, 3);
    const { read } = app.services.db;
    const [first, second, third] = applied.map((one) => one.id) as [string, string, string];
    const share = async (proposal: string, kind: 'pitch_deck' | 'financials', letter: string) =>
      read
        .updateTable('documents')
        .set({ sha256: letter.repeat(64) })
        .where('proposal_id', '=', proposal)
        .where('kind', '=', kind)
        .execute();
    await share(first, 'pitch_deck', 'b');
    await share(first, 'financials', 'c');
    await share(second, 'pitch_deck', 'c');
    await share(second, 'financials', 'd');
    await share(third, 'pitch_deck', 'e');
    await share(third, 'financials', 'e');
    const [review] = (await judges[0]!.get(`/reviews/?round_id=${id}`)).body;
    await judges[0]!.put(`/reviews/${review.id}`, { note: 'The figures look copied.' });
    await admin.post(`/rounds/${id}/close`);
    const marked = async (path: string, who = admin) =>
      (await who.get(`/rounds/${id}/${path}`)).body.map((one: any) => [
        one.code === review.code ? 'noted' : 'not noted',
        one.notes,
        one.proposal_id === third ? 'alone' : 'same file',
        one.has_duplicate,
      ]);
    const expected = (await admin.get(`/rounds/${id}/ranking`)).body.map((one: any) => [
      ...(one.code === review.code ? ['noted', 1] : ['not noted', 0]),
      ...(one.proposal_id === third ? ['alone', false] : ['same file', true]),
    ]);
    expect(await marked('ranking')).toEqual(expected);
    expect(await marked('decisions')).toEqual(expected);
    const decided = await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    expect(decided.body.map((one: any) => one.notes).toSorted()).toEqual([0, 0, 1]);
  });

  test('closed, ranked, decided, sealed, released: everybody can check it', async () => {
    const { id, applied, programId } = await world();
    const { rounds } = (await admin.get(`/proposals/${applied[0]!.id}/admin`)).body;
    expect(rounds).toEqual([{ id, name: 'Screening', is_released: false }]);
    const viewer = await app.signIn({ role: 'viewer' });
    const seen = await viewer.get(`/proposals/${applied[0]!.id}/admin`);
    expect([seen.status, seen.body.rounds]).toEqual([200, undefined]);
    expect((await admin.get(`/rounds/${id}/ranking`)).body.code).toBe('round_open');
    expect((await admin.put(`/rounds/${id}/decisions`, { from_ranking: true })).body.code).toBe(
      'round_not_closed',
    );
    expect((await admin.post(`/rounds/${id}/close`)).body.state).toBe('closed');
    const ranking = (await admin.get(`/rounds/${id}/ranking`)).body;
    expect(ranking.map((one: any) => one.rank)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ranking[0].proposal_id).toBe(applied[0]!.id);
    expect((await admin.get(`/rounds/${id}/ranking/summary`)).body).toMatchObject({
      entries: 7,
      places: 5,
      short: 0,
    });
    expect((await admin.get(`/rounds/${id}/ranking.csv`)).text.split('\r\n')).toHaveLength(9);
    const early = await admin.post(`/rounds/${id}/seal`, {});
    expect([early.body.code, early.body.refused.length]).toEqual(['outcome_missing', 7]);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    const [last, loser] = [ranking[4].proposal_id, ranking[5].proposal_id];
    const swap = await admin.put(`/rounds/${id}/decisions`, {
      rows: [
        { proposal_id: last, outcome: 'not_selected' },
        { proposal_id: loser, outcome: 'selected', amount: 50_000, funding_stage: 'SEED' },
      ],
    });
    expect(swap.body.filter((one: any) => one.is_deviation)).toHaveLength(2);
    const odd = await admin.post(`/rounds/${id}/seal`, {});
    expect([odd.body.code, odd.body.refused.length]).toEqual(['reason_missing', 2]);
    const reason = 'Both make the same thing in the same town.';
    await admin.put(`/rounds/${id}/decisions`, {
      rows: [last, loser].map((proposal_id) => ({ proposal_id, reason })),
    });
    const sealed = await admin.post(`/rounds/${id}/seal`, {});
    expect([sealed.status, sealed.body.sha256.length]).toEqual([200, 64]);
    expect((await app.visitor.get(`/public-record/rounds/${id}/seal.json`)).status).toBe(404);
    expect((await applied[0]!.person.get(`/proposals/${applied[0]!.id}/results`)).body).toEqual([]);
    const before = (await app.visitor.get(`/public-record/${programId}`)).body.rounds[0];
    expect(before).toMatchObject({
      ...{ seed: null, deviations: [], selected: [], judges: { count: 3, named: null } },
      seals: [{ sha256: sealed.body.sha256, withdrawn_at: null }],
    });
    const undone = 'A reason was to be written more clearly.';
    expect((await admin.post(`/rounds/${id}/unseal`, { reason: undone })).body.state).toBe(
      'closed',
    );
    const again = await admin.post(`/rounds/${id}/seal`, {});
    expect(again.body.sha256).not.toBe(sealed.body.sha256);
    expect((await admin.post(`/rounds/${id}/release`, { preview: true })).body).toEqual({
      ...{ selected: 5, not_selected: 2, withdrawn: 0, absent: 0, mails: 7, without_comment: 0 },
      samples: [{ outcome: 'selected' }, { outcome: 'not_selected' }].map((one) =>
        expect.objectContaining(one),
      ),
    });
    for (const path of ['', '/ranking', '/ranking/summary', '/decisions'])
      expect([path, (await viewer.get(`/rounds/${id}${path}`)).status]).toEqual([path, 404]);
    expect((await viewer.get('/rounds/?state=sealed')).body).toEqual([]);
    const out = await admin.post(`/rounds/${id}/release`, {});
    expect([out.status, out.body.state]).toEqual([200, 'released']);
    const shown = await viewer.get(`/rounds/${id}`);
    expect([shown.status, shown.body.judge_ids, shown.body.counts.entries]).toEqual([
      ...[200, undefined, 7],
    ]);
    expect((await viewer.get('/rounds/')).body.map((one: any) => one.id)).toEqual([id]);
    expect((await viewer.get(`/rounds/${id}/ranking`)).body).toEqual(
      (await admin.get(`/rounds/${id}/ranking`)).body,
    );
    const outcomes = await viewer.get(`/rounds/${id}/decisions`);
    expect(outcomes.body).toHaveLength(7);
    const answers = [shown, outcomes, await viewer.get(`/rounds/${id}/ranking`)];
    expect(answers.map(({ text }) => text).join()).not.toContain(applied[0]!.person.email);
    for (const path of ['ranking.csv', 'entries', 'judges', 'conflicts', 'reviews'])
      expect([path, (await viewer.get(`/rounds/${id}/${path}`)).status]).toEqual([path, 403]);
    expect((await admin.post(`/rounds/${id}/release`, {})).body.code).toBe('round_released');

    const bytes = (await app.visitor.get(`/public-record/rounds/${id}/seal.json`)).text;
    const { createHash } = await import('node:crypto');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(again.body.sha256);
    const { body: record, headers } = await app.visitor.get(`/public-record/${programId}`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(record.rounds[0].seals).toMatchObject([{ reason: undone }, { withdrawn_at: null }]);
    expect(record.rounds[0].selected).toHaveLength(5);
    expect(record.rounds[0].deviations).toHaveLength(2);
    expect(await checkRecord(app.url, programId, applied[0]!.receipt)).toMatch(
      /^Screening is what was sealed and in order ; yours: rank 1, /,
    );

    const winner = (await admin.get(`/proposals/${loser}/admin`)).body;
    expect([winner.decision, winner.funding_stage]).toEqual(['approved', 'SEED']);
    expect(winner.rounds).toEqual([{ id, name: 'Screening', is_released: true }]);
    const other = applied.find((one) => one.id === last)!;
    const own = (await other.person.get(`/proposals/${last}`)).body;
    expect([own.decision, own.decline_reason.length > 10]).toEqual(['declined', true]);
    const [result] = (await other.person.get(`/proposals/${last}/results`)).body;
    expect(result).toMatchObject({ outcome: 'not_selected', rank: 5, entries: 7, reviews: 3 });
    expect(result).toMatchObject({ reason, by_lot: false, selected_text: null, amount: null });
    expect(result.comments).toHaveLength(3);
    expect(result.criteria.every((one: any) => one.selected_average !== null)).toBe(true);
    expect(JSON.stringify(result)).not.toContain('Judge');
    expect((await applied[0]!.person.get(`/proposals/${last}/results`)).status).toBe(404);
    const mails = await app.services.db.read
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', other.person.email)
      .where('subject', 'like', 'Results of%')
      .execute();
    expect(mails).toHaveLength(1);
    const grants = (await app.visitor.get(`/public-record/${programId}/grants.json`)).body;
    expect(grants.grants).toMatchObject([{ amountAwarded: 50_000, currency: 'GHS' }]);
    expect((await app.visitor.get(`/public-record/${programId}/counts.csv`)).text).toContain(
      'Ashanti,7,7,5',
    );
  });

  test('a mail says what the page says: the firm’s words, what is paid, the reason, the comments', async () => {
    const selected_text =
      'Well done, {first_name}: {amount} for {business_name} ({receipt_number}).';
    const { id, applied } = await world({
      selected_text,
      decline_text: 'Please apply again, {first_name}, with more figures.',
    });
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    const [winner, loser] = [applied[0]!, applied[6]!];
    await admin.put(`/rounds/${id}/decisions`, {
      rows: [{ proposal_id: winner.id, amount: 50_000, funding_stage: 'SEED' }],
    });
    await admin.post(`/rounds/${id}/seal`, {});
    const { samples } = (await admin.post(`/rounds/${id}/release`, { preview: true })).body;
    const words = 'Well done, Adwoa: GHS 50,000 for Business';
    expect(samples[0].text).toContain(words);
    expect(samples[1].text).toContain('Please apply again, Adwoa, with more figures.');
    await admin.post(`/rounds/${id}/release`, {});
    const mailTo = async ({ person }: Application) => {
      const read = () =>
        app
          .readMails(person.email)
          .map((mail) => mail.replace(/=\r?\n/g, ''))
          .filter((mail) => /^Subject: Results of/m.test(mail));
      await expect.poll(() => read().length).toBe(1);
      return read()[0]!;
    };
    const good = await mailTo(winner);
    for (const said of [words, 'Funding stage: Seed. Amount: GHS 50,000.', 'A clear market.'])
      expect(good).toContain(said);
    const bad = await mailTo(loser);
    for (const said of ['Thank you for', 'Please apply again, Adwoa', 'The lowest score selected'])
      expect(bad).toContain(said);
    expect(bad).toContain('What would make it stronger: Show the costs.');
    expect(bad).not.toContain('The line was');
    expect(bad.match(/not selected/g)!.length).toBe(2); // In plain text, and in HTML.
    const [result] = (await winner.person.get(`/proposals/${winner.id}/results`)).body;
    expect(result).toMatchObject({ funding_stage: 'SEED', amount: 50_000, reason: null });
    expect(result.selected_text).toContain(words);
    const { decline_reason } = (await loser.person.get(`/proposals/${loser.id}`)).body;
    expect(decline_reason).toBe('Please apply again, Adwoa, with more figures.');
    await expect
      .poll(() => app.readMails(judges[0]!.email).join('\n'))
      .toContain('Thank you for judging');
    const unknown = await admin.post('/rounds/', {
      ...{ clone_of: id, selected_text: 'Hello {nobody} there.' },
    });
    expect([unknown.status, unknown.body.fields.selected_text]).toEqual([
      422,
      expect.stringContaining('nobody'),
    ]);
  });

  test('an admin who has read a proposal hears of its round, whatever the round decides', async () => {
    const { id, applied } = await world({ is_final: false });
    // The best goes on to the next round, undecided.
    const path = `/proposals/${applied[0]!.id}/admin`;
    const before = (await admin.get(path)).headers.get('etag');
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    await admin.post(`/rounds/${id}/release`, {});
    const after = await admin.get(path);
    expect(after.body).toMatchObject({ decision: 'undecided', rounds: [{ is_released: true }] });
    expect(after.headers.get('etag')).not.toBe(before);
    const sign = await admin.post(`/proposals/${applied[0]!.id}/admin/reading`);
    expect(sign.body.etag).toBe(after.headers.get('etag'));
  });

  test('a planned release goes out once, at its moment, also after a pause', async () => {
    const { id } = await world({ is_final: false }, 2);
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    const at = days(2).toISOString();
    expect((await admin.post(`/rounds/${id}/release`, { at })).body.release_at).toBe(at);
    expect((await admin.delete(`/rounds/${id}/release`)).body.release_at).toBeNull();
    expect((await admin.post(`/rounds/${id}/release`, { at: days(61).toISOString() })).status).toBe(
      422,
    );
    await admin.post(`/rounds/${id}/release`, { at });
    const count = async () =>
      (
        await app.services.db.read
          .selectFrom('mails')
          .select('id')
          .where('subject', 'like', 'Results of%')
          .execute()
      ).length;
    const before = await count();
    await settleRounds(app.services);
    expect(await count()).toBe(before);
    const now = app.services.clock();
    app.setClock(days(3));
    await Promise.all([settleRounds(app.services), settleRounds(app.services)]);
    expect(await count()).toBe(before + 2);
    app.setClock(now);
    expect((await admin.get(`/rounds/${id}`)).body.state).toBe('released');
  });

  test('a conflict that comes out once results are sealed changes nothing of them, and counts after the seal', async () => {
    const { id, applied, programId } = await world({ places: 2 }, 3);
    const { id: proposal_id, person } = applied[0]!;
    const tie = { proposal_id, kind: 'family', reason: 'They are cousins, as both of them say.' };
    const record = (judge: Person) =>
      admin.post(`/rounds/${id}/conflicts`, { ...tie, judge_id: judge.id });
    const countCounted = async () =>
      (await admin.get(`/rounds/${id}/ranking`)).body.find(
        (one: any) => one.proposal_id === proposal_id,
      ).reviews;
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    expect((await record(judges[0]!)).status).toBe(201);
    expect(await countCounted()).toBe(3);
    await admin.post(`/rounds/${id}/unseal`, { reason: 'A conflict has come out meanwhile.' });
    expect(await countCounted()).toBe(2);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    await admin.post(`/rounds/${id}/release`, {});
    const conflict = (await record(judges[1]!)).body;
    const [result] = (await person.get(`/proposals/${proposal_id}/results`)).body;
    expect([result.reviews, result.comments.length]).toEqual([2, 2]);
    const cleared = { state: 'cleared', reason: 'They only have the same name.' };
    await admin.patch(`/conflicts/${conflict.id}`, cleared);
    const { rounds } = (await app.visitor.get(`/public-record/${programId}`)).body;
    expect([rounds[0].reviews, rounds[0].recused]).toEqual([8, 1]);
  });

  test('a reopened round keeps what was submitted, and says publicly why', async () => {
    const { id, programId } = await world({}, 2);
    await admin.post(`/rounds/${id}/close`);
    const input = { reason: 'The lights were out for a day.', closes_at: days(9).toISOString() };
    expect((await admin.post(`/rounds/${id}/reopen`, { reason: 'no' })).status).toBe(422);
    expect((await admin.post(`/rounds/${id}/reopen`, input)).body.state).toBe('open');
    const [review] = (await judges[0]!.get(`/reviews/?round_id=${id}`)).body;
    expect((await judges[0]!.put(`/reviews/${review.id}`, { note: 'x' })).status).toBe(409);
    const { rounds } = (await app.visitor.get(`/public-record/${programId}`)).body;
    expect(rounds[0].reopened).toMatchObject([{ reason: input.reason }]);
  });

  test('in a reopened round, a judge gives what was not given before', async () => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    await insertApplication(app, program.id);
    const id = await openRound(app, admin, program.id, { judges, places: 1 });
    await admin.post(`/rounds/${id}/close`);
    const input = { reason: 'The lights were out for a day.', closes_at: days(9).toISOString() };
    expect((await admin.post(`/rounds/${id}/reopen`, input)).body.state).toBe('open');
    for (const judge of judges) await submitAll(judge, id, () => [3, 3, 3, 3]);
    expect((await admin.get(`/rounds/${id}`)).body.counts.submitted).toBeGreaterThan(0);
  });

  test('a program without an opened round has no record', async () => {
    const { id } = await insertProgram(app.services);
    expect((await app.visitor.get(`/public-record/${id}`)).status).toBe(404);
  });

  test('judges hear that the results are out, unless their account was deactivated', async () => {
    const { id } = await world({ name: 'Finale' }, 1);
    const mailed = ({ email }: Person) =>
      app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .where('subject', '=', 'The results of Finale are out')
        .execute();
    const [judge, left] = judges as [Person, Person];
    await admin.patch(`/auth/admin/${left.id}/status`, { is_active: false });
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    expect((await admin.post(`/rounds/${id}/release`, {})).status).toBe(200);
    expect([(await mailed(judge)).length, (await mailed(left)).length]).toEqual([1, 0]);
  });
});
