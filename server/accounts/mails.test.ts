/** Mails that could not be sent before their recipient had another address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { FIELDS, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram, PASSWORD, registration } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@example.com' };

describe.each(ENGINES)('unsent mails and a new address, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine, NO_MAIL_SERVER);
  });
  afterAll(() => app.close());

  const enter = async () => {
    const { id, email } = (await app.visitor.post('/auth/register', registration())).body;
    await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
    const otp = await app.readOtp(email);
    const { body } = await app.visitor.post('/auth/verify-otp', { email, otp });
    return app.readmit({ ...app.visitor, id, email, token: body.access_token });
  };
  const subjectsTo = async (email: string) => {
    const rows = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .execute();
    return rows.map(({ subject }) => subject).sort();
  };

  test('what is about proposals follows, what is about the account stays', async () => {
    const me = await enter();
    const admin = await app.signIn({ role: 'admin' });
    const { proposal } = await submit(app.services, me);
    await admin.patch(`/proposals/${proposal.id}/admin`, { decision: 'approved' });
    const { id: programId } = await insertProgram(app.services, { title: 'Trek' });
    await me.put(`/drafts/${programId}`, { fields: FIELDS });
    const { digests } = await twoDocuments();
    await me.post(`/drafts/${programId}/submit`, { documents: digests });

    const email = registration().email;
    await me.patch('/auth/me', { email, current_password: PASSWORD });
    const before = await subjectsTo(me.email);
    const otp = await app.readOtp(email);
    expect((await me.post('/auth/verify-email', { otp })).status).toBe(200);

    const aboutProposals = [
      'Decision on Asante Cocoa Ltd',
      'Your answers for Trek have been received, your documents not yet',
      expect.stringMatching(/^Your proposal for .* has been received$/),
    ];
    expect(await subjectsTo(email)).toEqual([
      expect.stringMatching(/^Confirm your new email address \(/),
      ...aboutProposals,
    ]);
    const stayed = before.filter((subject) => !/proposal|answers|Decision/.test(subject));
    expect(stayed).toContain('Your email address is about to change');
    expect(await subjectsTo(me.email)).toEqual(stayed);
  });
});
