import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/engines/engine.ts';
import { startQuestions, type QuestionsWorld } from '#tests/questions.ts';
import { readZip } from '#tests/zip-files.ts';

describe.each(ENGINES)('stored answers on %s', (engine) => {
  let world: QuestionsWorld;
  beforeAll(async () => {
    world = await startQuestions(engine);
  });
  afterAll(() => world.app.close());

  test('an edit merges by question, and leaves alone what it does not name', async () => {
    const { admin, applicant, ask, named, sent } = world;
    const { program, ids, path } = await ask();
    const proposal = await sent(program.id, named(ids, [true, 'BN-1', ['Shea']]));
    const { questions } = (await admin.get(path)).body;
    const added = { kind: 'yes_no', label: 'Do you export?', is_required: true };
    const patched = await admin.patch(path, { questions: [added, ...questions] });
    const edit = (answers: unknown, more = {}) =>
      applicant.patch(`/proposals/${proposal.id}`, { answers, ...more });
    const one = await edit(named(ids, [undefined, undefined, undefined, 7]), {
      business_name: 'New',
    });
    expect([one.status, one.body.answers.map(({ value }: any) => value)]).toEqual([
      200,
      [true, 'BN-1', ['Shea'], 7],
    ]);
    const hidden = await edit({ [ids[0]!]: false, [patched.body.questions[0].id]: true });
    expect(hidden.body.answers.map(({ value }: any) => value)).toEqual([true, false, ['Shea'], 7]);
    const shown = await edit({ [ids[0]!]: true });
    expect([shown.status, ...Object.keys(shown.body.fields)]).toEqual([422, `answers.${ids[1]}`]);
    expect((await edit({ [ids[0]!]: null })).status).toBe(422);
    const before = (await applicant.get(`/proposals/${proposal.id}`)).headers.get('etag');
    expect((await edit({ [ids[0]!]: false, unknown: 1 })).headers.get('etag')).toBe(before);
  });

  test('what somebody has answered cannot be broken: it is retired, and can be asked again', async () => {
    const { app, admin, applicant, ask, named, send, sent } = world;
    const { program, ids, path } = await ask();
    const proposal = await sent(program.id, named(ids, [false, undefined, ['Shea']]));
    await applicant.put(`/drafts/${program.id}`, { answers: { [ids[3]!]: 4 } });
    const { questions } = program;
    const change = (at: number, fields: object) =>
      admin.patch(path, {
        questions: questions.map((one: any, place: number) =>
          place === at ? { ...one, ...fields } : one,
        ),
      });
    const preview = await admin.patch(path, { preview: true });
    expect(preview.body.answered_questions).toEqual([ids[0], ids[2], ids[3]]);
    for (const [at, fields] of [
      [0, { kind: 'short_text' }],
      [2, { options: ['Cocoa', 'Cashew'] }],
      [3, { kind: 'date', min: null, max: null }],
    ] as const)
      expect((await change(at, fields)).body.code).toBe('question_in_use');
    expect((await change(2, { options: ['Maize', 'Shea', 'Cocoa', 'Cashew'] })).status).toBe(200);
    const left = await admin.patch(path, { questions: [] });
    expect(left.body.questions.map((one: any) => [one.id, one.is_retired])).toEqual([
      [ids[0], true],
      [ids[2], true],
      [ids[3], true],
    ]);
    expect((await app.visitor.get(path)).body).not.toHaveProperty('questions');
    expect((await applicant.get(`/proposals/${proposal.id}`)).body.answers).toHaveLength(2);
    const same = await applicant.patch(`/proposals/${proposal.id}`, {
      answers: { [ids[2]!]: ['Shea'] },
    });
    expect(same.status).toBe(200);
    const other = await applicant.patch(`/proposals/${proposal.id}`, {
      answers: { [ids[2]!]: ['Cocoa'] },
    });
    expect([other.status, ...Object.keys(other.body.fields)]).toEqual([422, `answers.${ids[2]}`]);
    const submitted = await send(program.id, { [ids[2]!]: ['Cocoa'] });
    expect([submitted.status, ...Object.keys(submitted.body.fields)]).toEqual([
      422,
      `answers.${ids[2]}`,
    ]);
    const back = await admin.patch(path, { questions: left.body.questions });
    expect(back.body.questions).toEqual(left.body.questions);
    const again = await admin.patch(path, {
      questions: [{ ...left.body.questions[1], is_retired: false }],
    });
    expect(again.body.questions[0]).toMatchObject({ id: ids[2], is_retired: false });
    expect((await app.visitor.get(path)).body.questions).toHaveLength(1);
  });

  test('the digest of the receipt covers them where something was asked', async () => {
    const { app, ask, named, sent } = world;
    const { program, ids } = await ask();
    const proposal = await sent(program.id, named(ids, [false, undefined, ['Shea', 'Cocoa'], 1.5]));
    const { body: receipt } = await app.visitor.get(`/receipts/${proposal.receipt_number}`);
    const documents = await app.services.db.read
      .selectFrom('documents')
      .select(['kind', 'sha256'])
      .where('proposal_id', '=', proposal.id)
      .execute();
    const digestOf = (kind: string) => documents.find((one) => one.kind === kind)!.sha256;
    const pairs = [
      [ids[0]!, false],
      [ids[2]!, ['Cocoa', 'Shea']],
      [ids[3]!, 1.5],
    ] as const;
    const answers = Object.fromEntries([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
    const { business_name, business_location, business_website, business_description } = proposal;
    const content = {
      answers,
      ...{ business_description, business_location, business_name, business_website },
      financials: digestOf('financials'),
      pitch_deck: digestOf('pitch_deck'),
    };
    const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    expect(receipt.content_sha256).toBe(sha256);
  });

  test('own data, the mailed copy and the log hold them; deleting deletes them', async () => {
    const { app, ask, named, send } = world;
    const { program, ids } = await ask();
    const person = await app.signIn();
    await person.put(`/drafts/${program.id}`, { answers: { [ids[5]!]: 'in a draft' } });
    const { body } = await send(
      program.id,
      named(ids, [false, undefined, undefined, undefined, undefined, 'y'.repeat(6000)]),
      person,
    );
    const data = await fetch(`${app.url}/api/v1/auth/me/data`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const whole = readZip(Buffer.from(await data.arrayBuffer()));
    const { drafts, proposals } = JSON.parse(whole.get('data.json')!.toString());
    expect(drafts[0].answers).toEqual({ [ids[5]!]: 'in a draft' });
    expect(proposals[0].answers.map(({ value }: any) => value)).toEqual([false, 'y'.repeat(6000)]);
    const mailed = () =>
      app
        .readMails(person.email)
        .join('')
        .replace(/=\r?\n/g, '');
    await expect.poll(mailed).toContain('This copy is shortened.');
    const [text] = mailed().split('This copy is shortened.');
    const words = 'Is your business registered?\nNo\n\nWhat would change?\n';
    expect(text).toContain('Is your business registered?');
    expect(text!.match(/y{10,}/)![0]).toHaveLength(5000 - words.length);
    expect(mailed()).toContain(`/view-proposal/${body.id}`);
    const log = await app.services.db.read
      .selectFrom('audit_log')
      .select('changes')
      .where('subject_id', '=', body.id)
      .executeTakeFirstOrThrow();
    const change = (log.changes as any[]).find(({ field }) => field === 'answers');
    expect(change.after).toEqual({ sha256: expect.any(String), length: expect.any(Number) });
    expect(JSON.stringify(log.changes)).not.toContain('yyyy');
    expect((await person.delete(`/proposals/${body.id}`)).status).toBe(204);
    const rows = await app.services.db.read
      .selectFrom('answers')
      .select('value')
      .where('proposal_id', '=', body.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
