import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { retryFor } from '#tests/servers/ports.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import type { Executor } from '../db/open.ts';
import { stopAddress } from '../drafts/deadlines.ts';
import { failMail, queueMail } from '../mail/store.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

describe.each(ENGINES)('stuck mail on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let count = 0;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  /** A mail that could not be sent; returns its id. */
  const park = async (to: string, isSecret = false, text = 'Dear all') => {
    const { db, clock } = app.services;
    const giveUpAt = new Date(clock().getTime() + 3_600_000);
    const subject = `Stuck ${(count += 1)}`;
    await db.write(async (tx) => {
      await queueMail(
        tx,
        { to, subject, text, html: `<p>${text}</p>`, giveUpAt, isSecret },
        clock(),
      );
      const { id } = await tx
        .selectFrom('mails')
        .select('id')
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      await failMail(tx, id, { reason: '550 no such mailbox' });
    });
    return (await admin.get(`/mails/?q=${encodeURIComponent(subject)}`)).body[0];
  };

  test('a reminder that failed is sent again until its deadline, and no longer', async () => {
    const { db, clock } = app.services;
    const [deadline, topic] = [new Date(clock().getTime() + 60_000), 'drafts.remind:1'];
    const words = { subject: 'Reminder', text: 'Soon', html: '<p>Soon</p>' };
    const mail = { ...words, to: 'late@example.com', giveUpAt: deadline, topic };
    const find = async () => (await admin.get('/mails/?q=late@example.com')).body[0];
    const fail = (tx: Executor) =>
      tx
        .updateTable('mails')
        .set({ state: 'failed', ...words })
        .where('topic', '=', topic)
        .execute();
    await db.write(async (tx) => {
      await queueMail(tx, mail, clock());
      await fail(tx);
    });
    const { id } = await find();
    const giveUpAt = async () =>
      (
        await db.read
          .selectFrom('mails')
          .select('give_up_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).give_up_at;
    app.pass(30);
    expect((await admin.post(`/mails/${id}/retry`)).status).toBe(200);
    expect(await giveUpAt()).toEqual(deadline);
    await retryFor(60_000, async () => expect((await find()).state).toBe('sent'));
    await fail(db.read);
    app.pass(31);
    const { status, body } = await admin.post(`/mails/${id}/retry`);
    expect([status, body.code]).toEqual([409, 'mail_too_late']);
    const listed = await find();
    expect([listed.state, listed.can_retry]).toEqual(['failed', false]);
  });

  test('is listed with what became of it, without its text', async () => {
    const mail = await park('stuck@example.com');
    const { body, headers } = await admin.get('/mails/?state=failed&q=STUCK@example.com');
    expect([headers.get('x-total-count'), body]).toEqual([
      '1',
      [
        {
          id: mail.id,
          recipient: 'stuck@example.com',
          subject: mail.subject,
          state: 'failed',
          tries: 0,
          last_error: '550 no such mailbox',
          created_at: expect.stringMatching(/Z$/),
          sent_at: null,
          next_try_at: null,
          can_retry: true,
        },
      ],
    ]);
    expect((await admin.get('/mails/?state=sent&q=stuck@example.com')).body).toEqual([]);
    expect((await admin.get('/mails/?state=unsent&q=stuck@example.com')).body).toHaveLength(1);
    expect((await admin.get('/mails/?state=unsent')).body).not.toContainEqual(
      expect.objectContaining({ state: 'sent' }),
    );
    const wrong = await admin.get('/mails/?state=lost');
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      'Choose queued, sent or failed messages.',
    ]);
  });

  test('is read while it has a text, and never where it holds a code', async () => {
    const mail = await park('read@example.com', false, 'Dear Ama, read me');
    const open = async (id: string) => {
      const { status, body } = await admin.get(`/mails/${id}`);
      return [status, body.text];
    };
    expect((await admin.get(`/mails/${mail.id}`)).body).toEqual({
      ...mail,
      text: 'Dear Ama, read me',
    });
    const { db, clock } = app.services;
    const giveUpAt = new Date(clock().getTime() + 3_600_000);
    const code = { to: 'code@example.com', subject: 'A code', text: '123456', html: '123456' };
    await db.write((tx) => queueMail(tx, { ...code, giveUpAt, isSecret: true }, clock()));
    expect(await open((await admin.get('/mails/?q=code@example.com')).body[0].id)).toEqual([
      200,
      null,
    ]);
    await admin.post(`/mails/${mail.id}/retry`);
    await retryFor(60_000, async () => expect(await open(mail.id)).toEqual([200, null]));
    expect((await open('none'))[0]).toBe(404);
  });

  test('shows no link that would stop somebody’s reminders', async () => {
    const address = stopAddress(app.services, admin.id);
    const mail = await park('stop@example.com', false, `To stop them: ${address}`);
    const { body } = await admin.get(`/mails/${mail.id}`);
    expect(body.text).toMatch(/^To stop them: \S+\/api\/v1\/reminders\/stop$/);
  });

  test('is sent again, once, and that is in the log', async () => {
    const mail = await park('again@example.com', false, 'Read me again');
    const { status, body } = await admin.post(`/mails/${mail.id}/retry`);
    expect([status, body.id, body.can_retry]).toEqual([200, mail.id, false]);
    await retryFor(60_000, async () => {
      const [found] = (await admin.get('/mails/?q=again@example.com')).body;
      if (found.state !== 'sent') throw new Error(found.state);
    });
    expect(app.readMails('again@example.com').join('')).toContain('Read me again');
    const twice = await admin.post(`/mails/${mail.id}/retry`);
    expect([twice.status, twice.body]).toEqual([
      409,
      {
        code: 'mail_not_failed',
        message: 'This message has not failed: it was sent, or we are still trying.',
      },
    ]);
    expect((await admin.get(`/audit/?entity_id=${mail.id}`)).body).toMatchObject([
      {
        action: 'mails.retry',
        entity: 'mail',
        changes: [{ field: 'state', before: 'failed', after: 'queued' }],
      },
    ]);
  });

  test('a code is not kept, so it cannot be sent again', async () => {
    const mail = await park('code@example.com', true, 'Your code is 123456');
    expect(mail.can_retry).toBe(false);
    const { status, body } = await admin.post(`/mails/${mail.id}/retry`);
    expect([status, body.code]).toEqual([409, 'mail_erased']);
    const stored = await app.services.db.read.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('123456');
  });

  test('what is stuck of somebody who is erased goes as well', async () => {
    const person = await app.signIn();
    await park('hello@example.com', false, `Email: ${person.email}`);
    await erasePerson(app.services, person.email, leaveRounds);
    const stored = await app.services.db.read.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(person.email);
  });

  test('is for admins, of what is there', async () => {
    const applicant = await app.signIn();
    const path = `/mails/${crypto.randomUUID()}/retry`;
    expect((await app.visitor.get('/mails/')).status).toBe(401);
    expect((await applicant.get('/mails/')).status).toBe(403);
    expect((await applicant.post(path)).status).toBe(403);
    const { status, body } = await admin.post(path);
    expect([status, body.message]).toEqual([404, 'This message no longer exists.']);
  });
});
