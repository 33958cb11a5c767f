import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { enquiryInput, testimonialInput } from '#tests/factories.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const countMails = async () =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('id')
        .where('recipient', '=', 'hello@example.com')
        .execute()
    ).length;
  const total = async () =>
    Number((await admin.get('/contact_forms?limit=1')).headers.get('x-total-count'));

  test('an enquiry is kept for the admins, and the firm has a mail about it', async () => {
    const mails = await countMails();
    const answer = await app.visitor.post(
      '/contact_forms/',
      enquiryInput({
        phone_number: '+233 24-111 2222',
        message: '<script>alert(1)</script> When?',
      }),
    );
    expect([answer.status, answer.body.phone_number, answer.body.message]).toEqual([
      201,
      '0241112222',
      '<script>alert(1)</script> When?',
    ]);
    expect(await countMails()).toBe(mails + 1);
    expect((await admin.get(`/contact_forms/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await admin.get('/contact_forms')).body[0]).toEqual(answer.body);
    const nobody = await admin.get(`/contact_forms/${crypto.randomUUID()}`);
    expect([nobody.status, nobody.body.message]).toEqual([404, 'No contact found']);
  });

  test('the mail says who writes what, and shows markup as text', async () => {
    await app.visitor.post(
      '/contact_forms/',
      enquiryInput({ first_name: 'Adwoa', message: 'Is <i>that</i> so?' }),
    );
    // Mails are sent side by side, so the newest one may be about another enquiry.
    const mail = await vi.waitFor(async () => {
      const mails = app.readMails('hello@example.com').map((text) => PostalMime.parse(text));
      const mail = (await Promise.all(mails)).find(
        ({ subject }) => subject === 'Enquiry from Adwoa Asante',
      );
      return mail ?? Promise.reject(new Error('It has not been sent.'));
    }, 300_000);
    expect(mail.text).toContain('Is <i>that</i> so?');
    expect(mail.text).toContain('kojo@example.com');
    expect(mail.text).toMatch(/http:\/\/localhost:\d+\/dashboard\/admin\/enquiries\/[0-9a-f-]{36}/);
    expect([
      mail.html!.includes('Is &lt;i&gt;that&lt;/i&gt; so?'),
      mail.html!.includes('<i>'),
    ]).toEqual([true, false]);
  });

  test.each([
    [
      'letters in the phone',
      { phone_number: '024 CALL ME' },
      {
        phone_number:
          'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567, or leave it blank.',
      },
    ],
    ['no message', { message: ' ' }, { message: 'Enter your message.' }],
    ['an address that is none', { email: 'kojo' }, { email: 'Please enter a valid email.' }],
  ])('refuses %s', async (_name, input, fields) => {
    const { status, body } = await app.visitor.post('/contact_forms/', enquiryInput(input));
    expect([status, body.fields, body.message]).toEqual([422, fields, Object.values(fields)[0]]);
  });

  test('several faults are said together, under the sentence for a failed message', async () => {
    const { body } = await app.visitor.post('/contact_forms/', {});
    expect([body.message, Object.keys(body.fields)]).toEqual([
      'Failed to send message. Try again.',
      ['first_name', 'last_name', 'email', 'message'],
    ]);
  });

  test('an admin notes that one is answered: who and when stands beside it', async () => {
    const enquiry = await app.visitor.post(
      '/contact_forms/',
      enquiryInput({ last_name: 'Answered' }),
    );
    const path = `/contact_forms/${enquiry.body.id}`;
    const { body: unanswered, headers } = await admin.get(path);
    expect(unanswered).toMatchObject({ is_answered: false, answered_at: null, answered_by: null });
    const esi = await app.signIn({ role: 'admin', first_name: 'Esi', last_name: 'Reply' });
    const options = { headers: { 'if-match': headers.get('etag')! } };
    const answered = await esi.patch(path, { is_answered: true }, options);
    expect([answered.status, answered.body]).toEqual([
      200,
      {
        ...unanswered,
        is_answered: true,
        answered_at: expect.stringMatching(/^\d{4}-.*Z$/),
        answered_by: { id: esi.id, name: 'Esi Reply' },
      },
    ]);
    expect((await admin.get(path)).body).toEqual(answered.body);
    expect((await admin.patch(path, { is_answered: false }, options)).status).toBe(412);
    const repeated = await admin.patch(path, { is_answered: true });
    expect([repeated.body, repeated.headers.get('etag')]).toEqual([
      answered.body,
      answered.headers.get('etag'),
    ]);
    const answeredIds = async (query: string) =>
      (await admin.get(`/contact_forms/?q=answered&${query}`)).body.map(({ id }: any) => id);
    expect(await answeredIds('is_answered=true')).toEqual([enquiry.body.id]);
    expect(await answeredIds('is_answered=false')).toEqual([]);
    expect((await admin.patch(path, { is_answered: 'false' })).body).toEqual(unanswered);
    expect((await admin.get(`/audit/?entity_id=${enquiry.body.id}`)).body[0]).toMatchObject({
      action: 'enquiries.update',
      changes: [{ field: 'is_answered', before: true, after: false }],
    });
  });

  test('an answer is mailed with the question, kept beside it, and marks it as answered', async () => {
    const input = enquiryInput({ email: `asked-${engine}@example.com`, message: 'When?\nWhere?' });
    const { body: sent } = await app.visitor.post('/contact_forms/', input);
    const path = `/contact_forms/${sent.id}`;
    const akua = await app.signIn({ role: 'admin', first_name: 'Akua', last_name: 'Answer' });
    const call = () =>
      akua.post(
        `${path}/answer`,
        { text: 'In May, in Tamale.' },
        { headers: { 'idempotency-key': 'answer-1' } },
      );
    const [first, again] = [await call(), await call()];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(first.body).toMatchObject({
      is_answered: true,
      answered_by: { name: 'Akua Answer' },
      answers: [{ at: expect.any(String), author: 'Akua Answer', text: 'In May, in Tamale.' }],
    });
    expect((await admin.get(path)).body).toEqual(first.body);
    const found = await admin.get(`/contact_forms/?q=asked-${engine}`);
    expect(found.body[0].answers).toEqual(first.body.answers);
    const mail = await vi.waitFor(
      () =>
        app.readMails(sent.email).find((one) => one.includes('Our answer')) ??
        Promise.reject(new Error('not sent')),
      300_000,
    );
    const { text } = await PostalMime.parse(mail);
    expect(text).toContain('In May, in Tamale.');
    expect(text).toContain('> When?\n> Where?');
    expect((await admin.post(`${path}/answer`, { text: ' ' })).body.fields).toEqual({
      text: 'Enter your answer.',
    });
    const stale = { headers: { 'if-match': '"1"' } };
    expect((await admin.post(`${path}/answer`, { text: 'Hi' }, stale)).status).toBe(412);
  });

  test('spam is deleted with its answers, and that is on record', async () => {
    const spam = enquiryInput({ last_name: 'Spamowu', message: 'Buy cheap watches here.' });
    const { body } = await app.visitor.post('/contact_forms/', spam);
    const path = `/contact_forms/${body.id}`;
    await admin.post(`${path}/answer`, { text: 'No, thank you.' });
    expect((await admin.delete(path, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await admin.delete(path)).status).toBe(204);
    expect([(await admin.get(path)).status, (await admin.delete(path)).status]).toEqual([404, 404]);
    expect((await admin.post(`${path}/answer`, { text: 'Hi' })).status).toBe(404);
    const { body: log } = await admin.get(`/audit/?entity_id=${body.id}`);
    expect(log[0]).toMatchObject({ action: 'enquiries.delete', changes: [] });
    expect(log[0].actor.id).toBe(admin.id);
    const { body: mails } = await admin.get('/mails/?limit=1000');
    for (const words of [body.message, body.last_name])
      expect(JSON.stringify([log, mails])).not.toContain(words);
  });

  test.each([
    [{}, 422, 'Say whether the enquiry has been answered: true or false.'],
    [{ is_answered: 'maybe' }, 422, 'Say whether the enquiry has been answered: true or false.'],
  ])('refuses %j as an answer to whether it is', async (body, status, sentence) => {
    const { id } = (await app.visitor.post('/contact_forms/', enquiryInput())).body;
    const refused = await admin.patch(`/contact_forms/${id}`, body);
    expect([refused.status, refused.body.message]).toEqual([status, sentence]);
    const nowhere = await admin.patch(`/contact_forms/${crypto.randomUUID()}`, {
      is_answered: true,
    });
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'No contact found']);
  });

  test('the same key sends once; the field that people do not see sends nothing', async () => {
    const [before, mails] = [await total(), await countMails()];
    const input = enquiryInput();
    const options = { headers: { 'idempotency-key': `key-${engine}` } };
    const twice = await Promise.all(
      [1, 2].map(() => app.visitor.post('/contact_forms/', input, options)),
    );
    expect(twice[0]!.body).toEqual(twice[1]!.body);
    expect(
      (await app.visitor.post('/contact_forms/', enquiryInput({ website_url: 'x' }))).status,
    ).toBe(201);
    expect([await total(), await countMails()]).toEqual([before + 1, mails + 1]);
  });

  test('one address sends sixty public forms an hour, both kinds together; repeats with a key are free', async () => {
    app.holdClock();
    app.pass(7200);
    admin = await app.signIn({ role: 'admin' });
    const input = enquiryInput();
    const options = { headers: { 'idempotency-key': `limit-${engine}` } };
    for (let index = 0; index < 3; index += 1)
      expect((await app.visitor.post('/contact_forms/', input, options)).status).toBe(201);
    for (let index = 0; index < 54; index += 1)
      expect((await app.visitor.post('/testimonials/', testimonialInput())).status).toBe(201);
    // No more at once than the database accepts: a slow machine would refuse the others for another
    // reason.
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.visitor.post('/contact_forms/', enquiryInput())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.code).toBe('too_many_attempts');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    app.pass(3601);
    expect((await app.visitor.post('/contact_forms/', enquiryInput())).status).toBe(201);
  });
});
