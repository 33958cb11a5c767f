import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PERSONAL } from '../accounts/own-data-store.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('messages between an applicant and the firm, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let other: Person;
  let applicant: Person;
  let id: string;
  let path: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Adwoa', last_name: 'Addo' });
    other = await app.signIn({ role: 'admin', email: 'other-admin@example.com' });
    applicant = await app.signIn({ first_name: 'Ama', last_name: 'Owusu' });
    id = (await submit(app.services, applicant, { business_name: 'Asante Cocoa' })).proposal.id;
    path = `/proposals/${id}/messages`;
  });
  afterAll(() => app.close());

  const mailsTo = (email: string) =>
    app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .where('subject', 'like', '%message%')
      .execute();
  const emailOf = async (person: Person) => (await person.get('/auth/me')).body.email as string;

  test('both sides write and read; the firm is one side with one name for the applicant', async () => {
    const question = await admin.post(path, { text: ' Which bank?\nThe branch, too. ' });
    expect([question.status, question.body]).toEqual([
      201,
      {
        id: expect.any(String),
        at: expect.any(String),
        from: 'firm',
        author: 'Adwoa Addo',
        text: 'Which bank?\nThe branch, too.',
        read_at: null,
      },
    ]);
    const [mail] = await mailsTo(await emailOf(applicant));
    expect(mail!.subject).toBe('A message about your proposal Asante Cocoa');
    const to = await emailOf(applicant);
    const findMail = () => app.readMails(to).find((one) => one.includes('Which bank?'));
    await expect.poll(findMail).toBeDefined();
    const text = findMail()!;
    expect(text).toMatch(/Which bank\?\r?\nThe branch, too\./);
    expect(text).toContain(`/dashboard/applicant/view-proposal/${id}`);
    const before = await applicant.get(`/proposals/${id}`);
    expect(before.body.unread_messages).toBe(1);
    expect((await applicant.get('/proposals/?has_unread_messages=true')).body).toHaveLength(1);
    const read = await applicant.get(path);
    expect(read.body).toEqual([
      { ...question.body, author: 'Odum Capital', read_at: expect.any(String) },
    ]);
    const after = await applicant.get(`/proposals/${id}`);
    expect(after.body.unread_messages).toBe(0);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await admin.get(path)).body[0].read_at).toEqual(expect.any(String));

    const reply = await applicant.post(path, { text: 'GCB, Tamale.' });
    expect([reply.status, reply.body.author]).toEqual([201, 'Ama Owusu']);
    const unread = '/proposals/admin/all?has_unread_messages=true';
    expect((await other.get(unread)).body[0].unread_messages).toBe(1);
    await admin.get(path);
    expect((await other.get(unread)).body).toEqual([]);
  });

  test('the firm is told once an hour: the assignee, or every active admin', async () => {
    const told = async () => [
      (await mailsTo(await emailOf(admin))).length,
      (await mailsTo('other-admin@example.com')).length,
    ];
    expect(await told()).toEqual([1, 1]);
    await applicant.post(path, { text: 'And one thing more.' });
    expect(await told()).toEqual([1, 1]);
    const own = (await submit(app.services, applicant)).proposal.id;
    await admin.patch(`/proposals/${own}/admin`, { assigned_to: 'me' });
    await applicant.post(`/proposals/${own}/messages`, { text: 'Hello?' });
    expect(await told()).toEqual([2, 1]);
  });

  test('a message changes the ETag but fails no edit that was begun before it', async () => {
    const { headers } = await applicant.get(`/proposals/${id}`);
    await admin.post(path, { text: 'Please add the district.' });
    const options = { headers: { 'if-match': headers.get('etag')! } };
    const edited = await applicant.patch(
      `/proposals/${id}`,
      { business_location: 'Tamale, Northern' },
      options,
    );
    expect(edited.status).toBe(200);
    expect(
      (await applicant.patch(`/proposals/${id}`, { business_location: 'X' }, options)).status,
    ).toBe(412);
  });

  test('nobody else’s thread; an empty or endless text; a repeated key', async () => {
    const stranger = await app.signIn();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(path, { text: 'Hi' })).status).toBe(404);
    expect((await applicant.post(path, { text: ' \n ' })).body.fields).toEqual({
      text: 'Enter a message.',
    });
    expect((await applicant.post(path, { text: 'x'.repeat(5001) })).status).toBe(422);
    const once = { headers: { 'idempotency-key': 'm-1' } };
    const first = await applicant.post(path, { text: 'Once.' }, once);
    expect((await applicant.post(path, { text: 'Once.' }, once)).body).toEqual(first.body);
  });

  test('the history says that a message was sent, and own data holds both sides', async () => {
    const sentences = async (person: Person) =>
      (await person.get(`/proposals/${id}/timeline`)).body
        .filter(({ event }: { event: string }) => event === 'message')
        .map(({ sentence }: { sentence: string }) => sentence)
        .slice(0, 2);
    expect(await sentences(applicant)).toEqual([
      'We sent you a message.',
      'You sent us a message.',
    ]);
    expect(await sentences(admin)).toEqual([
      'The firm sent a message to the applicant.',
      'The applicant sent a message.',
    ]);
    const mine = [];
    for await (const row of PERSONAL.messages.read(app.services.db.read, {
      id: applicant.id,
      email: '',
    }))
      mine.push((row as { from: string; text: string }).text);
    expect(mine.slice(0, 2)).toEqual(['Which bank?\nThe branch, too.', 'GCB, Tamale.']);
  });

  test('an applicant writes thirty messages an hour, the firm as many as it wants', async () => {
    const chatty = await app.signIn();
    const mine = `/proposals/${(await submit(app.services, chatty)).proposal.id}/messages`;
    const answers = [];
    for (let count = 0; count < 31; count += 1)
      answers.push((await chatty.post(mine, { text: `Message ${count}` })).status);
    expect(answers).toEqual([...Array(30).fill(201), 429]);
    expect((await chatty.get(mine)).body).toHaveLength(30);
    for (let count = 0; count < 31; count += 1)
      expect((await admin.post(mine, { text: `Reply ${count}` })).status).toBe(201);
  });
});
