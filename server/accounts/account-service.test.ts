import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { pitchTrek } from '#content/pitch-trek.ts';
import { PASSWORD, registration } from '#tests/factories.ts';
import {
  createConfiguredAdmin,
  createOperatorAdmin,
  createSampleAccounts,
  SAMPLE_PASSWORD,
} from './account-service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine, {
      ADMIN_EMAIL: 'Boss@Example.com',
      ADMIN_PASSWORD: 'first-class-hat',
    });
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const register = (input: Record<string, unknown> = {}) =>
    app.visitor.post('/auth/register', registration(input));
  const subjectsTo = async (to: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', to)
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject);
  const adminInput = (input: Record<string, unknown> = {}) => {
    const { confirm_password: _same, ...body } = registration(input);
    return body;
  };

  test('registering sends no code; a login does, as the page about applying says', async () => {
    const { email } = (await register()).body;
    const codesSent = async () =>
      (await subjectsTo(email)).filter((subject) => /code/i.test(subject)).length;
    expect(await codesSent()).toBe(0);
    await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
    expect(await codesSent()).toBe(1);
    expect(pitchTrek.apply.steps[0].text).toContain(
      'You log in with a password and a code that we email you.',
    );
  });

  test('registering opens an applicant account, whatever else is sent, and welcomes', async () => {
    const email = `  Yaa.${engine}@Example.com `;
    const { status, body, headers } = await register({
      email,
      phone_number: '+233 24-111 2222',
      role: 'admin',
      is_active: false,
      id: 'mine',
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    const address = `yaa.${engine}@example.com`;
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      first_name: 'Yaa',
      last_name: 'Boateng',
      email: address,
      wants_reminders: true,
      pending_email: null,
      phone_number: '0241112222',
      region: 'Ashanti',
      city: 'Kumasi',
      digital_address: 'AK-039-5028',
      role: 'applicant',
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await subjectsTo(address)).toEqual(['Welcome to Odum Capital']);
  });

  test('an address has one account, in any letter case and at the same moment', async () => {
    const email = registration().email;
    const replies = await Promise.all([1, 2, 3].map(() => register({ email })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const repeated = await register({ email: email.toUpperCase() });
    expect([repeated.status, repeated.body]).toEqual([
      400,
      { message: 'Email already registered', code: 'email_taken' },
    ]);
    const asAdmin = await admin.post('/auth/admin/create', adminInput({ email }));
    expect([asAdmin.status, asAdmin.body.message]).toEqual([400, 'Email already registered']);
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  test('says beside each field what does not fit', async () => {
    const { status, body } = await app.visitor.post('/auth/register', {
      email: 'nowhere',
      phone_number: '02411122223',
      region: 'Wales',
      password: 'short',
      confirm_password: 'other',
    });
    expect([status, body.message, body.code]).toEqual([422, 'Registration failed.', 'invalid']);
    expect(body.fields).toMatchObject({
      email: 'Please enter a valid email.',
      region: 'Select a region.',
      password: 'Password must be at least 8 characters long.',
      confirm_password: 'Passwords do not match.',
    });
    expect(Object.keys(body.fields)).toContain('digital_address');
  });

  test.each([['12'], ['02412345678'], ['24123456']])(
    'refuses the phone %s beside its field',
    async (phone_number) => {
      const { status, body } = await app.visitor.post(
        '/auth/register',
        registration({ phone_number }),
      );
      expect([status, body.fields]).toEqual([
        422,
        {
          phone_number: 'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567.',
        },
      ]);
    },
  );

  test('a digital address of another form locks nobody out', async () => {
    const send = (digital_address: string) =>
      app.visitor.post('/auth/register', registration({ digital_address }));
    const { status, body } = await send(' 12 High Street,  Ho ');
    expect([status, body.digital_address]).toEqual([201, '12 High Street, Ho']);
    expect((await send('x'.repeat(40))).status).toBe(201);
    for (const long of ['x'.repeat(41), '-'.repeat(200_000)])
      expect((await send(long)).body.fields).toEqual({
        digital_address: 'Your digital address can have at most 40 characters.',
      });
    expect((await send('')).status).toBe(422);
  });

  test.each([
    'kofi..mensah@example.com',
    '.kofi@example.com',
    'kofi.@example.com',
    'kofi@.example.com',
    'kofi@example.com.',
    'kofi@example..com',
    'kofi@-example.com',
    'kofi@example-.com',
    'kofi@my_host.com',
    `kofi@${'x'.repeat(64)}.com`,
    `${'k'.repeat(65)}@example.com`,
    'kofi@example',
    'kofi@192.0.2.10',
    'kofi@ama@example.com',
  ])('no mail server takes %s, and neither do we', async (email) => {
    const refused = { email: 'Please enter a valid email.' };
    const registered = await app.visitor.post('/auth/register', registration({ email }));
    expect([registered.status, registered.body.fields]).toEqual([422, refused]);
    const enquiry = { first_name: 'K', last_name: 'M', email, message: 'Hello' };
    expect((await app.visitor.post('/contact_forms/', enquiry)).body.fields).toEqual(refused);
  });

  test('stores phone and digital address in their usual notation', async () => {
    const { body } = await app.visitor.post(
      '/auth/register',
      registration({ phone_number: '233\u2013241\u2013234567', digital_address: 'ga1838164' }),
    );
    expect([body.phone_number, body.digital_address]).toEqual(['0241234567', 'GA-183-8164']);
    const refused = await register({ password: 'password123', confirm_password: 'password123' });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This password is too easy to guess. Choose another one.',
    ]);
    expect(
      (
        await register({
          password: 'all lower case words',
          confirm_password: 'all lower case words',
        })
      ).status,
    ).toBe(201);
  });

  test('an admin creates another, with a strong password only, and the mail does not carry it', async () => {
    const input = adminInput();
    const weak = await admin.post('/auth/admin/create', {
      ...input,
      password: 'all lower case words',
    });
    expect([weak.status, weak.body.message]).toEqual([
      422,
      'Password must be at least 8 characters long, include an uppercase and lowercase letter, a number, and a special character.',
    ]);
    const created = await admin.post('/auth/admin/create', input);
    expect([created.status, created.body.role, created.body.email]).toEqual([
      201,
      'ADMIN',
      input.email,
    ]);
    expect(await subjectsTo(input.email)).toEqual(['You are now an admin at Odum Capital']);
    const mail = await app.services.db.read
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', input.email)
      .execute();
    expect(JSON.stringify(mail)).not.toContain(PASSWORD);
    await app.visitor.post('/auth/login', { username: input.email, password: PASSWORD });
    const token = (
      await app.visitor.post('/auth/verify-otp', {
        email: input.email,
        otp: await app.readOtp(input.email),
      })
    ).body.access_token;
    expect((await app.visitor.get('/auth/me', { token })).body.role).toBe('admin');
  });

  test('what changed is audited, what was refused is not', async () => {
    const { body } = await register();
    await register({ email: body.email });
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', body.id)
      .execute();
    expect(entries).toEqual([{ action: 'accounts.register', actor_id: body.id }]);
  });

  test('the configured admin exists from the start and is created once', async () => {
    await createConfiguredAdmin(app.services);
    const { body } = await admin.get('/auth/admin/users?q=boss');
    expect(body.map((user: { email: string; role: string }) => [user.email, user.role])).toEqual([
      ['boss@example.com', 'ADMIN'],
    ]);
    expect(
      (
        await app.visitor.post('/auth/login', {
          username: 'boss@example.com',
          password: 'first-class-hat',
        })
      ).status,
    ).toBe(200);
    expect(
      await createOperatorAdmin(app.services, {
        email: 'boss@example.com',
        first_name: 'B',
        last_name: 'C',
        password: 'x',
      }),
    ).toBeUndefined();
  });

  test('an invalid ADMIN_PASSWORD stops the start with one line', async () => {
    const config = {
      ...app.services.config,
      admin: { email: 'new@example.com', password: 'password1' },
    };
    await expect(createConfiguredAdmin({ ...app.services, config })).rejects.toThrow(
      'ADMIN_PASSWORD: This password is too easy to guess.',
    );
  });

  test('sample accounts are created once and can log in', async () => {
    await createSampleAccounts(app.services);
    await createSampleAccounts(app.services);
    for (const username of ['admin@example.com', 'applicant@example.com']) {
      expect(
        (await app.visitor.post('/auth/login', { username, password: SAMPLE_PASSWORD })).status,
      ).toBe(200);
    }
  });
});
