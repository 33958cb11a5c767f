import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD } from '#tests/factories.ts';
import { softwarePasskey } from '#tests/passkeys.ts';
import { readZip } from '#tests/zip-files.ts';
import {
  addApp,
  addPasskey,
  appCode,
  beginLogin,
  otherThan,
  PERIOD_SECONDS,
  signInAdmin,
} from '#tests/second-factors.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  const origin = 'https://desk.example.com';
  const proof = { current_password: PASSWORD };
  beforeAll(async () => {
    app = await createTestAppOn(engine, { PUBLIC_URL: origin });
    app.holdClock();
  });
  afterAll(() => app.close());

  const mailsOf = async (email: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject);

  test('an app is set up with a code, and the first factor brings ten recovery codes', async () => {
    const admin = await signInAdmin(app);
    expect((await admin.get('/auth/second-factor')).body).toEqual({
      is_set_up: false,
      is_required: false,
      factors: [],
      recovery_codes_left: 0,
    });
    const { begun, confirmed, recoveryCodes } = await addApp(app, admin);
    expect(begun.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/.+secret=/),
      expires_in: 300,
    });
    expect([confirmed.status, confirmed.body]).toEqual([
      201,
      {
        id: expect.any(String),
        kind: 'totp',
        name: 'Authenticator app',
        created_at: expect.any(String),
        last_used_at: null,
        recovery_codes: expect.any(Array),
      },
    ]);
    expect(new Set(recoveryCodes).size).toBe(10);
    const state = (await admin.get('/auth/second-factor')).body;
    expect([state.is_set_up, state.recovery_codes_left]).toEqual([true, 10]);
    expect(await mailsOf(admin.email)).toEqual([
      'A new way to verify it’s you was added to your account',
    ]);
    const second = await admin.post('/auth/second-factor/totp/setup', proof);
    expect([second.status, second.body.code]).toEqual([409, 'factor_exists']);
  });

  test('the first factor ends sessions that were opened without it', async () => {
    const admin = await signInAdmin(app);
    const elsewhere = (await beginLogin(app, admin.email)).body.access_token as string;
    await addApp(app, admin);
    expect((await admin.get('/auth/me')).status).toBe(200);
    expect((await app.visitor.get('/auth/me', { token: elsewhere })).status).toBe(401);
  });

  test('a passkey is added by name; the same or a foreign answer is refused', async () => {
    const admin = await signInAdmin(app);
    const { begun, credential, confirmed } = await addPasskey(admin, origin, 'Blue key');
    expect(begun.body).toMatchObject({
      rp: { id: 'desk.example.com' },
      user: { name: admin.email },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
    });
    expect(confirmed.body).toMatchObject({ kind: 'passkey', name: 'Blue key' });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    const sameKey = { name: 'Blue key', credential };
    const replayed = await admin.post('/auth/second-factor/passkey/confirm', sameKey);
    expect([replayed.status, replayed.body.code]).toEqual([400, 'challenge_expired']);
    const { body } = await admin.post('/auth/second-factor/passkey/setup', proof);
    const foreign = softwarePasskey().create({
      challenge: body.challenge,
      origin: 'https://evil.example',
    });
    const refused = await admin.post('/auth/second-factor/passkey/confirm', {
      name: 'Red key',
      credential: foreign,
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'bad_code']);
    const further = await addPasskey(admin, origin, 'Green key');
    expect(further.confirmed.body.recovery_codes).toBeUndefined();
  });

  test('each change needs the password or a code of the app', async () => {
    const admin = await signInAdmin(app);
    const { secret } = await addApp(app, admin);
    const renew = (proof: object) => admin.post('/auth/second-factor/recovery-codes', proof);
    const missing = await renew({});
    expect([missing.status, missing.body.fields]).toEqual([
      422,
      { current_password: 'Enter your password, or a code from your authenticator app.' },
    ]);
    const wrong = await renew({ current_password: 'Wrong-Trombone-7' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['current_password']]);
    const used = await renew({ code: appCode(app, secret) });
    expect([used.status, Object.keys(used.body.fields)]).toEqual([422, ['code']]);
    app.pass(PERIOD_SECONDS * 2);
    const { status, body } = await renew({ code: appCode(app, secret) });
    expect([status, body.recovery_codes.length]).toEqual([200, 10]);
    expect(await mailsOf(admin.email)).toContain('Your recovery codes were replaced');
    for (const path of ['passkey/setup', 'totp/setup'])
      expect((await admin.post(`/auth/second-factor/${path}`, {})).status).toBe(422);
  });

  test('guessing the proof is limited like logging in', async () => {
    const admin = await signInAdmin(app);
    const { secret } = await addApp(app, admin);
    app.pass(PERIOD_SECONDS * 2);
    const guess = () =>
      admin.post('/auth/second-factor/recovery-codes', { code: otherThan(appCode(app, secret)) });
    for (let index = 0; index < 10; index += 1) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
  });

  test('the fifth wrong code voids a set-up, and one waits five minutes', async () => {
    const admin = await signInAdmin(app);
    const begin = async () =>
      (await admin.post('/auth/second-factor/totp/setup', proof)).body.secret as string;
    const confirm = async (code: string) =>
      (await admin.post('/auth/second-factor/totp/confirm', { code })).body.code;
    const secret = await begin();
    for (let index = 0; index < 5; index += 1)
      expect(await confirm(otherThan(appCode(app, secret)))).toBe('bad_code');
    expect(await confirm(appCode(app, secret))).toBe('challenge_expired');
    const later = await begin();
    app.pass(301);
    expect(await confirm(appCode(app, later))).toBe('challenge_expired');
  });

  test('a removed factor no longer works; with the last one the recovery codes are deleted', async () => {
    const admin = await signInAdmin(app);
    const { confirmed } = await addApp(app, admin);
    const path = `/auth/second-factor/${confirmed.body.id}`;
    expect((await admin.delete(path, { body: {} })).status).toBe(422);
    const stranger = await signInAdmin(app);
    expect((await stranger.delete(path, { body: proof })).status).toBe(404);
    expect((await admin.delete(path, { body: proof })).status).toBe(204);
    expect((await admin.delete(path, { body: proof })).status).toBe(404);
    expect((await admin.get('/auth/second-factor')).body).toMatchObject({
      is_set_up: false,
      recovery_codes_left: 0,
    });
    expect((await beginLogin(app, admin.email)).body.access_token).toEqual(expect.any(String));
    const logged = (await admin.get(`/audit/?actor=${admin.id}`)).body as { action: string }[];
    expect(logged.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['factors.create', 'factors.delete']),
    );
    expect(await mailsOf(admin.email)).toContain(
      'A way to verify it’s you was removed from your account',
    );
  });

  test('another admin resets it: sessions end, the person is told, the log knows', async () => {
    const [admin, other] = [await signInAdmin(app), await signInAdmin(app)];
    await addApp(app, admin);
    const path = `/auth/admin/${admin.id}/second-factor`;
    expect((await other.get(path)).body).toMatchObject({ is_set_up: true });
    const own = await admin.delete(path);
    expect([own.status, own.body.code]).toEqual([409, 'own_account']);
    expect((await other.delete(path)).status).toBe(204);
    const repeated = await other.delete(path);
    expect([repeated.status, repeated.body.code]).toEqual([409, 'no_second_factor']);
    expect((await other.delete(`/auth/admin/${crypto.randomUUID()}/second-factor`)).status).toBe(
      404,
    );
    expect((await admin.get('/auth/me')).status).toBe(401);
    expect((await beginLogin(app, admin.email)).body.access_token).toEqual(expect.any(String));
    expect(await mailsOf(admin.email)).toContain('Your two-step verification was reset');
    const logged = (await other.get('/audit/?action=users.resetFactors')).body;
    expect(logged.map(({ entity_id }: { entity_id: string }) => entity_id)).toContain(admin.id);
  });

  test('no secret, key or code is stored in plain text in any table, in the log or in exported data', async () => {
    const admin = await signInAdmin(app);
    const { secret, recoveryCodes } = await addApp(app, admin);
    await addPasskey(admin, origin);
    const { db } = app.services;
    const stored = JSON.stringify([
      await db.read.selectFrom('second_factors').selectAll().execute(),
      await db.read.selectFrom('recovery_codes').selectAll().execute(),
      await db.read.selectFrom('factor_challenges').selectAll().execute(),
      await db.read.selectFrom('audit_log').selectAll().execute(),
      await db.read.selectFrom('mails').selectAll().execute(),
    ]);
    for (const hidden of [secret, ...recoveryCodes, recoveryCodes[0]!.replace('-', '')])
      expect(stored).not.toContain(hidden);
    const response = await fetch(`${app.url}/api/v1/auth/me/data`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const own = [...files.values()].map(String).join('\n');
    expect(own).toContain('"second_factors"');
    expect(own).toContain('Work laptop');
    const rows = await db.read.selectFrom('second_factors').selectAll().execute();
    for (const { secret: encrypted, public_key: key } of rows)
      for (const hidden of [encrypted, key].filter((value) => value !== null))
        expect(own).not.toContain(hidden);
  });

  test('applicants have none', async () => {
    const applicant = await app.signIn();
    expect((await applicant.get('/auth/second-factor')).status).toBe(403);
    expect((await applicant.post('/auth/second-factor/totp/setup', proof)).status).toBe(403);
  });
});

