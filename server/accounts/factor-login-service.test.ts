import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import {
  addApp,
  addPasskey,
  appCode,
  beginLogin,
  otherThan,
  PERIOD_SECONDS,
  signInAdmin,
} from '#tests/second-factors.ts';
import { softwarePasskey } from '#tests/passkeys.ts';

const EXPIRED = 'This login took too long. Log in again.';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  const origin = 'https://desk.example.com';
  beforeAll(async () => {
    app = await createTestAppOn(engine, { PUBLIC_URL: origin });
    app.holdClock();
  });
  afterAll(() => app.close());

  const finish = (method: string, body: object) =>
    app.visitor.post(`/auth/second-factor/${method}`, body);
  const withApp = async () => {
    const admin = await signInAdmin(app);
    const set = await addApp(app, admin);
    app.pass(PERIOD_SECONDS * 2);
    const login = await beginLogin(app, admin.email);
    return { admin, ...set, login, challenge_token: login.body.challenge_token as string };
  };
  const withPasskey = async () => {
    const admin = await signInAdmin(app);
    const { passkey } = await addPasskey(admin, origin);
    const login = await beginLogin(app, admin.email);
    const { challenge_token } = login.body as { challenge_token: string };
    const ask = async () =>
      (await finish('passkey/options', { challenge_token })).body as { challenge: string };
    return { admin, passkey, challenge_token, ask };
  };

  test('the mailed code opens no session; a code from the app does', async () => {
    const { admin, secret, login, challenge_token } = await withApp();
    expect([login.status, login.body]).toEqual([
      200,
      {
        second_factor_required: true,
        challenge_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 300,
        methods: ['totp', 'recovery'],
      },
    ]);
    expect((await app.visitor.get('/auth/me', { token: challenge_token })).status).toBe(401);
    const { status, body } = await finish('totp', {
      challenge_token,
      code: appCode(app, secret),
    });
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer', expires_in: 1800 },
    ]);
    expect((await app.visitor.get('/auth/me', { token: body.access_token })).body.email).toBe(
      admin.email,
    );
    const logged = await admin.get(`/audit/?entity=user&action=accounts.login&actor=${admin.id}`, {
      token: body.access_token,
    });
    expect(logged.body[0].changes).toEqual([
      { field: 'second_factor', before: null, after: 'totp' },
    ]);
    const repeated = await finish('totp', { challenge_token, code: appCode(app, secret, 1) });
    expect([repeated.status, repeated.body.code, repeated.body.message]).toEqual([
      400,
      'challenge_expired',
      EXPIRED,
    ]);
  });

  test('a code is accepted once, even in another login, and no older one after it', async () => {
    const { admin, secret, challenge_token } = await withApp();
    const code = appCode(app, secret);
    expect((await finish('totp', { challenge_token, code })).status).toBe(200);
    const { challenge_token: next } = (await beginLogin(app, admin.email)).body;
    for (const used of [code, appCode(app, secret, -1)])
      expect((await finish('totp', { challenge_token: next, code: used })).body.code).toBe(
        'bad_code',
      );
    const { status } = await finish('totp', {
      challenge_token: next,
      code: appCode(app, secret, 1),
    });
    expect(status).toBe(200);
  });

  test('a clock may be half a minute off, but not a minute', async () => {
    const { secret, challenge_token } = await withApp();
    const [early, late] = [appCode(app, secret, -2), appCode(app, secret, 2)];
    for (const code of [early, late])
      expect((await finish('totp', { challenge_token, code })).status).toBe(400);
    const code = appCode(app, secret, -1);
    expect((await finish('totp', { challenge_token, code })).status).toBe(200);
  });

  test('the fifth wrong code voids the login, the tenth closes the account for a while', async () => {
    const { admin, secret, challenge_token } = await withApp();
    const wrong = otherThan(appCode(app, secret));
    const guess = async (token: string) =>
      (await finish('totp', { challenge_token: token, code: wrong })).body.code;
    for (let index = 0; index < 5; index += 1)
      expect(await guess(challenge_token)).toBe('bad_code');
    const right = await finish('totp', { challenge_token, code: appCode(app, secret) });
    expect(right.body.message).toBe(EXPIRED);
    const { challenge_token: next } = (await beginLogin(app, admin.email)).body;
    for (let index = 0; index < 5; index += 1) expect(await guess(next)).toBe('bad_code');
    const { challenge_token: third } = (await beginLogin(app, admin.email)).body;
    const closed = await finish('totp', { challenge_token: third, code: appCode(app, secret) });
    expect([closed.status, closed.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
    app.pass(900);
    const { challenge_token: last } = (await beginLogin(app, admin.email)).body;
    const open = await finish('totp', { challenge_token: last, code: appCode(app, secret) });
    expect(open.status).toBe(200);
  });

  test('a login waits five minutes, and a newer one takes its place', async () => {
    const { admin, secret, challenge_token } = await withApp();
    const { challenge_token: newer } = (await beginLogin(app, admin.email)).body;
    const code = appCode(app, secret);
    expect((await finish('totp', { challenge_token, code })).body.code).toBe('challenge_expired');
    app.pass(301);
    const late = await finish('totp', { challenge_token: newer, code: appCode(app, secret) });
    expect([late.status, late.body.message]).toEqual([400, EXPIRED]);
    const refused = await finish('totp', { challenge_token: 'x'.repeat(43), code });
    expect(refused.body.code).toBe('challenge_expired');
  });

  test('of two attempts at the same moment, one succeeds', async () => {
    const { secret, challenge_token } = await withApp();
    const code = appCode(app, secret);
    const replies = await Promise.all([1, 2].map(() => finish('totp', { challenge_token, code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a recovery code works once, however it is typed, and its use is reported by mail', async () => {
    const { admin, recoveryCodes, challenge_token } = await withApp();
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ')} `;
    expect((await finish('recovery', { challenge_token, code: typed })).status).toBe(200);
    const { challenge_token: next } = (await beginLogin(app, admin.email)).body;
    const repeated = await finish('recovery', { challenge_token: next, code: recoveryCodes[0] });
    expect([repeated.status, repeated.body.message]).toEqual([
      400,
      'This recovery code is wrong, or has already been used.',
    ]);
    const mails = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', admin.email)
      .execute();
    expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used to log in');
  });

  test('once all ten are used, the app still works, and no recovery is offered', async () => {
    const { admin, secret, recoveryCodes, challenge_token } = await withApp();
    let token = challenge_token;
    for (const code of recoveryCodes) {
      expect((await finish('recovery', { challenge_token: token, code })).status).toBe(200);
      // At most ten mailed codes an hour.
      app.pass(600);
      const { body } = await beginLogin(app, admin.email);
      token = body.challenge_token;
    }
    const last = await finish('recovery', { challenge_token: token, code: recoveryCodes[9] });
    expect(last.body.code).toBe('bad_code');
    const { body } = await beginLogin(app, admin.email);
    expect(body.methods).toEqual(['totp']);
    const { status } = await finish('totp', {
      challenge_token: body.challenge_token,
      code: appCode(app, secret),
    });
    expect(status).toBe(200);
  });

  test('a passkey opens the session, and its signature is accepted once', async () => {
    const { admin, passkey, challenge_token, ask } = await withPasskey();
    const options = await ask();
    expect(options).toMatchObject({
      rpId: 'desk.example.com',
      userVerification: 'preferred',
      allowCredentials: [{ type: 'public-key' }],
    });
    const credential = passkey.sign({ challenge: options.challenge, origin });
    const { status, body } = await finish('passkey', { challenge_token, credential });
    expect(status).toBe(200);
    const { factors } = (await admin.get('/auth/second-factor', { token: body.access_token })).body;
    expect(factors[0].last_used_at).toEqual(expect.any(String));
    const { challenge_token: next } = (await beginLogin(app, admin.email)).body;
    await finish('passkey/options', { challenge_token: next });
    const replayed = await finish('passkey', { challenge_token: next, credential });
    expect([replayed.status, replayed.body.code]).toEqual([400, 'bad_code']);
  });

  test.each([
    [
      'another person’s passkey',
      (_own: unknown, challenge: string) => softwarePasskey().sign({ challenge, origin }),
    ],
    [
      'one that signed for another site',
      (own: ReturnType<typeof softwarePasskey>, challenge: string) =>
        own.sign({ challenge, origin: 'https://desk.example.com.evil.example' }),
    ],
    [
      'one that signed under another name of the site',
      (own: ReturnType<typeof softwarePasskey>, challenge: string) =>
        own.sign({ challenge, origin, rpId: 'evil.example' }),
    ],
    [
      'one that signed something else',
      (own: ReturnType<typeof softwarePasskey>) =>
        own.sign({ challenge: 'c29tZXRoaW5nLWVsc2U', origin }),
    ],
  ] as const)('%s is refused', async (_name, signWith) => {
    const { passkey, challenge_token, ask } = await withPasskey();
    const { challenge } = await ask();
    const credential = signWith(passkey, challenge);
    const { status, body } = await finish('passkey', { challenge_token, credential });
    expect([status, body.code, body.message]).toEqual([
      400,
      'bad_code',
      'This passkey was not accepted. Try again, or choose another way.',
    ]);
    const { challenge: nextChallenge } = await ask();
    const right = passkey.sign({ challenge: nextChallenge, origin });
    expect((await finish('passkey', { challenge_token, credential: right })).status).toBe(200);
  });

  test('another admin’s passkey is refused, and so is a copy whose counter is behind', async () => {
    const { admin, passkey, challenge_token, ask } = await withPasskey();
    const other = await withPasskey();
    const { challenge } = await ask();
    const foreign = other.passkey.sign({ challenge, origin });
    expect((await finish('passkey', { challenge_token, credential: foreign })).status).toBe(400);
    const first = passkey.sign({ challenge: (await ask()).challenge, origin }, 7);
    expect((await finish('passkey', { challenge_token, credential: first })).status).toBe(200);
    const { challenge_token: next } = (await beginLogin(app, admin.email)).body;
    const { body } = await finish('passkey/options', { challenge_token: next });
    const behind = passkey.sign({ challenge: body.challenge, origin }, 6);
    expect((await finish('passkey', { challenge_token: next, credential: behind })).status).toBe(
      400,
    );
  });

  test('people without a second factor log in as before', async () => {
    const admin = await signInAdmin(app);
    const { status, body } = await beginLogin(app, admin.email);
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer', expires_in: 1800 },
    ]);
  });
});
