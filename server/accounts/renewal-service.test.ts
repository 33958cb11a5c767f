import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { openBrowser, type Browser } from '#tests/cookie-jar.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, registration, repeatFailure } from '#tests/factories.ts';
import { softwarePasskey } from '#tests/passkeys.ts';
import { purgeRows } from '../jobs/housekeeping.ts';

const EXPIRED = 'Your session has expired. Please log in again.';
const NEW_PASSWORD = 'Another-Trombone-8';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const LIFETIME = 1800;
const ORIGIN = 'https://desk.example.com';

describe.each(ENGINES)('staying, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { TRUST_PROXY: '1', PUBLIC_URL: ORIGIN });
    app.holdClock();
  });
  afterAll(() => app.close());

  let networks = 0;
  const openPhone = () => openBrowser(app.visitor, `198.51.100.${(networks += 1)}`);
  const logIn = async (by: Browser, email: string, password = PASSWORD) => {
    await by.post('/auth/login', { username: email, password });
    const { body } = await by.post('/auth/verify-otp', { email, otp: await app.readOtp(email) });
    return body.access_token as string;
  };
  /** An applicant who has logged in on a phone. */
  const enter = async () => {
    const phone = openPhone();
    const { body } = await phone.post('/auth/register', registration());
    const email = body.email as string;
    return { phone, email, id: body.id as string, token: await logIn(phone, email) };
  };
  const renew = (by: Browser, token: string | undefined, proof: object = { password: PASSWORD }) =>
    by.ask('POST', '/auth/session/renew', proof, token);
  const statusOf = async (token: string, path = '/auth/me') =>
    (await app.visitor.get(path, { token })).status;
  const refusal = ({ status, body }: { status: number; body: any }) => [status, body.message];

  test('the password alone gives a new token; the old one ends, with its links', async () => {
    const { phone, token, id } = await enter();
    const link = await app.visitor.get('/auth/me/data?as=link', { token });
    app.pass(25 * MINUTE);
    const { status, body } = await renew(phone, token);
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer', expires_in: LIFETIME },
    ]);
    expect([await statusOf(token), await statusOf(body.access_token)]).toEqual([401, 200]);
    // PUBLIC_URL is another host.
    const { pathname, search } = new URL(link.body.url);
    expect((await fetch(app.url + pathname + search)).status).toBe(403);
    app.pass(LIFETIME - 1);
    expect(await statusOf(body.access_token)).toBe(200);
    const sessions = await app.visitor.get('/auth/sessions', { token: body.access_token });
    expect(sessions.body).toHaveLength(1);
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', id)
      .where('action', '=', 'accounts.renew')
      .execute();
    expect(entries).toHaveLength(1);
  });

  test('within ten minutes after its end, but not later, and nothing else works with it', async () => {
    const { phone, token } = await enter();
    app.pass(LIFETIME + 9 * MINUTE);
    await purgeRows(app.services);
    expect(await statusOf(token)).toBe(401);
    const { status, body } = await renew(phone, token);
    expect(status).toBe(200);
    app.pass(LIFETIME + 10 * MINUTE);
    expect(refusal(await renew(phone, body.access_token))).toEqual([401, EXPIRED]);
    await purgeRows(app.services);
    const left = app.services.db.read.selectFrom('sessions').select('id');
    const now = app.services.clock();
    expect(await left.where('expires_at', '<', now).execute()).toEqual([]);
  });

  test('again and again for twelve hours after the code, then only with another one', async () => {
    const { phone, email, token: first } = await enter();
    let token = first;
    for (let half = 0; half < 23; half += 1) {
      app.pass(30 * MINUTE);
      const { status, body } = await renew(phone, token);
      expect(status).toBe(200);
      token = body.access_token;
    }
    app.pass(30 * MINUTE);
    expect(refusal(await renew(phone, token))).toEqual([401, EXPIRED]);
    const next = await logIn(phone, email);
    expect((await renew(phone, next)).status).toBe(200);
  });

  test('only in the browser that verified the code', async () => {
    const { phone, email, token } = await enter();
    const [other, elsewhere] = [openPhone(), openPhone()];
    await logIn(other, email);
    for (const stranger of [other, elsewhere])
      expect(refusal(await renew(stranger, token))).toEqual([401, EXPIRED]);
    // Nothing of it is ended by them.
    expect((await renew(phone, token)).status).toBe(200);
  });

  test('on a shared phone nobody stays as somebody else', async () => {
    const { phone, token } = await enter();
    const password = 'Somebody-Elses-9!';
    const { body } = await phone.post('/auth/register', {
      ...registration(),
      ...{ password, confirm_password: password },
    });
    const theirs = await logIn(phone, body.email, password);
    expect(refusal(await renew(phone, token, { password }))).toEqual([
      400,
      'The password is wrong.',
    ]);
    expect((await renew(phone, theirs, { password })).status).toBe(200);
    expect((await renew(phone, token)).status).toBe(200);
  });

  test('wrong passwords count as at the login, and end nothing', async () => {
    const { phone, token, email } = await enter();
    for (let at = 0; at < 10; at += 1) {
      const { status, body } = await renew(phone, token, { password: 'wrong' });
      expect([status, body.code]).toEqual([400, 'bad_credentials']);
    }
    const late = await renew(phone, token);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    const login = await phone.post('/auth/login', { username: email, password: PASSWORD });
    expect(login.status).toBe(429);
    expect(await statusOf(token)).toBe(200);
    app.pass(15 * MINUTE);
    expect((await renew(phone, token)).status).toBe(200);
  });

  test('a body without a proof is 422; no token, an unknown and a logged-out one are 401', async () => {
    const { phone, token } = await enter();
    for (const proof of [{}, { password: '' }]) {
      const { status, body } = await renew(phone, token, proof);
      expect([status, body.fields]).toEqual([422, { password: 'Enter your password.' }]);
    }
    expect((await renew(phone, token, { passkey: { id: 'x' } })).status).toBe(422);
    for (const none of [undefined, 'never-issued'])
      expect(refusal(await renew(phone, none))).toEqual([401, EXPIRED]);
    await phone.ask('POST', '/auth/logout', {}, token);
    expect(refusal(await renew(phone, token))).toEqual([401, EXPIRED]);
  });

  test('tokens that nobody was given are guesses, and the address is closed', async () => {
    const phone = openPhone();
    await phone.post('/auth/register', registration());
    const guess = async (at: number) => (await renew(phone, `guess-${at}`)).status;
    expect(await guess(1)).toBe(401);
    await repeatFailure(app.services, 298);
    expect([await guess(300), await guess(301)]).toEqual([401, 429]);
  });

  test('not after it was ended elsewhere, nor after a new password', async () => {
    const { phone, email, token } = await enter();
    const laptop = openPhone();
    const other = await logIn(laptop, email);
    app.pass(LIFETIME - MINUTE);
    await laptop.ask('DELETE', '/auth/sessions', undefined, other);
    expect((await renew(phone, token)).status).toBe(401);

    await laptop.post('/auth/password-reset-request', { email });
    const otp = await app.readOtp(email);
    const changed = { email, otp, new_password: NEW_PASSWORD };
    expect((await laptop.post('/auth/password-reset', changed)).status).toBe(200);
    for (const password of [PASSWORD, NEW_PASSWORD])
      expect((await renew(laptop, other, { password })).status).toBe(401);
  });

  test('not after a change of role, nor after one of status, even one that is over', async () => {
    const boss = await app.signIn({ role: 'admin' });
    const changed = await enter();
    await boss.patch(`/auth/admin/${changed.id}/role`, { role: 'VIEWER' });
    expect(await statusOf(changed.token)).toBe(200);
    expect((await renew(changed.phone, changed.token)).status).toBe(401);

    const token = await logIn(changed.phone, changed.email);
    for (const is_active of [false, true])
      expect((await boss.patch(`/auth/admin/${changed.id}/status`, { is_active })).status).toBe(
        200,
      );
    expect((await renew(changed.phone, token)).status).toBe(401);
  });

  test('of two tabs that renew at once, one wins', async () => {
    const { phone, token } = await enter();
    const replies = await Promise.all([renew(phone, token), renew(phone, token)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    const won = replies.find(({ status }) => status === 200)!;
    expect(await statusOf(won.body.access_token)).toBe(200);
  });

  describe('by a passkey', () => {
    const ask = (by: Browser, token: string) =>
      by.ask('POST', '/auth/session/renew/options', {}, token);
    /** Of the firm, with a passkey, on a computer that has verified code and passkey. */
    const enterFirm = async () => {
      const { phone, id, email, token } = await enter();
      const boss = await app.signIn({ role: 'admin' });
      await boss.patch(`/auth/admin/${id}/role`, { role: 'EDITOR' });
      const passkey = softwarePasskey();
      const set = (path: string, body: object) =>
        phone.ask('POST', `/auth/second-factor/passkey/${path}`, body, token);
      const begun = await set('setup', { current_password: PASSWORD });
      const credential = passkey.create({ challenge: begun.body.challenge, origin: ORIGIN });
      expect((await set('confirm', { name: 'Key', credential })).status).toBe(201);
      await phone.post('/auth/login', { username: email, password: PASSWORD });
      const otp = await app.readOtp(email);
      const { challenge_token } = (await phone.post('/auth/verify-otp', { email, otp })).body;
      const asked = await phone.post('/auth/second-factor/passkey/options', { challenge_token });
      const login = await phone.post('/auth/second-factor/passkey', {
        challenge_token,
        credential: passkey.sign({ challenge: asked.body.challenge, origin: ORIGIN }),
      });
      expect(login.status).toBe(200);
      return { phone, passkey, token: login.body.access_token as string };
    };

    test('a signature renews once; a wrong one does not', async () => {
      const { phone, passkey, token } = await enterFirm();
      app.pass(LIFETIME + MINUTE);
      const { challenge } = (await ask(phone, token)).body;
      const stranger = softwarePasskey().sign({ challenge, origin: ORIGIN });
      const wrong = await renew(phone, token, { passkey: stranger });
      expect([wrong.status, wrong.body.code]).toEqual([400, 'bad_code']);
      const signed = { passkey: passkey.sign({ challenge, origin: ORIGIN }) };
      const { status, body } = await renew(phone, token, signed);
      expect([status, body.expires_in]).toEqual([200, LIFETIME]);
      const again = await renew(phone, body.access_token, signed);
      expect([again.status, again.body.code]).toEqual([400, 'challenge_expired']);
    });

    test('what was signed for another session, or too late, is refused', async () => {
      const { phone, passkey, token } = await enterFirm();
      const { challenge } = (await ask(phone, token)).body;
      const renewed = (await renew(phone, token)).body.access_token as string;
      const signed = { passkey: passkey.sign({ challenge, origin: ORIGIN }) };
      expect((await renew(phone, renewed, signed)).status).toBe(400);
      const next = (await ask(phone, renewed)).body.challenge as string;
      app.pass(6 * MINUTE);
      const late = { passkey: passkey.sign({ challenge: next, origin: ORIGIN }) };
      expect((await renew(phone, renewed, late)).body.code).toBe('challenge_expired');
    });

    test('whoever has none is told so, and the password still works', async () => {
      const { phone, token } = await enter();
      expect((await ask(phone, token)).body.code).toBe('no_second_factor');
      expect((await ask(openPhone(), token)).status).toBe(401);
      app.pass(13 * HOUR);
      expect((await ask(phone, token)).status).toBe(401);
    });
  });
});