test('required: an admin without one can set it up, and nothing else until then', async () => {
  const app = await createTestApp({ ADMIN_SECOND_FACTOR: 'required' });
  app.holdClock();
  const [{ email }, applicant] = [await signInAdmin(app), await app.signIn()];
  const { body } = await beginLogin(app, email);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 1800,
    second_factor_setup_required: true,
  });
  const admin = app.readmit({ ...app.visitor, email, token: body.access_token });
  const screens = ['/proposals/admin/all', '/auth/admin/users', '/audit/', '/programs/'];
  for (const path of [...screens, '/auth/sessions']) {
    const refused = await admin.get(path);
    expect([path, refused.status, refused.body.code, refused.body.message]).toEqual([
      path,
      403,
      'second_factor_required',
      'Set up a passkey or an authenticator app first.',
    ]);
  }
  expect((await admin.patch('/auth/me', { city: 'Tema' })).status).toBe(403);
  expect((await admin.get('/auth/me')).body.second_factor_setup_required).toBe(true);
  const { confirmed } = await addApp(app, admin);
  expect((await admin.get('/proposals/admin/all')).status).toBe(200);
  expect((await admin.get('/auth/me')).body.second_factor_setup_required).toBeUndefined();
  const last = await admin.delete(`/auth/second-factor/${confirmed.body.id}`, {
    body: { current_password: PASSWORD },
  });
  expect([last.status, last.body.code]).toEqual([409, 'last_factor']);
  expect((await applicant.get('/proposals/')).status).toBe(200);
  await app.close();
});

test('without PUBLIC_URL a passkey is bound to the host that the browser used', async () => {
  const app = await createTestApp();
  const admin = await signInAdmin(app);
  const { host } = new URL(app.url);
  const { confirmed } = await addPasskey(admin, `http://${host}`);
  expect(confirmed.status).toBe(201);
  await app.close();
});
