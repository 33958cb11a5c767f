import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';

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

  const open = async (round = {}, description = '<p>We make things.</p>') => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied = [];
    for (const name of ['Volta Looms', 'Keta Salt'])
      applied.push(
        await insertApplication(app, program.id, {
          business_name: name,
          business_description: description,
        }),
      );
    const id = await openRound(app, admin, program.id, { judges, places: 1, round });
    return { id, applied };
  };
  const queueOf = async (judge: Person, id: string) =>
    (await judge.get(`/reviews/?round_id=${id}`)).body;

  test('blind: no name, no number, no place, whatever the answer', async () => {
    const text = '<p>Volta Looms of Adwoa Owusu weaves. KETA SALT by adwoa too.</p>';
    const { id, applied } = await open({}, text);
    const judge = judges[0]!;
    const [first] = await queueOf(judge, id);
    const one = await judge.get(`/reviews/${first.id}`);
    const texts = [one.text, JSON.stringify(await queueOf(judge, id)), [...one.headers].join()];
    const { business_name, receipt_number, phone_number, email } = await app.services.db.read
      .selectFrom('proposals')
      .innerJoin('users', 'users.id', 'proposals.user_id')
      .select(['business_name', 'receipt_number', 'phone_number', 'email'])
      .where('proposals.id', '=', applied[0]!.id)
      .executeTakeFirstOrThrow();
    const ids = applied.map((proposal) => proposal.id);
    for (const secret of [receipt_number!, phone_number, email, 'Adwoa', 'Bonwire', ...ids])
      for (const seen of texts) expect(seen).not.toContain(secret);
    expect(texts[1]).not.toContain(business_name);
    expect(one.body.proposal.business_description).toContain('■■■');
    expect((await judges[1]!.get(`/reviews/${first.id}`)).status).toBe(404);
    expect((await judge.get(`/reviews/${first.id}/documents/pitch_deck/view`)).status).toBe(404);
  });

  test('blind: formatting stays, and what an admin retyped is read exactly so', async () => {
    const text = '<p><strong>Volta</strong> Looms: <em>no damage</em>, says Adwoa’s aunt.</p>';
    const { id, applied } = await open({}, text);
    const judge = judges[0]!;
    const list = await queueOf(judge, id);
    const read = async () => {
      const texts = [];
      for (const one of list) {
        const { body } = await judge.get(`/reviews/${one.id}`);
        texts.push(body.proposal.business_description);
      }
      return texts.sort();
    };
    expect(await read()).toContain(
      '<p><strong>■■■</strong>: <em>no damage</em>, says ■■■’s aunt.</p>',
    );
    for (const { id: proposal } of applied)
      await admin.patch(`/rounds/${id}/entries/${proposal}`, {
        redacted_description: 'Looms & more.\n\nAdwoa is a week day\nhere.',
      });
    const exactly = '<p>Looms &amp; more.</p><p>Adwoa is a week day<br>here.</p>';
    expect(await read()).toEqual([exactly, exactly]);
    // Left by the release before, which covered names in these too.
    await app.services.db.read.updateTable('redactions').set({ is_exact: null }).execute();
    expect((await read())[0]).toContain('■■■ is a week day');
    for (const { id: proposal } of applied) {
      const entries = (await admin.get(`/rounds/${id}/entries`)).body;
      const { redacted_description } = entries.find((one: any) => one.proposal_id === proposal);
      await admin.patch(`/rounds/${id}/entries/${proposal}`, { redacted_description });
    }
    expect(await read()).toEqual([exactly, exactly]);
  });

  test('answers to the program’s own questions stand beside the description, redacted alike', async () => {
    const { id, applied } = await open();
    const answers = [
      { label: 'What would change?', kind: 'long_text', value: 'Adwoa could hire two weavers.' },
      { label: 'Which crops?', kind: 'choices', value: ['Cocoa', 'Shea'] },
      { label: 'How many people work there?', kind: 'number', value: 12 },
    ] as const;
    // Not a word of a file, whose name may tell whose it is.
    const deck = { name: 'adwoa-owusu-permit.pdf', size: 10, sha256: 'a'.repeat(64), pages: 1 };
    const file = { label: 'Your permit', kind: 'file', value: deck } as const;
    for (const { id: proposal_id } of applied)
      for (const [place, { value, ...answer }] of [...answers, file].entries())
        await app.services.db.read
          .insertInto('answers')
          .values({
            ...{ ...answer, proposal_id, place, question_id: randomUUID() },
            value: JSON.stringify(value),
          })
          .execute();
    const [judge, [first]] = [judges[0]!, await queueOf(judges[0]!, id)];
    const { proposal } = (await judge.get(`/reviews/${first.id}`)).body;
    expect(proposal.answers.map(({ question_id: _, ...answer }: any) => answer)).toEqual([
      { ...answers[0], value: '■■■ could hire two weavers.' },
      answers[1],
      answers[2],
    ]);
    expect(first.proposal.answers).toBeUndefined();
  });

  test('scores are merged, checked by criterion, kept in versions, and submitted whole', async () => {
    const { id } = await open({ comments: 'required' });
    const judge = judges[0]!;
    const [{ id: reviewId }] = await queueOf(judge, id);
    const path = `/reviews/${reviewId}`;
    const { criteria } = (await judge.get(`/rounds/${id}`)).body;
    const [a, b, c, d] = criteria.map((one: { id: string }) => one.id);
    const wrong = await judge.put(path, { scores: { [a]: 6, [b]: 2.5, other: 1 } });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      422,
      [`scores.${a}`, `scores.${b}`, 'scores.other'].sort(),
    ]);
    const first = await judge.put(path, { scores: { [a]: 5, [b]: 4 }, note: 'For the desk.' });
    expect(first.body).toMatchObject({ state: 'started', revision: 1, total: null });
    const early = await judge.put(path, { submit: true });
    expect(Object.keys(early.body.fields).sort()).toEqual(
      [`scores.${c}`, `scores.${d}`, 'strength', 'next_step'].sort(),
    );
    const rest = { scores: { [c]: 3, [d]: 2 }, strength: 'Good.', next_step: 'Go on.' };
    expect((await judge.put(path, { ...rest, revision: 0 })).status).toBe(412);
    const old = { headers: { 'if-match': '"0"' } };
    expect((await judge.put(path, rest, old)).status).toBe(412);
    const done = await judge.put(path, { ...rest, submit: true, revision: 1 });
    expect(done.body).toMatchObject({ state: 'submitted', total: 75, others: null });
    const edited = await judge.put(path, { scores: { [a]: 4 } });
    expect([edited.body.state, edited.body.revision]).toEqual(['submitted', 3]);
    expect((await judge.get(`${path}/versions`)).body).toHaveLength(3);
    expect((await judge.put(path, { scores: { [a]: 4 }, submit: true })).body.revision).toBe(3);
    expect((await judge.get(`${path}/versions`)).body).toHaveLength(3);
    expect((await admin.get(`${path}/versions`)).body.code).toBe('round_open');
    expect((await admin.get(`/rounds/${id}/reviews`)).body.code).toBe('round_open');
  });

  test('while a judge types, one version a minute stays; each that was submitted does, within bounds', async () => {
    const { id } = await open();
    const judge = judges[0]!;
    const [{ id: reviewId }] = await queueOf(judge, id);
    const path = `/reviews/${reviewId}`;
    const { criteria } = (await judge.get(`/rounds/${id}`)).body;
    const begun = app.services.clock();
    const at = (ms: number) => app.setClock(new Date(begun.getTime() + ms));
    const read = async () => (await judge.get(`${path}/versions`)).body;
    const typed = { 0: 'A', 20_000: 'A b', 59_000: 'A bee', 61_000: 'A bee c' };
    for (const [ms, note] of Object.entries(typed)) {
      at(Number(ms));
      await judge.put(path, { note });
    }
    expect((await read()).map(({ note }: any) => note)).toEqual(['A bee', 'A bee c']);
    const scoresOf = (score: number) =>
      Object.fromEntries(criteria.map((one: { id: string }) => [one.id, score]));
    await judge.put(path, { scores: scoresOf(5), submit: true });
    for (const score of [1, 5]) await judge.put(path, { scores: scoresOf(score) });
    expect((await read()).map(({ state }: any) => state)).toEqual([
      ...['started', 'started', 'submitted', 'submitted', 'submitted'],
    ]);
    const [{ content, ...row }] = (await app.services.db.read
      .selectFrom('review_versions')
      .selectAll()
      .where('review_id', '=', reviewId)
      .where('state', '=', 'submitted')
      .orderBy('at', 'desc')
      .limit(1)
      .execute()) as [any];
    await app.services.db.read
      .insertInto('review_versions')
      .values(
        Array.from({ length: 250 }, (_, index) => ({
          ...row,
          id: randomUUID(),
          at: new Date(begun.getTime() + 100_000 + index),
          content: JSON.stringify(content),
        })),
      )
      .execute();
    at(200_000);
    await judge.put(path, { note: 'The last.' });
    const kept = await read();
    expect(kept).toHaveLength(201);
    expect(kept[0]).toMatchObject({ state: 'submitted', scores: scoresOf(5) });
    expect(kept.at(-1).note).toBe('The last.');
    app.setClock(begun);
  });

  test('not blind: a judge declares first; an abstention sends the entry to another judge', async () => {
    const { id } = await open({ is_blind: false, reviews_per_proposal: 1, shows_documents: true });
    const lists = await Promise.all(judges.map((judge) => queueOf(judge, id)));
    const index = lists.findIndex((list) => list.length > 0);
    const [judge, [review]] = [judges[index]!, lists[index]];
    const path = `/reviews/${review.id}`;
    const before = (await judge.get(path)).body.proposal;
    expect([before.business_name.length > 0, before.business_description]).toEqual([
      true,
      undefined,
    ]);
    const early = await judge.put(path, { note: 'x' });
    expect([early.status, early.body.code]).toEqual([409, 'not_declared']);
    await judge.post(`${path}/declare`, { has_conflict: false });
    const { proposal } = (await judge.get(path)).body;
    expect([proposal.business_description, proposal.documents]).toEqual([
      '<p>We make things.</p>',
      ['pitch_deck', 'financials'],
    ]);
    expect((await judge.put(path, { note: 'x' })).status).toBe(200);
    const left = await judge.post(`${path}/abstain`, { reason: 'expertise' });
    expect([left.status, left.body.state]).toEqual([200, 'abstained']);
    const total = await Promise.all(judges.map(async (one) => (await queueOf(one, id)).length));
    expect(total.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  test('at its moment the round is closed: nothing is edited, others are read without names', async () => {
    const { id, applied } = await open();
    for (const judge of judges) await submitAll(judge, id, () => [4, 4, 4, 4]);
    const [review] = await queueOf(judges[0]!, id);
    const before = app.services.clock();
    app.setClock(days(8));
    const [judge, other] = [await app.signIn({ role: 'judge' }), admin];
    const now = await app.signIn({ role: 'admin' });
    await app.services.db.read
      .updateTable('sessions')
      .set({ expires_at: days(30) })
      .where(
        'user_id',
        'in',
        [...judges, other].map((one) => one.id),
      )
      .execute();
    expect((await now.get(`/rounds/${id}`)).body.state).toBe('closed');
    const late = await judges[0]!.put(`/reviews/${review.id}`, { note: 'Too late' });
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'round_not_open',
      'This round is closed.',
    ]);
    const { others } = (await judges[0]!.get(`/reviews/${review.id}`)).body;
    expect(others).toEqual(
      Array(2).fill({ total: 75, strength: 'A clear market.', next_step: 'Show the costs.' }),
    );
    const path = `/rounds/${id}/reviews?proposal_id=${applied[0]!.id}`;
    expect((await now.get(path)).body).toHaveLength(3);
    expect((await judge.get(`/rounds/${id}`)).status).toBe(404);
    app.setClock(before);
  });
});
