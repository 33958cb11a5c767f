/** A stranger who knows an e-mail address never keeps its owner out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { openBrowser, type Browser } from '#tests/cookie-jar.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, registration } from '#tests/factories.ts';
import { purgeRows } from '../jobs/housekeeping.ts';

const NEW_PASSWORD = 'Another-Trombone-8';
const NEWER_CODE = 'We sent a newer code. Enter the one from the latest email.';
const DAY_SECONDS = 86_400;

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { TRUST_PROXY: '1' });
    app.holdClock();
  });
  afterAll(() => app.close());

  let networks = 0;
  const browser = (network = (networks += 1)) =>
    openBrowser(app.visitor, `198.51.${network >> 8}.${network & 255}`);
  /** Without cookies: one that forgets what it was given. */
  const script = (network = (networks += 1)) => ({
    post: (path: string, body?: unknown) => browser(network).post(path, body),
  });
  type Client = Pick<Browser, 'post'>;
  const register = async (by: Client = script()) => {
    const { status, body } = await by.post('/auth/register', registration());
    expect(status).toBe(201);
    return body.email as string;
  };
  const login = (by: Client, username: string, password = PASSWORD) =>
    by.post('/auth/login', { username, password });
  const verify = (by: Client, email: string, otp: string) =>
    by.post('/auth/verify-otp', { email, otp });
  const resend = (by: Client, email: string, purpose = 'login') =>
    by.post('/auth/resend-otp', { email, purpose });
  const ask = (by: Client, email: string) => by.post('/auth/password-reset-request', { email });
  const reset = (by: Client, email: string, otp: string, new_password = NEW_PASSWORD) =>
    by.post('/auth/password-reset', { email, otp, new_password });
  const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort();
  const repeat = <R>(times: number, work: () => Promise<R>): Promise<R[]> =>
    Promise.all(Array.from({ length: times }, work));
  const countCodes = async (email: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('id')
        .where('recipient', '=', email)
        .where('subject', 'like', '%code%')
        .execute()
    ).length;
  /** A code that differs from all that were sent. */
  const notAmong = (...codes: string[]) =>
    ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code))!;
  const logIn = async (by: Client, email: string, password = PASSWORD) => {
    expect((await login(by, email, password)).status).toBe(200);
    const { status, body } = await verify(by, email, await app.readOtp(email));
    expect(status).toBe(200);
    return body.access_token as string;
  };

  describe('the owner logs in beside a stranger who', () => {
    test.each(['without cookies', 'with cookies of their own'])('%s tries codes', async (kind) => {
      const [email, owner] = [await register(), browser()];
      const stranger = kind === 'without cookies' ? script() : browser();
      await ask(stranger, email);
      await login(owner, email);
      const code = await app.readOtp(email);
      await repeat(12, () => verify(stranger, email, notAmong(code)));
      expect((await verify(owner, email, notAmong(code))).status).toBe(400);
      expect((await verify(owner, email, code)).status).toBe(200);
    });

    test('has codes sent again', async () => {
      const [email, owner] = [await register(), browser()];
      await login(owner, email);
      const code = await app.readOtp(email);
      for (const _network of [1, 2, 3]) await repeat(4, () => resend(script(), email));
      expect(await countCodes(email)).toBe(1 + 5);
      await repeat(4, () => resend(owner, email));
      expect(await countCodes(email)).toBe(10);
      const newest = await app.readOtp(email);
      expect((await verify(owner, email, newest)).status).toBe(200);
      expect((await verify(owner, email, code)).status).toBe(400);
    });

    test('has a code sent again just before it is typed', async () => {
      const [email, owner] = [await register(), browser()];
      await login(owner, email);
      const code = await app.readOtp(email);
      await resend(script(), email);
      expect((await verify(owner, email, code)).status).toBe(200);
      await login(owner, email);
      await resend(script(), email);
      // The newest mail, which the stranger has caused.
      expect((await verify(owner, email, await app.readOtp(email))).status).toBe(200);
    });

    test('tries passwords', async () => {
      const owner = browser();
      const email = await register(owner);
      const guess = () => login(script(), email, 'Wrong-Trombone-7');
      expect(statuses(await repeat(12, guess))).toEqual([...Array(10).fill(400), 429, 429]);
      const [otherBrowser, noCookies] = [browser(), script()];
      expect((await login(otherBrowser, email)).status).toBe(429);
      expect((await login(noCookies, email)).status).toBe(429);
      await logIn(owner, email);
      expect(statuses(await repeat(11, () => login(owner, email, 'Wrong-Trombone-7')))).toEqual([
        ...Array(10).fill(400),
        429,
      ]);
    });

    test('tries passwords, after a reset in a browser that the account did not know', async () => {
      const [email, owner] = [await register(), browser()];
      await repeat(10, () => login(script(), email, 'Wrong-Trombone-7'));
      expect((await login(owner, email)).status).toBe(429);
      await ask(owner, email);
      expect((await reset(owner, email, await app.readOtp(email))).status).toBe(200);
      await logIn(owner, email, NEW_PASSWORD);
    });

    test('asks for resets and tries their codes', async () => {
      const [email, owner, stranger] = [await register(), browser(), browser()];
      await ask(owner, email);
      const code = await app.readOtp(email);
      for (const by of [stranger, script()]) {
        await repeat(7, () => ask(by, email));
        await repeat(7, () => reset(by, email, notAmong(code)));
        await repeat(7, () => resend(by, email, 'reset'));
      }
      // Not even the right one.
      expect((await reset(stranger, email, code)).status).toBe(400);
      expect((await reset(owner, email, code)).status).toBe(200);
      await logIn(owner, email, NEW_PASSWORD);
    });
  });

  test('of the ten codes of an hour no network gets more than five; a known browser has ten of its own', async () => {
    const owner = browser();
    const email = await register(owner);
    await repeat(8, () => ask(script(1000), email));
    expect(await countCodes(email)).toBe(5);
    for (const network of [1001, 1002]) await repeat(8, () => ask(browser(network), email));
    expect(await countCodes(email)).toBe(10);
    await repeat(9, () => ask(owner, email));
    // Alone, so that its mail is the newest.
    await ask(owner, email);
    await repeat(2, () => ask(owner, email));
    expect(await countCodes(email)).toBe(20);
    expect((await reset(owner, email, await app.readOtp(email))).status).toBe(200);
  });

  test('a reset belongs to the browser that asked; a newer code voids its older one only', async () => {
    const email = await register();
    const [one, other] = [browser(), browser()];
    await ask(one, email);
    await ask(other, email);
    const [first, second] = [await askAgain(one, email), await askAgain(other, email)];
    for (const [by, code] of [
      [one, second],
      [other, first],
      [script(), first],
      [script(), second],
    ] as const)
      expect((await reset(by, email, code)).status).toBe(400);
    const newer = await askAgain(one, email);
    if (newer !== first)
      expect((await reset(one, email, first)).body.fields).toEqual({ otp: NEWER_CODE });
    expect((await reset(other, email, second)).status).toBe(200);
  });
  const askAgain = async (by: Client, email: string) => {
    await ask(by, email);
    return app.readOtp(email);
  };

  test('each side has five tries of a code, the browser as well', async () => {
    const [email, owner] = [await register(), browser()];
    await login(owner, email);
    const code = await app.readOtp(email);
    await repeat(5, () => verify(owner, email, notAmong(code)));
    expect((await verify(owner, email, code)).status).toBe(400);
    expect((await verify(script(), email, code)).status).toBe(200);
    expect((await verify(script(), email, code)).status).toBe(400);
  });

  test('a code works once, whichever side uses it', async () => {
    const [email, owner] = [await register(), browser()];
    await login(owner, email);
    const code = await app.readOtp(email);
    const replies = await Promise.all(
      [owner, script(), owner, script()].map((by) => verify(by, email, code)),
    );
    expect(statuses(replies)).toEqual([200, 400, 400, 400]);
  });

  test('clients without cookies reset as before, and the older code hears of the newer', async () => {
    const email = await register();
    const older = await askAgain(script(), email);
    const newer = await askAgain(script(), email);
    if (older !== newer)
      expect((await reset(script(), email, older)).body.fields).toEqual({ otp: NEWER_CODE });
    expect((await reset(script(), email, newer)).status).toBe(200);
    await logIn(script(), email, NEW_PASSWORD);
  });

  test('cookies say nothing about addresses, are for the API only, and are stored as hashes', async () => {
    const [known, unknown] = [browser(), browser()];
    const email = await register();
    const cookieOf = async (by: Browser, address: string) => {
      await ask(by, address);
      return by.cookies.get('pitch_trek_challenge')!;
    };
    const [ofKnown, ofUnknown] = [
      await cookieOf(known, email),
      await cookieOf(unknown, 'nobody@example.com'),
    ];
    const shape =
      /^pitch_trek_challenge=[\w-]{43}; Max-Age=3600; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict$/;
    for (const cookie of [ofKnown, ofUnknown]) expect(cookie).toMatch(shape);
    expect([...unknown.cookies.keys()]).toEqual([...known.cookies.keys()]);
    await reset(known, email, await app.readOtp(email));
    expect(known.cookies.get('pitch_trek_device')).toMatch(/; Max-Age=7776000; /);
    const { db } = app.services;
    const stored = JSON.stringify([
      await db.read.selectFrom('browser_codes').selectAll().execute(),
      await db.read.selectFrom('known_browsers').selectAll().execute(),
    ]);
    for (const cookie of known.cookies.values())
      expect(stored).not.toContain(/=([\w-]{43})/.exec(cookie)![1]);
    const refused = browser();
    await login(refused, email, 'Wrong-Trombone-7');
    await verify(refused, email, '123456');
    expect(refused.cookies.size).toBe(0);
  });

  test('a browser is known for 90 days, to the account that used it only, and fifty at most', async () => {
    const [owner, neighbour] = [browser(), browser()];
    const [email, other] = [await register(owner), await register(neighbour)];
    await repeat(10, () => login(script(), email, 'Wrong-Trombone-7'));
    expect((await login(neighbour, email)).status).toBe(429);
    expect((await login(neighbour, other)).status).toBe(200);
    const rows = () => app.services.db.read.selectFrom('known_browsers').selectAll().execute();
    const { user_id } = (await rows()).at(-1)!;
    await app.services.db.read
      .insertInto('known_browsers')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          user_id,
          browser: `browser ${index}`,
          known_at: new Date(app.services.clock().getTime() - index * 1000),
        })),
      )
      .execute();
    const [{ email: address }] = (await app.services.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', user_id)
      .execute()) as [{ email: string }];
    await logIn(script(), address);
    expect((await rows()).filter((row) => row.user_id === user_id)).toHaveLength(50);
    app.pass(90 * DAY_SECONDS);
    await repeat(10, () => login(script(), email, 'Wrong-Trombone-7'));
    expect((await login(owner, email)).status).toBe(429);
    await purgeRows(app.services);
    expect(await rows()).toEqual([]);
    expect(await app.services.db.read.selectFrom('browser_codes').selectAll().execute()).toEqual(
      [],
    );
  });

  test('closing the account beside a stranger who tries its password; nothing of its browsers stays', async () => {
    const owner = browser();
    const email = await register(owner);
    const token = await logIn(owner, email);
    const { id } = (await owner.ask('GET', '/auth/me', undefined, token)).body;
    await ask(owner, email);
    await repeat(10, () => login(script(), email, 'Wrong-Trombone-7'));
    const closed = await owner.ask('DELETE', '/auth/me', { password: PASSWORD }, token);
    expect(closed.status).toBe(204);
    for (const table of ['browser_codes', 'known_browsers'] as const)
      expect(
        await app.services.db.read
          .selectFrom(table)
          .selectAll()
          .where('user_id', '=', id)
          .execute(),
      ).toEqual([]);
  });
});
