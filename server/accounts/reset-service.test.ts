import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, registration } from '#tests/factories.ts';

const NEUTRAL = { message: 'If this email is registered, an OTP has been sent to it.' };
const NEW_PASSWORD = 'Another-Trombone-8';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  const register = async () =>
    (await app.visitor.post('/auth/register', registration())).body.email as string;
  const login = (username: string, password: string) =>
    app.visitor.post('/auth/login', { username, password });
  const request = (email: string) => app.visitor.post('/auth/password-reset-request', { email });
  const reset = (email: string, otp: string, new_password = NEW_PASSWORD) =>
    app.visitor.post('/auth/password-reset', { email, otp, new_password });
  const mailsTo = (to: string) =>
    app.services.db.read
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', to)
      .orderBy('created_at')
      .execute();

  test('the mailed code sets a new password, ends every session and is reported', async () => {
    const email = await register();
    await login(email, PASSWORD);
    const { access_token: token } = (
      await app.visitor.post('/auth/verify-otp', { email, otp: await app.readOtp(email) })
    ).body;
    await login(email, PASSWORD);
    const loginCode = await app.readOtp(email);
    expect((await request(` ${email.toUpperCase()}`)).body).toEqual(NEUTRAL);
    const code = await app.readOtp(email);
    const answer = await reset(email, code);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Password reset successfully! Please log in.' },
    ]);
    expect((await app.visitor.get('/auth/me', { token })).status).toBe(401);
    expect((await app.visitor.post('/auth/verify-otp', { email, otp: loginCode })).status).toBe(
      400,
    );
    expect((await login(email, PASSWORD)).status).toBe(400);
    expect((await login(email, NEW_PASSWORD)).status).toBe(200);
    expect((await reset(email, code)).status).toBe(400);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain(
      'Your password was changed',
    );
  });

  test('accepts the address as a query parameter too, and answers the same for everybody', async () => {
    const email = await register();
    const ofKnownAddress = await app.visitor.post(
      `/auth/password-reset-request?email=${encodeURIComponent(email)}`,
    );
    const unknown = await app.visitor.post(
      '/auth/password-reset-request/?email=nobody@example.com',
    );
    for (const reply of [ofKnownAddress, unknown])
      expect([reply.status, reply.body]).toEqual([200, NEUTRAL]);
    expect(await app.readOtp(email)).toMatch(/^\d{6}$/);
    expect(await mailsTo('nobody@example.com')).toEqual([]);
    const blank = await app.visitor.post('/auth/password-reset-request');
    expect([blank.status, blank.body.message]).toEqual([422, 'Please enter a valid email.']);
  });

  test('an invalid code and an unknown address are refused alike', async () => {
    const email = await register();
    await request(email);
    const wrong = (await app.readOtp(email)) === '000000' ? '111111' : '000000';
    for (const reply of [
      await reset(email, wrong),
      await reset(email, '12'),
      await reset('nobody@example.com', wrong),
    ]) {
      expect([reply.status, reply.body]).toEqual([
        400,
        { message: 'Password reset failed', code: 'bad_code' },
      ]);
    }
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('a password that is too easy is refused before the code is used up', async () => {
    const email = await register();
    await request(email);
    const code = await app.readOtp(email);
    expect((await reset(email, code, 'password123')).status).toBe(422);
    // Only in the server's longer list.
    expect((await reset(email, code, 'Steelers')).body.fields).toEqual({
      new_password: 'This password is too easy to guess. Choose another one.',
    });
    expect((await reset(email, code, 'short')).body.fields).toEqual({
      new_password: 'Password must be at least 8 characters long.',
    });
    const answers = await Promise.all([reset(email, code), reset(email, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('the eleventh request in an hour answers the same and sends nothing', async () => {
    const email = await register();
    for (let index = 0; index < 10; index += 1) await request(email);
    const before = (await mailsTo(email)).length;
    expect((await request(email)).body).toEqual(NEUTRAL);
    expect((await app.visitor.post('/auth/resend-otp', { email, purpose: 'reset' })).status).toBe(
      200,
    );
    expect(await mailsTo(email)).toHaveLength(before);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('an inactive account gets no code, and an earlier code does not work', async () => {
    const email = await register();
    await request(email);
    const code = await app.readOtp(email);
    await app.services.db.read
      .updateTable('users')
      .set({ is_active: false })
      .where('email', '=', email)
      .execute();
    const before = (await mailsTo(email)).length;
    expect((await request(email)).body).toEqual(NEUTRAL);
    expect(await mailsTo(email)).toHaveLength(before);
    expect((await reset(email, code)).status).toBe(400);
  });

  test('mailing a code is tried as long as it is valid, other mails for three days', async () => {
    const email = await register();
    await request(email);
    const [welcome, code] = await mailsTo(email);
    const lifetime = (mail: typeof code) =>
      (mail!.give_up_at.getTime() - mail!.created_at.getTime()) / 1000;
    expect([lifetime(welcome), lifetime(code)]).toEqual([3 * 86_400, 600]);
  });
});
