import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remindInvited } from '#server/judges/service.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram, PASSWORD } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, readInvitation } from '#tests/judging-world.ts';

const DAY = 86_400;

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const invite = (email: string, more = {}) =>
    admin.post('/judges/', { email, first_name: 'Esi', last_name: 'Sarpong', ...more });

  test('an admin invites a judge, who accepts once and logs in', async () => {
    const organisations = ['Volta Foods Ltd'];
    const invited = await invite('esi@bank.example', { region: 'Volta', organisations });
    expect([invited.status, invited.body.state, invited.body.organisations]).toEqual([
      201,
      'invited',
      organisations,
    ]);
    const path = `/judge-invitations/${await readInvitation(app, 'esi@bank.example')}`;
    expect(
      app
        .readMails('esi@bank.example')
        .join('\n')
        .replace(/=\r?\n/g, ''),
    ).toContain('Before your first round opens, we will tell you which program it is for');
    const page = await app.visitor.get(path);
    expect([page.status, page.body.first_name]).toEqual([200, 'Esi']);
    const silent = await app.visitor.post(path, { accept: true, password: PASSWORD });
    expect([silent.status, silent.body.fields]).toEqual([422, { agrees: 'Agree to the terms.' }]);
    const yes = {
      ...{ accept: true, agrees: true, password: PASSWORD, phone_number: '0241234567' },
      ...{ organisations: ['Volta Foods', 'Keta Salt'], people: ['Kofi Sarpong'], is_named: true },
    };
    expect((await app.visitor.post(path, yes)).status).toBe(200);
    const again = await app.visitor.post(path, yes);
    expect([again.status, again.body.code]).toEqual([409, 'invitation_used']);
    const form = { username: 'esi@bank.example', password: PASSWORD };
    expect((await app.visitor.post('/auth/login', form)).status).toBe(200);
    const { body } = await app.visitor.post('/auth/verify-otp', {
      email: form.username,
      otp: await app.readOtp(form.username),
    });
    const judge = app.readmit({ ...admin, token: body.access_token });
    expect((await judge.get('/auth/me')).body.role).toBe('judge');
    expect((await judge.get('/judges/me')).body).toMatchObject({
      organisations: ['Volta Foods', 'Keta Salt'],
      people: ['Kofi Sarpong'],
      is_named: true,
      region: 'Volta',
    });
    const changed = await judge.patch('/judges/me', { people: [] });
    expect([changed.status, changed.body.people]).toEqual([200, []]);
    const seen = (await admin.get(`/judges/${invited.body.id}`)).body;
    expect([seen.state, seen.people, seen.phone_number]).toEqual(['accepted', [], '0241234567']);
    const known = await admin.post(`/judges/${invited.body.id}/invite`);
    expect([known.status, known.body.code]).toEqual([409, 'already_accepted']);
    const row = (await admin.get('/auth/admin/users?role=judge')).body;
    expect(row.map((user: { role: string }) => user.role)).toEqual(['JUDGE']);
  });

  test('an invitation says which round waits, about how many proposals, from when until when', async () => {
    const invited = { email: 'round@bank.example', first_name: 'Efua', last_name: 'Boateng' };
    const { body: judge } = await admin.post('/judges/', invited);
    const deadline_date = new Date('2026-03-02T17:30:00Z');
    const program = await insertProgram(app.services, { deadline_date, title: 'Fisheries' });
    for (let count = 0; count < 3; count += 1) await insertApplication(app, program.id);
    const closes_at = '2036-05-04T18:00:00.000Z';
    const round = { program_id: program.id, name: 'Screening', judge_ids: [judge.id], closes_at };
    expect((await admin.post('/rounds/', round)).status).toBe(201);
    await readInvitation(app, invited.email);
    const sentMails = () => app.readMails(invited.email).length;
    const before = sentMails();
    await admin.post(`/judges/${judge.id}/invite`);
    await expect.poll(sentMails).toBe(before + 1);
    const sentence =
      'You would judge about 3 proposals in Screening of Fisheries, from 2 March 2026 at 17:30 GMT until 4 May 2036 at 18:00 GMT.';
    const mail = app
      .readMails(invited.email)
      .join('\n')
      .replace(/=\r?\n/g, '');
    expect(mail.replace(/\s+/g, ' ')).toContain(sentence);
    const page = await app.visitor.get(
      `/judge-invitations/${await readInvitation(app, invited.email)}`,
    );
    expect(page.body.rounds).toEqual([sentence]);
  });

  test('an older invitation is void, one of a fortnight ago too; an unknown one is none', async () => {
    const { body } = await invite('older@bank.example');
    const first = await readInvitation(app, 'older@bank.example');
    expect((await admin.post(`/judges/${body.id}/invite`)).status).toBe(200);
    const code = async (token: string) =>
      (await app.visitor.get(`/judge-invitations/${token}`)).body.code;
    expect([await code(first), await code('x'.repeat(43))]).toEqual([
      'invitation_expired',
      'not_found',
    ]);
  });

  test('whoever was invited cannot get a password in another way', async () => {
    await invite('sly@bank.example');
    await app.visitor.post('/auth/password-reset-request', { email: 'sly@bank.example' });
    const mails = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', 'sly@bank.example')
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('one who declines can be invited again, and admins hear of it', async () => {
    const { body } = await invite('no@bank.example');
    const token = await readInvitation(app, 'no@bank.example');
    expect((await app.visitor.post(`/judge-invitations/${token}`, { accept: false })).status).toBe(
      200,
    );
    expect((await admin.get('/judges/?state=declined')).body).toMatchObject([{ id: body.id }]);
    const told = await app.services.db.read
      .selectFrom('mails')
      .select('recipient')
      .where('subject', 'like', '%can’t judge%')
      .execute();
    expect(told).toEqual([{ recipient: admin.email }]);
    expect((await admin.post(`/judges/${body.id}/invite`)).body.state).toBe('invited');
  });

  test('a forgotten invitation is repeated once, after a week', async () => {
    await invite('late@bank.example');
    const count = async () =>
      (
        await app.services.db.read
          .selectFrom('mails')
          .select('id')
          .where('recipient', '=', 'late@bank.example')
          .execute()
      ).length;
    await remindInvited(app.services);
    expect(await count()).toBe(1);
    app.pass(8 * DAY);
    await remindInvited(app.services);
    await remindInvited(app.services);
    expect(await count()).toBe(2);
    admin = await app.signIn({ role: 'admin' });
  });

  test('nobody becomes or stops being a judge by a role; a status ends their sessions', async () => {
    const judge = await joinAsJudge(app, admin);
    const applicant = await app.signIn();
    for (const [id, role] of [
      [judge.id, 'ADMIN'],
      [applicant.id, 'JUDGE'],
    ]) {
      const { status, body } = await admin.patch(`/auth/admin/${id}/role`, { role });
      expect([status, body.code]).toEqual([409, 'judge_by_invitation']);
    }
    const off = await admin.patch(`/auth/admin/${judge.id}/status`, { is_active: false });
    expect([off.status, (await judge.get('/judges/me')).status]).toEqual([200, 401]);
    expect((await admin.get('/judges/?is_active=false')).body).toMatchObject([{ id: judge.id }]);
  });

  test('a list that nobody is on is empty', async () => {
    const { status, body } = await admin.get(`/judges/?round_id=${randomUUID()}`);
    expect([status, body]).toEqual([200, []]);
  });

  test('a known address is refused, wrong fields are named', async () => {
    const taken = await invite(admin.email);
    expect([taken.status, taken.body.message]).toEqual([400, 'Email already registered']);
    const wrong = await invite('x', { region: 'Wakanda', organisations: Array(31).fill('A') });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      422,
      ['email', 'region'],
    ]);
    const many = Array.from({ length: 31 }, (_, index) => `Firm ${index}`);
    const { body } = await invite('y@bank.example', { organisations: many });
    expect(Object.keys(body.fields)).toEqual(['organisations']);
  });

  test('the same key invites once', async () => {
    const key = { headers: { 'idempotency-key': `invite-${engine}` } };
    const input = { email: 'once@bank.example', first_name: 'A', last_name: 'B' };
    const [one, two] = [
      await admin.post('/judges/', input, key),
      await admin.post('/judges/', input, key),
    ];
    expect([two.status, two.body]).toEqual([201, one.body]);
  });
});
