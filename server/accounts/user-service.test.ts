import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', email: 'zz-first@example.com' });
  });
  afterAll(() => app.close());

  const setRole = (actor: Person, id: string, role: string, headers: Record<string, string> = {}) =>
    actor.patch(`/auth/admin/${id}/role`, { role }, { headers });
  const setActive = (actor: Person, id: string, is_active: unknown) =>
    actor.patch(`/auth/admin/${id}/status`, { is_active });
  const activeAdmins = () =>
    app.services.db.read
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('is_active', '=', true)
      .execute();

  test('lists users: filtered, searched, sorted, paged, counted', async () => {
    for (const [index, region] of ['Oti', 'Oti', 'Volta'].entries()) {
      await app.signIn({
        email: `kofi-${index}@example.com`,
        region,
        role: index === 1 ? 'admin' : 'applicant',
        is_active: index !== 1,
      });
      app.pass(1);
    }
    const emails = async (query: string) =>
      (await admin.get(`/auth/admin/users${query}`)).body.map(
        (user: { email: string }) => user.email,
      );
    expect(await emails('?region=Oti&sort=email')).toEqual([
      'kofi-0@example.com',
      'kofi-1@example.com',
    ]);
    expect(await emails('?role=ADMIN&is_active=false')).toEqual(['kofi-1@example.com']);
    expect(await emails('?q=KOFI-2&role=')).toEqual(['kofi-2@example.com']);
    expect((await admin.get('/auth/admin/users?q=kofi%00')).status).toBe(422);
    expect((await emails(''))[0]).toBe('kofi-2@example.com');
    const page = await admin.get('/auth/admin/users?q=kofi&sort=-email&skip=1&limit=1');
    expect([page.body.length, page.body[0].email, page.headers.get('x-total-count')]).toEqual([
      1,
      'kofi-1@example.com',
      '3',
    ]);
    expect(page.body[0].role).toBe('ADMIN');
    expect(JSON.stringify(page.body)).not.toMatch(/password|hash/);
    expect((await admin.get('/auth/admin/users?region=Wales')).status).toBe(422);
  });

  test('one user, as in the list and whether their mails bounce; the sessions of that user, without a token', async () => {
    const person = await app.signIn({ email: 'one-person@example.com' });
    const [listed] = (await admin.get('/auth/admin/users?q=one-person')).body;
    const answer = await admin.get(`/auth/admin/${person.id}`);
    expect([answer.status, answer.body]).toEqual([200, { ...listed, email_bounced: false }]);
    expect(answer.headers.get('etag')).toBeTruthy();
    const { body, text, headers } = await admin.get(`/auth/admin/${person.id}/sessions`);
    expect(headers.get('x-total-count')).toBe('1');
    expect(body).toEqual([
      {
        id: expect.any(String),
        device: expect.any(String),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        expires_at: expect.any(String),
        is_current: false,
      },
    ]);
    expect(text).not.toContain(person.token);
    const own = (await admin.get(`/auth/admin/${admin.id}/sessions`)).body;
    expect(own).toMatchObject([{ is_current: true }]);
  });

  test('another user is signed out everywhere, which is logged', async () => {
    const [person, bystander] = [await app.signIn(), await app.signIn()];
    const path = `/auth/admin/${person.id}/sessions`;
    expect((await admin.delete(path)).status).toBe(204);
    expect((await person.get('/auth/me')).status).toBe(401);
    expect((await bystander.get('/auth/me')).status).toBe(200);
    expect((await admin.get(path)).body).toEqual([]);
    expect((await admin.delete(path)).status).toBe(204);
    const logged = (await admin.get(`/audit/?entity_id=${person.id}&action=users.endSessions`))
      .body;
    expect(logged).toMatchObject([
      { actor: { id: admin.id }, changes: [{ field: 'sessions', before: 1, after: null }] },
    ]);
    const own = await admin.delete(`/auth/admin/${admin.id}/sessions`);
    expect([own.status, own.body]).toMatchObject([
      409,
      { code: 'own_account', message: 'You can end your own sessions in your profile.' },
    ]);
    expect((await admin.get('/auth/me')).status).toBe(200);
  });

  test('a user is visible to admins only, and must exist', async () => {
    const applicant = await app.signIn();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
    ] as const) {
      const statusOf = async (asking: Person, id: string) =>
        (await asking.ask(method, `/auth/admin/${id}${path}`)).status;
      expect(await statusOf(app.visitor, admin.id)).toBe(401);
      expect(await statusOf(applicant, applicant.id)).toBe(403);
      expect(await statusOf(admin, crypto.randomUUID())).toBe(404);
      expect(await statusOf(admin, 'nobody')).toBe(404);
    }
    expect((await applicant.get('/auth/me')).status).toBe(200);
  });

  test('a changed role counts from the next request on', async () => {
    const person = await app.signIn();
    expect((await person.get('/auth/admin/users')).status).toBe(403);
    const { status, body } = await setRole(admin, person.id, 'Admin');
    expect([status, body.role, body.id]).toEqual([200, 'ADMIN', person.id]);
    expect((await person.get('/auth/admin/users')).status).toBe(200);
    await setRole(admin, person.id, 'APPLICANT');
    expect((await person.get('/auth/admin/users')).status).toBe(403);
  });

  test('a deactivated admin is signed out at once, and the old session stays ended after reactivation', async () => {
    const other = await app.signIn({ role: 'admin' });
    expect((await setActive(admin, other.id, false)).body.is_active).toBe(false);
    expect((await other.get('/auth/me')).status).toBe(401);
    expect((await setActive(admin, other.id, 'true')).body.is_active).toBe(true);
    expect((await other.get('/auth/me')).status).toBe(401);
  });

  test('refuses the caller’s own account, applicants, unknown users and invalid input', async () => {
    const applicant = await app.signIn();
    const replies = [
      await setRole(admin, admin.id, 'APPLICANT'),
      await setActive(admin, admin.id, false),
      await setActive(admin, applicant.id, false),
      await setRole(admin, crypto.randomUUID(), 'ADMIN'),
      await setActive(admin, '1', true),
      await setRole(admin, applicant.id, 'KING'),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'own_account'],
      [409, 'own_account'],
      [409, 'not_an_admin'],
      [404, 'not_found'],
      [404, 'not_found'],
      [422, 'invalid'],
    ]);
  });

  test('two admins who saw the same row do not overwrite each other', async () => {
    const person = await app.signIn();
    expect((await setRole(admin, person.id, 'ADMIN', { 'if-match': '"1"' })).status).toBe(200);
    expect((await setRole(admin, person.id, 'APPLICANT', { 'if-match': '"1"' })).status).toBe(412);
  });

  test('audits a change once, and nothing when nothing changed', async () => {
    const person = await app.signIn();
    for (const role of ['APPLICANT', 'ADMIN', 'ADMIN'])
      expect((await setRole(admin, person.id, role)).status).toBe(200);
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'changes'])
      .where('subject_id', '=', person.id)
      .execute();
    expect(entries).toEqual([
      {
        action: 'users.changeRole',
        actor_id: admin.id,
        changes: [{ field: 'role', before: 'applicant', after: 'admin' }],
      },
    ]);
  });

  test('admins who demote each other at the same moment leave one admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.services.db.read.updateTable('users').set({ role: 'applicant' }).execute();
      const [one, other] = [
        await app.signIn({ role: 'admin' }),
        await app.signIn({ role: 'admin' }),
      ];
      const replies = await Promise.all([
        setRole(one, other.id, 'APPLICANT'),
        setActive(other, one.id, false),
      ]);
      expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(
        1,
      );
      expect(await activeAdmins()).toHaveLength(1);
    }
  });
});
