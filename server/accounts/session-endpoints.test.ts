import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, registration } from '#tests/factories.ts';

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const FIREFOX_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

describe.each(ENGINES)('sessions, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  const register = async () =>
    (await app.visitor.post('/auth/register', registration())).body.email as string;

  /** Logs in as a browser does; returns the options of calls with its token. */
  const enter = async (email: string, agent: string) => {
    await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
    const answer = await app.visitor.post(
      '/auth/verify-otp',
      { email, otp: await app.readOtp(email) },
      { headers: { 'user-agent': agent } },
    );
    return { token: answer.body.access_token as string };
  };
  const list = (options: { token: string }) => app.visitor.get('/auth/sessions', options);

  test('say where somebody is signed in, in plain words and without the token', async () => {
    const email = await register();
    const phone = await enter(email, CHROME_ON_ANDROID);
    app.pass(60);
    const laptop = await enter(email, FIREFOX_ON_WINDOWS);
    const { status, body, headers, text } = await list(laptop);
    expect([status, headers.get('x-total-count')]).toEqual([200, '2']);
    expect(body.map(({ device, is_current }: any) => [device, is_current])).toEqual([
      ['Firefox on Windows', true],
      ['Chrome on Android', false],
    ]);
    expect(Object.keys(body[0]).sort()).toEqual(
      ['id', 'device', 'created_at', 'last_used_at', 'expires_at', 'is_current'].sort(),
    );
    const { rows } = { rows: await hashes() };
    for (const hash of rows) expect(text).not.toContain(hash);
    expect(text).not.toContain(phone.token);
  });
  const hashes = async () =>
    (await app.services.db.read.selectFrom('sessions').select('token_hash').execute()).map(
      ({ token_hash }) => token_hash,
    );

  test('an odd agent is an unknown device, and a long one is cut', async () => {
    const email = await register();
    const odd = await enter(email, `robot ${'x'.repeat(5000)}`);
    expect((await list(odd)).body[0].device).toBe('Unknown device');
    const { user_agent } = await app.services.db.read
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_agent', 'like', 'robot%')
      .executeTakeFirstOrThrow();
    expect(user_agent).toHaveLength(300);
  });

  test('one is ended: its token is refused from the next request on, the other one works', async () => {
    const email = await register();
    const [lost, current] = [
      await enter(email, CHROME_ON_ANDROID),
      await enter(email, FIREFOX_ON_WINDOWS),
    ];
    const { id } = (await list(current)).body.find(({ is_current }: any) => !is_current);
    expect((await app.visitor.delete(`/auth/sessions/${id}`, current)).status).toBe(204);
    expect((await app.visitor.get('/auth/me', lost)).status).toBe(401);
    expect((await app.visitor.get('/auth/me', current)).status).toBe(200);
    const repeated = await app.visitor.delete(`/auth/sessions/${id}`, current);
    expect([repeated.status, repeated.body.code]).toEqual([404, 'not_found']);
  });

  test("another person's session and an invalid id are not found", async () => {
    const [mine, theirs] = [
      await enter(await register(), CHROME_ON_ANDROID),
      await enter(await register(), CHROME_ON_ANDROID),
    ];
    const { id } = (await list(theirs)).body[0];
    for (const unknown of [id, crypto.randomUUID(), 'x', (await hashes())[0]])
      expect((await app.visitor.delete(`/auth/sessions/${unknown}`, mine)).status).toBe(404);
    expect((await app.visitor.get('/auth/me', theirs)).status).toBe(200);
  });

  test('the current one can be ended too', async () => {
    const me = await enter(await register(), CHROME_ON_ANDROID);
    const { id } = (await list(me)).body[0];
    expect((await app.visitor.delete(`/auth/sessions/${id}`, me)).status).toBe(204);
    expect((await list(me)).status).toBe(401);
  });

  test('all others end at once', async () => {
    const email = await register();
    const otherSessions = [
      await enter(email, CHROME_ON_ANDROID),
      await enter(email, CHROME_ON_ANDROID),
    ];
    const me = await enter(email, FIREFOX_ON_WINDOWS);
    expect((await app.visitor.delete('/auth/sessions', me)).status).toBe(204);
    for (const other of otherSessions)
      expect((await app.visitor.get('/auth/me', other)).status).toBe(401);
    expect((await list(me)).body).toHaveLength(1);
    expect((await app.visitor.delete('/auth/sessions', me)).status).toBe(204);
  });

  test('ending is logged, once per session that ended', async () => {
    const me = await app.signIn();
    const { id } = (await me.get('/auth/sessions')).body[0];
    await me.delete('/auth/sessions');
    await me.delete(`/auth/sessions/${id}`);
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', me.id)
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['sessions.end']);
  });

  test('the last use is noted every few minutes, and no read writes in between', async () => {
    const me = await app.signIn();
    const lastUse = async () =>
      (
        await app.services.db.read
          .selectFrom('sessions')
          .select('last_used_at')
          .where('user_id', '=', me.id)
          .executeTakeFirstOrThrow()
      ).last_used_at!.getTime();
    const first = await lastUse();
    app.pass(4 * 60);
    await me.get('/auth/me');
    await me.get('/auth/me');
    expect(await lastUse()).toBe(first);
    app.pass(2 * 60);
    await me.get('/auth/me');
    await expect.poll(lastUse).toBeGreaterThan(first + 5 * 60_000);
  });

  test('expired ones are not listed and cannot be ended', async () => {
    const email = await register();
    const old = await enter(email, CHROME_ON_ANDROID);
    const { id } = (await list(old)).body[0];
    app.pass(1801);
    const me = await enter(email, FIREFOX_ON_WINDOWS);
    expect((await list(me)).body).toHaveLength(1);
    expect((await app.visitor.delete(`/auth/sessions/${id}`, me)).status).toBe(404);
  });
});
