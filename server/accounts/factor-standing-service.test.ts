/** Whose standing changes between two steps of a login, or between two logins. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { addApp, appCode, beginLogin, PERIOD_SECONDS, signInAdmin } from '#tests/second-factors.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let chief: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    app.holdClock();
    chief = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const changeRole = async (id: string, role: string) =>
    expect((await chief.patch(`/auth/admin/${id}/role`, { role })).status).toBe(200);
  const finish = (secret: string, challenge_token: string) =>
    app.visitor.post('/auth/second-factor/totp', { challenge_token, code: appCode(app, secret) });
  const withApp = async () => {
    const admin = await signInAdmin(app);
    const { secret } = await addApp(app, admin);
    app.pass(PERIOD_SECONDS * 2);
    return { admin, secret };
  };

  test('an admin who is demoted between the mailed code and the second factor comes in as an applicant', async () => {
    const { admin, secret } = await withApp();
    const { challenge_token } = (await beginLogin(app, admin.email)).body;
    await changeRole(admin.id, 'applicant');
    const { status, body } = await finish(secret, challenge_token);
    expect(status).toBe(200);
    const token: string = body.access_token;
    expect((await app.visitor.get('/auth/me', { token })).body.role).toBe('applicant');
    expect((await app.visitor.get('/proposals/admin/all', { token })).status).toBe(403);
    expect((await app.visitor.get('/proposals/', { token })).status).toBe(200);
  });

  test('one who is deactivated there does not come in, nor after coming back', async () => {
    const { admin, secret } = await withApp();
    const { challenge_token } = (await beginLogin(app, admin.email)).body;
    const setActive = (is_active: boolean) =>
      chief.patch(`/auth/admin/${admin.id}/status`, { is_active });
    expect((await setActive(false)).status).toBe(200);
    expect((await finish(secret, challenge_token)).body.code).toBe('challenge_expired');
    expect((await setActive(true)).status).toBe(200);
    expect((await finish(secret, challenge_token)).body.code).toBe('challenge_expired');
  });

  test('a session that was opened without the second factor is no admin’s later', async () => {
    const { admin } = await withApp();
    await changeRole(admin.id, 'applicant');
    const { status, body } = await beginLogin(app, admin.email);
    expect([status, body.access_token]).toEqual([200, expect.any(String)]);
    await changeRole(admin.id, 'admin');
    const { status: after } = await app.visitor.get('/proposals/admin/all', {
      token: body.access_token,
    });
    expect(after).toBe(401);
  });

  test('who has no second factor is an admin at once', async () => {
    const applicant = await app.signIn();
    await changeRole(applicant.id, 'admin');
    expect((await applicant.get('/proposals/admin/all')).status).toBe(200);
  });
});
