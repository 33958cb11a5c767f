/** A decision whose mail comes back, and the address that an admin corrects. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { insertProgram } from '#tests/factories.ts';
import { submissionTo } from '#tests/proposal-forms.ts';
import { startSmtp, type SmtpServer } from '#tests/servers/smtp.ts';
import { createTestDatabase, type TestDatabase } from '#tests/servers/test-database.ts';

const RIGHT = 'ama.right@example.com';

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  let app: TestApp;
  let smtp: SmtpServer;
  let database: TestDatabase | undefined;
  let admin: Person;
  let ama: Person;
  let proposal: string;
  beforeAll(async () => {
    if (engine === 'postgres') database = await createTestDatabase();
    smtp = await startSmtp();
    app = await createTestApp({
      SMTP_URL: smtp.url,
      UNDO_SECONDS: '0',
      ...(database && { DATABASE_URL: database.url }),
    });
    admin = await app.signIn({ role: 'admin' });
    ama = await app.signIn();
    const { id } = await insertProgram(app.services);
    const { body } = await ama.post('/proposals/', await submissionTo(id));
    proposal = body.id;
    await smtp.waitFor(ama.email);
  });
  afterAll(async () => {
    await app.close();
    await smtp.stop();
    await database?.stop();
  });

  const correct = (id: string, email: string) => admin.patch(`/auth/admin/${id}/email`, { email });
  const room = async () => (await admin.get(`/proposals/${proposal}/admin?peek=true`)).body;

  test('an address that works is not corrected, nor an admin’s', async () => {
    expect((await admin.get(`/auth/admin/${ama.id}`)).body.email_bounced).toBe(false);
    for (const id of [ama.id, admin.id])
      expect(await correct(id, RIGHT)).toMatchObject({
        status: 409,
        body: { code: 'address_works' },
      });
    expect((await correct('nobody', RIGHT)).status).toBe(404);
    expect((await ama.patch(`/auth/admin/${ama.id}/email`, { email: RIGHT })).status).toBe(403);
  });

  test('a decision that came back stands on its proposal, for admins only', async () => {
    expect((await room()).mail_bounced).toBeNull();
    smtp.mood = 'refuse';
    const decision = { decision: 'approved' };
    expect((await admin.patch(`/proposals/${proposal}/admin`, decision)).status).toBe(200);
    app.pass(60);
    app.services.notifyMail();
    await expect
      .poll(async () => (await room()).mail_bounced)
      .toEqual({
        at: expect.any(String),
        recipient: ama.email,
        reason: expect.stringContaining('550'),
        sentence: expect.stringContaining(`to ${ama.email} bounced: 550`),
      });
    smtp.mood = 'accept';
    expect((await ama.get(`/proposals/${proposal}`)).body).not.toHaveProperty('mail_bounced');
    expect((await admin.get('/proposals/admin/all')).body[0]).not.toHaveProperty('mail_bounced');
    expect((await admin.get(`/auth/admin/${ama.id}`)).body.email_bounced).toBe(true);
  });

  test('its address is corrected: sessions end, both hear of it, and the decision is sent again', async () => {
    expect((await correct(ama.id, 'nowhere')).body.fields).toHaveProperty('email');
    expect(await correct(ama.id, admin.email)).toMatchObject({ status: 400 });
    const { status, body } = await correct(ama.id, ` ${RIGHT.toUpperCase()} `);
    expect([status, body.email, body.email_bounced]).toEqual([200, RIGHT, false]);
    expect((await ama.get('/auth/me')).status).toBe(401);
    await smtp.waitFor(RIGHT, 2);
    const subjectsTo = (address: string) =>
      smtp.messages
        .filter(({ envelope }) => envelope.to.includes(address))
        .map(({ subject }) => subject);
    await smtp.waitFor(ama.email, 2);
    expect(subjectsTo(ama.email)).toContain('Your email address was corrected');
    expect(subjectsTo(RIGHT)).toContain('Your email address was corrected');
    expect(subjectsTo(RIGHT)).toHaveLength(2);
    expect((await room()).mail_bounced).toBeNull();
    expect((await room()).applicant.email).toBe(RIGHT);
    expect((await correct(ama.id, 'other@example.com')).body.code).toBe('address_works');
    const { body: log } = await admin.get('/audit/?action=users.correctEmail');
    expect(log).toHaveLength(1);
    expect(log[0].changes).toContainEqual({ field: 'email', before: ama.email, after: RIGHT });
  });
});
