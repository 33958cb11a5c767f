import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, registration } from '#tests/factories.ts';

const LOGIN_FAILED = 'Login failed. Check your email or password and try again.';
const OTP_FAILED = 'OTP verification failed. Enter valid OTP';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    app.holdClock();
  });
  afterAll(() => app.close());

  const register = async () => {
    const input = registration();
    expect((await app.visitor.post('/auth/register', input)).status).toBe(201);
    return input.email;
  };
  const login = (username: string, password = PASSWORD) =>
    app.visitor.post('/auth/login', { username, password });
  const verify = (email: string, otp: string) =>
    app.visitor.post('/auth/verify-otp', { email, otp });
  const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');
  const logIn = async (email: string) => {
    await login(email);
    return (await verify(email, await app.readOtp(email))).body.access_token as string;
  };
  const countMails = async (to: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('id')
        .where('recipient', '=', to)
        .execute()
    ).length;

  test('password, then the mailed code, then a token that works for half an hour', async () => {
    const email = await register();
    const first = await login(`  ${email.toUpperCase()} `);
    expect([first.status, first.body]).toEqual([200, { message: 'OTP sent to your email' }]);
    const code = await app.readOtp(email);
    const second = await verify(email, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(second.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 1800,
    });
    const options = { token: second.body.access_token };
    expect((await app.visitor.get('/auth/me', options)).body.email).toBe(email);
    app.pass(1799);
    expect((await app.visitor.get('/auth/me', options)).status).toBe(200);
    app.pass(2);
    const late = await app.visitor.get('/auth/me', options);
    expect([late.status, late.body.message]).toEqual([
      401,
      'Your session has expired. Please log in again.',
    ]);
  });

  test('accepts the form that browsers post', async () => {
    const email = await register();
    const body = new URLSearchParams({ username: email, password: PASSWORD }).toString();
    const { status } = await app.visitor.post('/auth/login', body, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(200);
  });

  test('a wrong password, an unknown address and an inactive account look the same', async () => {
    const [active, inactive] = [await register(), await register()];
    await app.services.db.read
      .updateTable('users')
      .set({ is_active: false })
      .where('email', '=', inactive)
      .execute();
    const mails = await countMails(inactive);
    for (const reply of [
      await login(active, 'Wrong-Trombone-7'),
      await login('nobody@example.com'),
      await login(inactive),
    ]) {
      expect([reply.status, reply.body]).toEqual([
        400,
        { message: LOGIN_FAILED, code: 'bad_credentials' },
      ]);
    }
    expect(await countMails(inactive)).toBe(mails);
  });

  test('a known and an unknown address take the same time', async () => {
    const [registered, unknown] = [await register(), 'somebody@example.com'];
    /** CPU time: unlike elapsed time, it is the same on a busy machine. */
    const worked = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    /** The least of nine of each, alternating. In milliseconds. */
    const least = { [registered!]: Infinity, [unknown!]: Infinity };
    for (let index = 0; index < 18; index += 1) {
      const [email, start] = [index % 2 ? registered! : unknown!, worked()];
      await login(email, 'Wrong-Trombone-7');
      least[email] = Math.min(least[email]!, worked() - start);
    }
    const tried = Object.values(least);
    // Without a hash to check, the ratio is 2 to 3.5.
    expect(Math.max(...tried) / Math.min(...tried)).toBeLessThan(1.7);
  });

  test('asking for a reset takes as long for a known address as for an unknown one: longer than either needs', async () => {
    for (const email of [await register(), 'somebody@example.com']) {
      const start = performance.now();
      await app.visitor.post('/auth/password-reset-request', { email });
      expect(performance.now() - start).toBeGreaterThan(190);
    }
  });

  test('a code works once, for its owner and its purpose, for ten minutes', async () => {
    const [email, other] = [await register(), await register()];
    await login(email);
    const code = await app.readOtp(email);
    expect((await verify(other, code)).status).toBe(400);
    expect(
      (
        await app.visitor.post('/auth/password-reset', {
          email,
          otp: code,
          new_password: 'Another-Trombone-8',
        })
      ).status,
    ).toBe(400);
    expect((await verify(email, code)).status).toBe(200);
    const repeated = await verify(email, code);
    expect([repeated.status, repeated.body]).toEqual([
      400,
      { message: OTP_FAILED, code: 'bad_code' },
    ]);
    await login(email);
    const late = await app.readOtp(email);
    app.pass(601);
    expect((await verify(email, late)).status).toBe(400);
  });

  test('of two who use one code at the same moment, one gets a token', async () => {
    const email = await register();
    await login(email);
    const code = await app.readOtp(email);
    const replies = await Promise.all([1, 2, 3, 4].map(() => verify(email, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('a newer code voids the older one', async () => {
    const email = await register();
    await login(email);
    const older = await app.readOtp(email);
    await login(email);
    const newer = await app.readOtp(email);
    if (older !== newer) expect((await verify(email, older)).status).toBe(400);
    expect((await verify(email, newer)).status).toBe(200);
  });

  test('who types the older code hears that a newer one was sent; that voids nothing', async () => {
    const email = await register();
    await login(email);
    const older = await app.readOtp(email);
    let newer = older;
    while (newer === older) {
      await app.visitor.post('/auth/resend-otp', { email, purpose: 'login' });
      newer = await app.readOtp(email);
    }
    for (let tries = 0; tries < 6; tries += 1) {
      const { status, body } = await verify(email, older);
      expect([status, body.code, body.message]).toEqual([400, 'bad_code', OTP_FAILED]);
      expect(body.fields).toEqual({
        otp: 'We sent a newer code. Enter the one from the latest email.',
      });
    }
    expect((await verify(email, newer)).status).toBe(200);
  });

  test('five wrong tries void the code, also at the same moment; another can be sent', async () => {
    const email = await register();
    await login(email);
    const code = await app.readOtp(email);
    await Promise.all([1, 2, 3, 4, 5].map(() => verify(email, otherThan(code))));
    const fifth = await verify(email, code);
    expect([fifth.status, fifth.body.message]).toEqual([400, OTP_FAILED]);
    expect((await app.visitor.post('/auth/resend-otp', { email, purpose: 'login' })).body).toEqual({
      message: 'OTP sent to your email',
    });
    expect((await verify(email, await app.readOtp(email))).status).toBe(200);
  });

  test('sends again only where a code is pending, and answers the same', async () => {
    const email = await register();
    const before = await countMails(email);
    const replies = [];
    for (const address of [email, 'nobody@example.com'])
      replies.push(
        await app.visitor.post('/auth/resend-otp', { email: address, purpose: 'login' }),
      );
    expect(await countMails(email)).toBe(before);
    await login(email);
    replies.push(await app.visitor.post('/auth/resend-otp', { email, purpose: 'login' }));
    expect(await countMails(email)).toBe(before + 2);
    for (const reply of replies)
      expect([reply.status, reply.body]).toEqual([200, { message: 'OTP sent to your email' }]);
  });

  test.each(['known', 'unknown'])(
    'ten wrong passwords close a %s address for 15 minutes, right password or not',
    async (kind) => {
      const email = kind === 'known' ? await register() : registration().email;
      const tries = await Promise.all(
        Array.from({ length: 12 }, () => login(email, 'Wrong-Trombone-7')),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429, 429]);
      const right = await login(email);
      expect([right.status, right.body.code]).toEqual([429, 'too_many_attempts']);
      const wait = Number(right.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(880);
      expect(wait).toBeLessThanOrEqual(900);
      app.pass(wait);
      expect((await login(email)).status).toBe(kind === 'known' ? 200 : 400);
    },
  );

  test('right passwords never lock an account; the eleventh code in an hour is refused', async () => {
    const email = await register();
    for (let index = 0; index < 10; index += 1) expect((await login(email)).status).toBe(200);
    const mails = await countMails(email);
    const eleventh = await login(email);
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'too_many_attempts']);
    expect(eleventh.body.message).toMatch(/Try again in an hour.*a browser in which you have/);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await app.visitor.post('/auth/resend-otp', { email, purpose: 'login' })).status).toBe(
      200,
    );
    expect(await countMails(email)).toBe(mails);
    expect((await verify(email, await app.readOtp(email))).status).toBe(200);
    app.pass(3600);
    expect((await login(email)).status).toBe(200);
  });

  test('logging out ends the session at once, others go on', async () => {
    const email = await register();
    const [thisSession, otherSession] = [await logIn(email), await logIn(email)];
    const bye = await app.visitor.post('/auth/logout', undefined, { token: thisSession });
    expect([bye.status, bye.text]).toEqual([204, '']);
    expect((await app.visitor.get('/auth/me', { token: thisSession })).status).toBe(401);
    expect((await app.visitor.get('/auth/me', { token: otherSession })).status).toBe(200);
  });

  test('neither codes nor tokens nor passwords are stored as they are', async () => {
    const email = await register();
    const token = await logIn(email);
    await login(email);
    const code = await app.readOtp(email);
    const { db } = app.services;
    const stored = JSON.stringify([
      await db.read.selectFrom('sessions').selectAll().execute(),
      await db.read.selectFrom('codes').selectAll().execute(),
      await db.read.selectFrom('audit_log').selectAll().execute(),
      await db.read.selectFrom('users').selectAll().execute(),
    ]);
    for (const secret of [token, PASSWORD, `"${code}"`]) expect(stored).not.toContain(secret);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});
