import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { submit } from '#tests/proposal-forms.ts';

const REASON = 'The numbers do not add up yet.';

describe.each(ENGINES)('texts for mails, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn({ first_name: 'Abena' });
    await holdDecisionMails(app.services);
  });
  afterAll(() => app.close());

  test('one is kept, changed and deleted, with its placeholders', async () => {
    const input = {
      ...{ name: 'Reminder', kind: 'mailing', subject: '{program} closes soon' },
      text: 'Hello {first_name}, it closes on {deadline}.',
    };
    const options = { headers: { 'idempotency-key': 't-1' } };
    const created = await admin.post('/mail-templates/', input, options);
    expect([created.status, created.body]).toEqual([201, { id: expect.any(String), ...input }]);
    expect((await admin.post('/mail-templates/', input, options)).body).toEqual(created.body);
    const path = `/mail-templates/${created.body.id}`;
    const read = await admin.get(path);
    expect([read.body, read.headers.get('etag')]).toEqual([
      created.body,
      created.headers.get('etag'),
    ]);
    const stale = { headers: { 'if-match': read.headers.get('etag')! } };
    expect((await admin.patch(path, { name: 'Last call' })).body.name).toBe('Last call');
    expect((await admin.patch(path, { name: 'Other' }, stale)).status).toBe(412);
    expect((await admin.get('/mail-templates/')).body).toHaveLength(1);
    const wrong = await admin.post('/mail-templates/', {
      ...{ name: '', kind: 'letter', subject: '{who}', text: '' },
    });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      422,
      ['kind', 'name', 'subject', 'text'],
    ]);
    expect((await admin.patch(path, { subject: '' })).body.fields).toEqual({
      subject: 'Enter the subject.',
    });
    expect((await admin.patch(path, { kind: 'approval', subject: '' })).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.get(path)).status).toBe(404);
    expect((await applicant.get('/mail-templates/')).status).toBe(403);
  });

  const mailsAbout = (id: string) =>
    app.services.db.read
      .selectFrom('mails')
      .select('text')
      .where('topic', '=', `proposals.review:${id}`)
      .execute();
  const propose = async (business_name: string) =>
    (await submit(app.services, applicant, { business_name })).proposal.id as string;
  const review = (id: string, change: object) => admin.patch(`/proposals/${id}/admin`, change);

  test('a text of one’s own goes out with an approval or a correction, filled in', async () => {
    const id = await propose('Abena Shea');
    const text = 'Well done, {first_name}! {business_name} is in: {link}';
    const { status } = await review(id, { decision: 'approved', mail_text: text });
    expect(status).toBe(200);
    const [mail] = await mailsAbout(id);
    expect(mail!.text).toContain('Well done, Abena! Abena Shea is in: http');
    const declined = { decision: 'declined', decline_reason: REASON };
    await review(id, { ...declined, mail_text: 'We are sorry, {first_name}.' });
    const [correction] = await mailsAbout(id);
    expect(correction!.text).toContain('We are sorry, Abena.');
    expect(correction!.text).toContain(REASON);
  });

  test('it goes with nothing else, and names nothing unknown', async () => {
    const id = await propose('Kofi Shea');
    const declined = { decision: 'declined', decline_reason: REASON };
    for (const change of [
      { ...declined, mail_text: 'Sorry.' },
      { funding_stage: 'SEED', mail_text: 'Hi.' },
      { mail_text: 'Hi.' },
      { decision: 'approved', mail_text: 'Dear {surname}' },
      { decision: 'approved', mail_text: 'x'.repeat(10_001) },
    ]) {
      const { status, body } = await review(id, change);
      expect([status, Object.keys(body.fields)]).toEqual([422, ['mail_text']]);
    }
    expect((await review(id, { ...declined, mail_text: ' ' })).status).toBe(200);
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test('many are approved with one text, each in their own words', async () => {
    const ids = [await propose('One Shea'), await propose('Two Shea')];
    const change = { decision: 'approved', mail_text: '{business_name} is in.' };
    const { body } = await admin.post('/proposals/admin/bulk', { ids, change });
    expect(body).toMatchObject({ changed: 2, refused: [] });
    expect((await mailsAbout(ids[0]!))[0]!.text).toContain('One Shea is in.');
    expect((await mailsAbout(ids[1]!))[0]!.text).toContain('Two Shea is in.');
    const third = await propose('Three Shea');
    const wrong = await admin.post('/proposals/admin/bulk', {
      ids: [third],
      change: { decision: 'declined', decline_reason: REASON, mail_text: 'Sorry.' },
    });
    expect([wrong.status, wrong.body.refused]).toEqual([
      409,
      [{ id: third, reason: 'Your own message can go out only with an approval or a correction.' }],
    ]);
  });

  test('until it goes out, the text can be changed, and another decision drops it', async () => {
    const { body: program } = await admin.post('/programs/', {
      ...{ title: 'Later', sector: 'Mining', description: '', deadline_date: '2030-01-01' },
    });
    const { proposal } = await submit(app.services, applicant, { program_id: program.id });
    await admin.patch(`/programs/${program.id}`, { announces: 'together' });
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: new Date(app.services.clock().getTime() - 2 * 86_400_000) })
      .where('id', '=', program.id)
      .execute();
    await review(proposal.id, { decision: 'approved', mail_text: 'First.' });
    expect((await review(proposal.id, { flagged: true })).body.mail_text).toBe('First.');
    expect((await review(proposal.id, { mail_text: 'Second.' })).body.mail_text).toBe('Second.');
    const declined = { decision: 'declined', decline_reason: REASON };
    expect((await review(proposal.id, declined)).body.mail_text).toBeNull();
    await review(proposal.id, { decision: 'approved', mail_text: 'Third.' });
    expect((await applicant.get(`/proposals/${proposal.id}`)).body).not.toHaveProperty('mail_text');
    await admin.post(`/programs/${program.id}/announce`, {});
    expect((await mailsAbout(proposal.id))[0]!.text).toContain('Third.');
  });
});
