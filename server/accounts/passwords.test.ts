/** The same password and the same address, however a device composes their letters. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { registration } from '#tests/factories.ts';
import { hashPassword } from './passwords.ts';

const COMPOSED = 'Caf\u00e9-Trombone-7';
const DECOMPOSED = 'Cafe\u0301-Trombone-7';
const OTHER = { composed: 'T\u00e9l\u00e9-Hats-88', decomposed: 'Te\u0301le\u0301-Hats-88' };
const WRONG = 'Cafe-Trombone-7';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  const register = (input: Record<string, unknown>) =>
    app.visitor.post('/auth/register', registration(input));
  const login = async (username: string, password: string) =>
    (await app.visitor.post('/auth/login', { username, password })).status;

  test.each([
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, COMPOSED],
    ['Cafe\u0301-\uff17\uff17-Hats', 'Caf\u00e9-77-Hats'],
  ])('chosen on one device, typed on another: %s', async (chosen, typed) => {
    const { status, body } = await register({ password: chosen, confirm_password: typed });
    expect(status).toBe(201);
    for (const password of [chosen, typed]) expect(await login(body.email, password)).toBe(200);
    expect(await login(body.email, WRONG)).toBe(400);
  });

  test('a reset, too, and the well-known ones are refused in every spelling', async () => {
    const { email } = (await register({ password: COMPOSED, confirm_password: COMPOSED })).body;
    await app.visitor.post('/auth/password-reset-request', { email });
    const otp = await app.readOtp(email);
    const reset = (new_password: string) =>
      app.visitor.post('/auth/password-reset', { email, otp, new_password });
    expect((await reset('\uff50\uff41\uff53\uff53word123')).status).toBe(422);
    expect((await reset(OTHER.decomposed)).status).toBe(200);
    expect(await login(email, OTHER.composed)).toBe(200);
  });

  test('an admin is created with it, and proves with it who they are', async () => {
    const admin = await app.signIn({
      role: 'admin',
      password_hash: await hashPassword(COMPOSED, '127.0.0.1'),
    });
    const { confirm_password: _, ...created } = registration({ password: `${DECOMPOSED}!` });
    expect((await admin.post('/auth/admin/create', created)).status).toBe(201);
    expect(await login(created.email as string, `${COMPOSED}!`)).toBe(200);
    const proof = { current_password: DECOMPOSED };
    expect((await admin.post('/auth/second-factor/totp/setup', proof)).status).toBe(200);
  });

  test('another address and closing the account take it in either spelling', async () => {
    const person = await app.signIn({ password_hash: await hashPassword(COMPOSED, '127.0.0.1') });
    const change = { email: registration().email, current_password: DECOMPOSED };
    expect((await person.patch('/auth/me', change)).status).toBe(200);
    expect((await person.delete('/auth/me', { body: { password: WRONG } })).status).toBe(422);
    expect((await person.delete('/auth/me', { body: { password: DECOMPOSED } })).status).toBe(204);
  });

  test('an address is one account, registered, found and reset in either spelling', async () => {
    const [composed, decomposed] = ['ren\u00e9e@example.com', 'Rene\u0301e@example.com'];
    expect((await register({ email: decomposed })).body.email).toBe(composed);
    const again = await register({ email: composed });
    expect([again.status, again.body.message]).toEqual([400, 'Email already registered']);
    const { password } = registration();
    for (const email of [composed, decomposed]) expect(await login(email, password)).toBe(200);
    await app.visitor.post('/auth/password-reset-request', { email: decomposed });
    const { status } = await app.visitor.post('/auth/password-reset', {
      email: decomposed,
      otp: await app.readOtp(composed),
      new_password: OTHER.composed,
    });
    expect(status).toBe(200);
  });
});
