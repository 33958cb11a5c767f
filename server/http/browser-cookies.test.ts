import { expect, test } from 'vitest';
import { COOKIES } from '#domain/constants.ts';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { openBrowser } from '#tests/cookie-jar.ts';
import { PASSWORD, registration } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { browserCookie } from './guards.ts';

test('behind https, the cookies are sent by https only', () => {
  const cookieAt = (publicUrl: string) =>
    browserCookie({ cookie: undefined, publicUrl, linkSecret: 'x' }, 'device').headers[
      'set-cookie'
    ];
  expect(cookieAt('https://pitch.example')).toMatch(/; Secure$/);
  expect(cookieAt('http://localhost:3000')).not.toContain('Secure');
});

test('the cookie of a challenge is always a value of the server: what a client sends is not kept', () => {
  const cookieAt = (name: 'challenge' | 'device', value: string) => {
    const parts = { cookie: `${COOKIES[name].name}=${value}`, publicUrl: 'http://localhost' };
    const { headers } = browserCookie({ ...parts, linkSecret: 'secret' }, name);
    return /=([\w-]{43});/.exec(headers['set-cookie'])![1]!;
  };
  const own = 'a'.repeat(43);
  expect(cookieAt('device', own)).toBe(own);
  const issued = cookieAt('challenge', own);
  expect(issued).not.toBe(own);
  expect(cookieAt('challenge', issued)).toBe(issued);
});

test('two instances on one database know the same browsers and count their sides together', async () => {
  const database = await createTestDatabase();
  const url = database.isConcurrent ? database.url : `${database.url}&pool_max=1`;
  const start = () => createTestApp({ DATABASE_URL: url, TRUST_PROXY: '1' });
  const [one, other] = [await start(), await start()];
  try {
    const [here, there] = [one, other].map((app) => openBrowser(app.visitor, '192.0.2.1'));
    /** The same browser, whichever instance the balancer chooses. */
    const move = () => here!.cookies.forEach((value, name) => there!.cookies.set(name, value));
    const { email } = (await here!.post('/auth/register', registration())).body;
    move();
    /** A refusal for overload is no guess and is not counted: it is repeated. */
    const guess = async (app: TestApp, index: number): Promise<number> => {
      const asked = { username: email, password: 'Wrong-Trombone-7' };
      const browser = openBrowser(app.visitor, `192.0.2.${index + 2}`);
      const { status } = await browser.post('/auth/login', asked);
      return status === 503 ? guess(app, index) : status;
    };
    const guessed = await Promise.all(
      Array.from({ length: 10 }, (_, index) => guess(index % 2 ? one : other, index)),
    );
    expect(guessed).toEqual(Array(10).fill(400));
    expect(await guess(other, 10)).toBe(429);
    expect((await there!.post('/auth/login', { username: email, password: PASSWORD })).status).toBe(
      200,
    );
    there!.cookies.forEach((value, name) => here!.cookies.set(name, value));
    const otp = await other.readOtp(email);
    const wrong = otp === '000000' ? '111111' : '000000';
    const stranger = (app: TestApp) =>
      openBrowser(app.visitor, '192.0.2.99').post('/auth/verify-otp', { email, otp: wrong });
    await Promise.all([one, other, one, other, one, other].map(stranger));
    expect((await here!.post('/auth/verify-otp', { email, otp })).status).toBe(200);
  } finally {
    await one.close();
    await other.close();
    await database.stop();
  }
});
