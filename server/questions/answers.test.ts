import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/engines/engine.ts';
import { fillDraft } from '#tests/draft-documents.ts';
import { days, programInput } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import { QUESTIONS, startQuestions, type QuestionsWorld } from '#tests/questions.ts';
import { remindOfDeadlines } from '../drafts/deadlines.ts';

describe.each(ENGINES)('answers on %s', (engine) => {
  let world: QuestionsWorld;
  beforeAll(async () => {
    world = await startQuestions(engine);
  });
  afterAll(() => world.app.close());

  test('a submission stores them as they were asked, and the owner and admins read them', async () => {
    const { admin, applicant, ask, named, send } = world;
    const { program, ids } = await ask();
    const values = [true, '  BN-1 ', ['Shea', 'Cocoa'], 0, '2020-02-29', '\u0065\u0301\r\nb\u0007'];
    const { status, body } = await send(program.id, named(ids, values));
    expect(status).toBe(201);
    const stored = [true, 'BN-1', ['Cocoa', 'Shea'], 0, '2020-02-29', 'é\nb'];
    expect(body.answers).toEqual(
      stored.map((value, at) => ({
        question_id: ids[at],
        label: QUESTIONS[at]!.label,
        kind: QUESTIONS[at]!.kind,
        value,
      })),
    );
    const own = await applicant.get(`/proposals/${body.id}`);
    const any = await admin.get(`/proposals/${body.id}/admin`);
    expect([own.body.answers, any.body.answers]).toEqual([body.answers, body.answers]);
    for (const [person, path] of [
      [applicant, '/proposals/'],
      [admin, '/proposals/admin/all'],
    ] as const)
      expect((await person.get(path)).body[0]).not.toHaveProperty('answers');
    await admin.patch(`/programs/${program.id}`, {
      questions: [{ ...program.questions[0], label: 'Other words' }],
    });
    expect((await applicant.get(`/proposals/${body.id}`)).body.answers).toEqual(body.answers);
  });

  test('a program without questions has no answers anywhere', async () => {
    const { app, admin, applicant } = world;
    const { proposal } = await submit(app.services, applicant);
    expect(proposal).not.toHaveProperty('answers');
    const { body: program } = await admin.post('/programs/', programInput());
    const draft = await applicant.put(`/drafts/${program.id}`, { fields: {}, answers: { x: 1 } });
    expect([draft.status, 'answers' in draft.body]).toEqual([200, false]);
  });

  test.each([
    ['a required one is missing', [undefined], [0]],
    ['a required one that is shown is blank', [true, ' '], [1]],
    ['yes as text', ['true'], [0]],
    ['an option that is not offered', [false, undefined, ['Maize']], [2]],
    ['an option twice', [false, undefined, ['Shea', 'Shea']], [2]],
    ['a number as text', [false, undefined, undefined, '5'], [3]],
    ['a number above the largest', [false, undefined, undefined, 501], [3]],
    ['a number of 16 digits', [false, undefined, undefined, 0.1234567890123456], [3]],
    ['a day that no calendar has', [false, undefined, undefined, undefined, '2026-02-30'], [4]],
    [
      'a text that is too long',
      [false, undefined, undefined, undefined, undefined, '😀'.repeat(10_001)],
      [5],
    ],
    [
      'a character that cannot be saved',
      [false, undefined, undefined, undefined, undefined, 'a\u0000'],
      [5],
    ],
    ['several at once', [undefined, undefined, undefined, 'x', 'y'], [0, 3, 4]],
  ])('refuses %s by field', async (_, values, wrong) => {
    const { applicant, ask, named, send } = world;
    const { program, ids } = await ask();
    const { status, body } = await send(program.id, named(ids, values));
    const fields = wrong.map((at) => `answers.${ids[at]}`);
    expect([status, body.code, Object.keys(body.fields).sort()]).toEqual([
      422,
      'invalid',
      fields.sort(),
    ]);
    const draft = await applicant.put(`/drafts/${program.id}`, { answers: named(ids, values) });
    if (JSON.stringify(values).includes('u0000') || JSON.stringify(values).length > 20_000) return;
    expect(draft.status).toBe(200);
    const document = { size: 9, sha256: 'a'.repeat(64) };
    const documents = { pitch_deck: document, financials: document };
    const named422 = await applicant.post(`/drafts/${program.id}/submit`, { documents });
    expect([named422.status, Object.keys(named422.body.fields).sort()]).toEqual([
      422,
      ['business_location', 'business_name', ...fields].sort(),
    ]);
  });

  test('ten thousand emoji are taken, and what a condition hides is not stored', async () => {
    const { ask, named, send } = world;
    const { program, ids } = await ask();
    const text = '😀'.repeat(10_000);
    const { body } = await send(program.id, named(ids, [false, 'hidden', [], null, '', text]));
    expect(body.answers.map(({ value }: any) => value)).toEqual([false, text]);
  });

  test('drafts merge by question, ignore unknown ids, and keep what does not fit yet', async () => {
    const { applicant, ask } = world;
    const { program, ids } = await ask();
    const path = `/drafts/${program.id}`;
    await applicant.put(path, { answers: { [ids[0]!]: true, [ids[3]!]: 'many', other: 1 } });
    const { body } = await applicant.put(path, { answers: { [ids[0]!]: null, [ids[4]!]: 'x' } });
    expect(body.answers).toEqual({ [ids[3]!]: 'many', [ids[4]!]: 'x' });
    expect((await applicant.get('/drafts/')).body[0]).not.toHaveProperty('answers');
    const tag = (await applicant.get(path)).headers.get('etag')!;
    await applicant.put(path, { answers: { [ids[4]!]: 'y' } }, { headers: { 'if-match': tag } });
    const late = await applicant.put(path, { answers: {} }, { headers: { 'if-match': tag } });
    expect(late.status).toBe(412);
    const wrong = await applicant.put(path, { answers: { [ids[4]!]: { a: 1 } } });
    expect([wrong.status, ...Object.keys(wrong.body.fields)]).toEqual([422, `answers.${ids[4]}`]);
    expect((await applicant.put(path, { answers: [] })).status).toBe(422);
  });

  test('a draft says what submitting would refuse now, in the list and in the reminder too', async () => {
    const { app, ask, named } = world;
    const applicant = await app.signIn();
    const { program, ids } = await ask([
      ...QUESTIONS.slice(0, 4),
      {
        kind: 'yes_no',
        label: 'In Ghana?',
        eligible: { values: [true], sentence: 'Only in Ghana.' },
      },
    ]);
    const path = `/drafts/${program.id}`;
    const missing = async () => {
      const one = (await applicant.get(path)).body.missing;
      const { body: list } = await applicant.get('/drafts/');
      expect(list.find((draft: any) => draft.program_id === program.id).missing).toEqual(one);
      return one;
    };
    await applicant.put(path, { fields: { business_name: ' ', business_website: 'no address' } });
    expect(await missing()).toEqual([
      ...['business_name', 'business_location', 'business_website'],
      ...['pitch_deck', 'financials', ids[0]],
    ]);
    const { digests } = await fillDraft(app.services, applicant, program.id);
    expect(await missing()).toEqual([ids[0]]);
    await applicant.put(path, { answers: named(ids, [true, undefined, [], 'many', false]) });
    expect(await missing()).toEqual([ids[1], ids[3], ids[4]]);
    const refused = await applicant.post(`${path}/submit`, { documents: digests });
    expect(Object.keys(refused.body.fields).sort()).toEqual(
      [ids[1], ids[3], ids[4]].map((id) => `answers.${id}`).sort(),
    );
    const now = app.services.clock();
    await app.services.db.write(async (tx) => {
      const soon = { deadline_date: days(1, now) };
      await tx.updateTable('programs').set(soon).where('id', '=', program.id).execute();
      const before = { saved_at: days(-1, now) };
      await tx.updateTable('drafts').set(before).where('program_id', '=', program.id).execute();
    });
    await remindOfDeadlines(app.services);
    await expect
      .poll(() => app.readMails(applicant.email).join())
      .toContain('Still missing: answers to 3 questions of the program.');
    await applicant.put(path, { answers: named(ids, [false, null, [], null, true]) });
    expect(await missing()).toEqual([]);
    expect((await applicant.post(`${path}/submit`, { documents: digests })).status).toBe(201);
  });

  test('answers that do not qualify are named where nothing else is wrong', async () => {
    const { ask, named, send } = world;
    const { program, ids } = await ask([
      {
        kind: 'yes_no',
        label: 'Registered?',
        eligible: { values: [true], sentence: 'Register first.' },
      },
      {
        kind: 'number',
        label: 'People?',
        eligible: { min: 1, max: null, sentence: 'Hire somebody.' },
      },
    ]);
    const refused = await send(program.id, named(ids, [false, 0]));
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      422,
      'not_eligible',
      { [`answers.${ids[0]}`]: 'Register first.', [`answers.${ids[1]}`]: 'Hire somebody.' },
    ]);
    const both = await send(program.id, named(ids, [false, 'x']));
    expect([both.body.code, Object.keys(both.body.fields).length]).toEqual(['invalid', 2]);
    expect((await send(program.id, {})).status).toBe(201);
  });
});
