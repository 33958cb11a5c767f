import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, insertProgram, proposalRow, registration } from '#tests/factories.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  /** A logged-in person with a known password. */
  const enter = async () => {
    const { email } = (await app.visitor.post('/auth/register', registration())).body;
    await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
    const token = (
      await app.visitor.post('/auth/verify-otp', { email, otp: await app.readOtp(email) })
    ).body.access_token as string;
    const options = { token };
    return {
      email: email as string,
      get: () => app.visitor.get('/auth/me', options),
      patch: (body: unknown, headers: Record<string, string> = {}) =>
        app.visitor.patch('/auth/me', body, { token, headers }),
      verifyEmail: (otp: string) => app.visitor.post('/auth/verify-email', { otp }, options),
    };
  };
  const newAddress = () => registration().email;
  const subjectsTo = async (to: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', to)
        .execute()
    ).map(({ subject }) => subject);

  test('changes what is sent, and nothing that only an admin may set', async () => {
    const me = await enter();
    const { status, body, headers } = await me.patch({
      first_name: ' Abena ',
      phone_number: '00233 24 999 8888',
      city: '',
      role: 'admin',
      is_active: false,
      created_at: '2001-01-01',
    });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({
      first_name: 'Abena',
      last_name: 'Boateng',
      phone_number: '0249998888',
      city: '',
      role: 'applicant',
      is_active: true,
    });
    expect((await me.get()).body).toEqual(body);
    expect(
      (await admin.get('/auth/admin/users?q=abena')).body.map(
        (user: { email: string }) => user.email,
      ),
    ).toContain(me.email);
  });

  test('an edit begun before another was saved is refused', async () => {
    const me = await enter();
    const etag = (await me.get()).headers.get('etag')!;
    expect((await me.patch({ city: 'Tamale' }, { 'if-match': etag })).status).toBe(200);
    const second = await me.patch({ city: 'Wa' }, { 'if-match': etag });
    expect([second.status, second.body.code]).toEqual([412, 'changed_meanwhile']);
    expect((await me.get()).body.city).toBe('Tamale');
  });

  test('saving what is already there changes nothing and leaves no audit entry', async () => {
    const me = await enter();
    const { body: before, headers } = await me.get();
    const entries = async () =>
      (
        await app.services.db.read
          .selectFrom('audit_log')
          .select('action')
          .where('subject_id', '=', before.id)
          .where('action', '=', 'profile.update')
          .execute()
      ).length;
    const unchanged = await me.patch({ ...before, region: before.region });
    expect([unchanged.status, unchanged.headers.get('etag'), await entries()]).toEqual([
      200,
      headers.get('etag'),
      0,
    ]);
    await me.patch({ city: 'Wa' });
    expect(await entries()).toBe(1);
  });

  test('says which field does not fit, and one sentence for all when there are several', async () => {
    const me = await enter();
    const refused = await me.patch({ phone_number: 'call me' });
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        message: 'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567.',
        code: 'invalid',
        fields: {
          phone_number: 'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567.',
        },
      },
    ]);
    expect((await me.patch({ phone_number: 'call me', region: 'Wales' })).body.message).toBe(
      'Profile update failed',
    );
  });

  test('nothing is required: a cleared name or e-mail stays and the answer says so; everything else can be cleared', async () => {
    const me = await enter();
    const before = (await me.get()).body;
    const emptied = await me.patch({
      first_name: ' ',
      last_name: '',
      email: null,
      phone_number: '\u200b',
      region: '',
      city: '',
      digital_address: null,
    });
    expect(emptied.status).toBe(200);
    expect(emptied.body).toEqual({
      ...before,
      phone_number: '',
      region: '',
      city: '',
      digital_address: '',
      message: 'Your first name, last name and email cannot be empty, so the old ones stay.',
    });
    expect((await me.get()).body).toEqual({
      ...before,
      phone_number: '',
      region: '',
      city: '',
      digital_address: '',
    });
    expect((await me.patch({ city: 'Ho' })).body).not.toHaveProperty('message');
  });

  test('an old value that would no longer be accepted stays readable and can be sent back unchanged', async () => {
    const me = await enter();
    await app.services.db.read
      .updateTable('users')
      .set({ phone_number: '12', digital_address: '12 High Street' })
      .where('email', '=', me.email)
      .execute();
    const old = (await me.get()).body;
    expect([old.phone_number, old.digital_address]).toEqual(['12', '12 High Street']);
    const { first_name, last_name, email, phone_number, digital_address, region } = old;
    const saved = await me.patch({
      first_name,
      last_name,
      email,
      phone_number,
      digital_address,
      region,
      city: 'Keta',
    });
    expect([saved.status, saved.body.city, saved.body.phone_number]).toEqual([200, 'Keta', '12']);
    const changed = await me.patch({ phone_number: '13', digital_address: '-'.repeat(41) });
    expect(changed.body.fields).toEqual({
      phone_number: 'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567.',
      digital_address: 'Your digital address can have at most 40 characters.',
    });
    expect(
      (await me.patch({ phone_number: '233241234567', digital_address: 'ga1838164' })).body,
    ).toMatchObject({ phone_number: '0241234567', digital_address: 'GA-183-8164' });
  });

  test('the region of submitted proposals follows', async () => {
    const me = await enter();
    const { id } = (await me.get()).body;
    const program = await insertProgram(app.services);
    const proposal = proposalRow(app.services, { user_id: id, program_id: program.id });
    await app.services.db.read.insertInto('proposals').values(proposal).execute();
    await me.patch({ region: 'Volta' });
    const stored = await app.services.db.read
      .selectFrom('proposals')
      .select('region')
      .where('id', '=', proposal.id)
      .executeTakeFirstOrThrow();
    expect(stored.region).toBe('Volta');
  });

  test('another address needs the password, then the code that was sent there', async () => {
    const me = await enter();
    const email = newAddress();
    expect((await me.patch({ email })).body.fields).toEqual({
      current_password: 'Enter your current password to change your email.',
    });
    const wrong = await me.patch({ email, current_password: 'Wrong-Trombone-7', city: 'Wa' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['current_password']]);
    expect((await me.get()).body.city).toBe('Kumasi');

    const answer = await me.patch({
      email: ` ${email.toUpperCase()}`,
      current_password: PASSWORD,
      city: 'Wa',
    });
    expect([answer.status, answer.body.email, answer.body.pending_email, answer.body.city]).toEqual(
      [200, me.email, email, 'Wa'],
    );
    expect(await subjectsTo(email)).toEqual([
      expect.stringMatching(/^Confirm your new email address \(/),
    ]);
    expect(await subjectsTo(me.email)).toContain('Your email address is about to change');
    expect(
      (await app.visitor.post('/auth/login', { username: email, password: PASSWORD })).status,
    ).toBe(400);

    const code = await app.readOtp(email);
    const refused = await me.verifyEmail(code === '000000' ? '111111' : '000000');
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'OTP verification failed. Enter valid OTP',
    ]);
    const changed = await me.verifyEmail(code);
    expect([changed.status, changed.body.email, changed.body.pending_email]).toEqual([
      200,
      email,
      null,
    ]);
    expect((await me.verifyEmail(code)).status).toBe(400);
    expect(
      (await app.visitor.post('/auth/login', { username: email, password: PASSWORD })).status,
    ).toBe(200);
    expect((await admin.get(`/auth/admin/users?q=${email}`)).body).toHaveLength(1);
  });

  test('a known address is refused, even one that was taken while the code was on its way', async () => {
    const [me, other] = [await enter(), await enter()];
    const refused = await me.patch({ email: other.email, current_password: PASSWORD });
    expect([refused.status, refused.body.message]).toEqual([400, 'Email already registered']);
    const email = newAddress();
    await me.patch({ email, current_password: PASSWORD });
    const code = await app.readOtp(email);
    await app.visitor.post('/auth/register', registration({ email }));
    const late = await me.verifyEmail(code);
    expect([late.status, late.body.code]).toEqual([400, 'email_taken']);
    expect((await me.get()).body.email).toBe(me.email);
  });

  test('guessing the current password is limited like logging in', async () => {
    const me = await enter();
    for (let index = 0; index < 10; index += 1)
      await me.patch({ email: newAddress(), current_password: 'Wrong-Trombone-7' });
    expect((await me.patch({ email: newAddress(), current_password: PASSWORD })).status).toBe(429);
    expect(
      (await app.visitor.post('/auth/login', { username: me.email, password: PASSWORD })).status,
    ).toBe(429);
  });
});
