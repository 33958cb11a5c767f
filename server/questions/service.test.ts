import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, programInput } from '#tests/factories.ts';

const yesNo = { kind: 'yes_no', label: 'Is your business registered?' };
const choice = { kind: 'choice', label: 'Which crop?', options: ['Cocoa', 'Cashew', 'Shea'] };

describe.each(ENGINES)('questions of a program on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  async function ask(questions: unknown[]) {
    const { status, body } = await admin.post('/programs/', { ...programInput(), questions });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }
  const refusal = async (questions: unknown) => {
    const { status, body } = await admin.post('/programs/', { ...programInput(), questions });
    return [status, ...Object.keys(body.fields ?? {})];
  };

  test('everybody reads them in order before they start; lists carry none', async () => {
    const program = await ask([
      { ...yesNo, is_required: true, help: 'At the Registrar-General.' },
      { ...choice, shown_if: { position: 0, equals: true } },
      { kind: 'number', label: 'How many people work there?', min: 1, max: 500 },
    ]);
    const { body } = await app.visitor.get(`/programs/${program.id}`);
    expect(body.questions).toEqual(program.questions);
    const [first, second, third] = body.questions;
    expect(first).toEqual({
      ...{ id: expect.any(String), kind: 'yes_no', label: yesNo.label },
      ...{ help: 'At the Registrar-General.', is_required: true, max_length: null },
      ...{ min: null, max: null, options: null, eligible: null, shown_if: null },
      is_retired: false,
    });
    expect(second.shown_if).toEqual({ question_id: first.id, equals: true });
    expect([third.min, third.max]).toEqual([1, 500]);
    const list = await app.visitor.get('/programs/');
    expect(list.body.find(({ id }: any) => id === program.id)).not.toHaveProperty('questions');
  });

  test('a program without any has no such field', async () => {
    const { body } = await admin.post('/programs/', programInput());
    expect(body).not.toHaveProperty('questions');
    expect((await app.visitor.get(`/programs/${body.id}`)).body).not.toHaveProperty('questions');
  });

  test.each([
    ['no list', 'many', ['questions']],
    ['41 of them', Array.from({ length: 41 }, () => yesNo), ['questions']],
    ['an unknown kind', [{ ...yesNo, kind: 'colour' }], ['questions.0.kind']],
    ['no words', [{ ...yesNo, label: ' ' }], ['questions.0.label']],
    ['words that are too long', [{ ...yesNo, label: 'x'.repeat(201) }], ['questions.0.label']],
    ['one option', [{ ...choice, options: ['Cocoa'] }], ['questions.0.options']],
    ['an option twice', [{ ...choice, options: ['Shea', 'Shea'] }], ['questions.0.options']],
    ['a number as text', [{ kind: 'number', label: 'n', min: '1' }], ['questions.0.min']],
    [
      'a day that no calendar has',
      [{ kind: 'date', label: 'd', max: '2026-02-30' }],
      ['questions.0.max'],
    ],
    [
      'bounds the wrong way round',
      [{ kind: 'number', label: 'n', min: 2, max: 1 }],
      ['questions.0.min'],
    ],
    [
      'a condition on a later question',
      [{ ...yesNo, shown_if: { position: 1, equals: true } }, yesNo],
      ['questions.0.shown_if'],
    ],
    ['a loop', [{ ...yesNo, shown_if: { position: 0, equals: true } }], ['questions.0.shown_if']],
    [
      'a condition that no answer meets',
      [choice, { ...yesNo, shown_if: { position: 0, equals: 'Maize' } }],
      ['questions.1.shown_if'],
    ],
    [
      'a rule without a sentence',
      [{ ...yesNo, eligible: { values: [true] } }],
      ['questions.0.eligible'],
    ],
    [
      'a rule for a text',
      [{ kind: 'short_text', label: 't', eligible: { values: ['x'], sentence: 's' } }],
      ['questions.0.eligible'],
    ],
    [
      'a rule behind a question without one',
      [
        yesNo,
        {
          ...yesNo,
          shown_if: { position: 0, equals: true },
          eligible: { values: [true], sentence: 's' },
        },
      ],
      ['questions.1.shown_if'],
    ],
    [
      'an id of nobody',
      [{ ...yesNo, id: '00000000-0000-4000-8000-000000000000' }],
      ['questions.0.id'],
    ],
  ])('refuses %s by field', async (_, questions, fields) => {
    expect(await refusal(questions)).toEqual([422, ...fields]);
  });

  test('forty live ones are taken', async () => {
    const program = await ask(
      Array.from({ length: 40 }, (_, at) => ({ ...yesNo, label: `${at}` })),
    );
    expect(program.questions).toHaveLength(40);
  });

  test('an admin changes the whole list; what nobody has answered and is left out is gone', async () => {
    const program = await ask([yesNo, choice]);
    const [first, second] = program.questions;
    const path = `/programs/${program.id}`;
    const { headers } = await admin.get(path);
    const ifMatch = { headers: { 'if-match': headers.get('etag')! } };
    const changed = await admin.patch(
      path,
      { questions: [{ ...second, options: ['Shea', 'Maize'] }, yesNo] },
      ifMatch,
    );
    expect(changed.status).toBe(200);
    expect(changed.body.questions[0]).toMatchObject({ id: second.id, options: ['Shea', 'Maize'] });
    expect(changed.body.questions.map(({ id }: any) => id)).not.toContain(first.id);
    expect((await admin.patch(path, { questions: [] }, ifMatch)).status).toBe(412);
    const none = await admin.patch(path, { questions: [] });
    expect(none.body).not.toHaveProperty('questions');
  });

  test('the same list again changes nothing', async () => {
    const { id, questions } = await ask([yesNo, choice]);
    const before = (await admin.get(`/programs/${id}`)).headers.get('etag');
    await admin.patch(`/programs/${id}`, { questions });
    expect((await admin.get(`/programs/${id}`)).headers.get('etag')).toBe(before);
  });

  test('a question that another one depends on cannot be left out', async () => {
    const { id, questions } = await ask([
      yesNo,
      { ...choice, shown_if: { position: 0, equals: true } },
    ]);
    const { status, body } = await admin.patch(`/programs/${id}`, { questions: [questions[1]] });
    expect([status, ...Object.keys(body.fields)]).toEqual([422, 'questions.0.shown_if']);
  });

  test('a hidden program is there for the firm only, and so are its lists', async () => {
    const { body: program } = await admin.post('/programs/', {
      ...programInput(),
      is_public: false,
    });
    const applicant = await app.signIn();
    for (const person of [app.visitor, applicant]) {
      expect((await person.get(`/programs/${program.id}`)).status).toBe(404);
      const { body } = await person.get('/programs/');
      expect(body.map(({ id }: any) => id)).not.toContain(program.id);
    }
    expect((await admin.get(`/programs/${program.id}`)).body.is_public).toBe(false);
    expect((await admin.get('/programs/')).body.map(({ id }: any) => id)).toContain(program.id);
    expect((await applicant.put(`/drafts/${program.id}`, { fields: {} })).status).toBe(404);
    await admin.patch(`/programs/${program.id}`, { is_public: true });
    expect((await app.visitor.get(`/programs/${program.id}`)).status).toBe(200);
  });

  test('it opens before its deadline', async () => {
    const late = { ...programInput(), opens_at: days(31).toISOString() };
    const { status, body } = await admin.post('/programs/', late);
    expect([status, ...Object.keys(body.fields)]).toEqual([422, 'opens_at']);
  });

  test('before its opening a program is shown, and takes nothing', async () => {
    const opens = days(1, app.services.clock());
    const { body: program } = await admin.post('/programs/', {
      ...programInput(),
      opens_at: opens.toISOString(),
    });
    expect([program.is_open, program.opens_at]).toEqual([false, opens.toISOString()]);
    const applicant = await app.signIn();
    const save = () => applicant.put(`/drafts/${program.id}`, { fields: { business_name: 'A' } });
    expect([(await save()).status, (await save()).body.code]).toEqual([409, 'not_open_yet']);
    const listed = async (open: boolean) =>
      (await app.visitor.get(`/programs/?open=${open}`)).body.map(({ id }: any) => id);
    expect(await listed(true)).not.toContain(program.id);
    expect(await listed(false)).toContain(program.id);
    app.pass(86_500);
    const again = await app.readmit(await app.signIn());
    expect((await again.put(`/drafts/${program.id}`, { fields: {} })).status).toBe(200);
    expect(await listed(true)).toContain(program.id);
  });
});
