import { site } from '#content/site.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/constants.ts';
import { ENGINES, openTestServicesOn } from '#tests/engines/engine.ts';
import { startSmtp, type SmtpServer } from '#tests/servers/smtp.ts';
import type { Services } from '../context.ts';
import { startMailJob, type MailJob } from './job.ts';
import { renderMail } from './layout.ts';
import { UndeliverableError, type Mailer, createOutbox, createSmtp } from './mailer.ts';
import {
  claimMails,
  countMails,
  deleteFailedBefore,
  failMail,
  markSent,
  queueMail,
} from './store.ts';

const FROM = { name: 'Odum Capital', address: 'desk@example.com' };
/**
 * The latest time at which a code is sent if its instance was killed, in milliseconds, minus the
 * polling interval.
 */
const CRASH_LIMIT_MS = 10_000;

describe.each(ENGINES)('the queue on %s', (engine) => {
  let services: Services;
  let smtp: SmtpServer;
  let jobs: MailJob[];
  let offset: number;
  let stopDatabase: () => Promise<void>;

  beforeEach(async () => {
    [jobs, offset] = [[], 0];
    const opened = await openTestServicesOn(engine, () => new Date(Date.now() + offset));
    services = opened.services;
    stopDatabase = opened.close;
    smtp = await startSmtp();
  });
  afterEach(async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await Promise.all([stopDatabase(), smtp.stop()]);
  });

  const start = (mailer: Mailer = createSmtp(smtp.url, FROM, { socketTimeout: 60_000 })) => {
    const job = startMailJob(services, mailer);
    jobs.push(job);
    return job;
  };
  const queue = async (to: string, giveUpAfter = HOUR_MS, subject = 'Your login code') => {
    const now = services.clock();
    const mail = renderMail({ subject, paragraphs: ['Enter this code.'], code: '123456' });
    await services.db.write((tx) =>
      queueMail(tx, { to, ...mail, giveUpAt: new Date(now.getTime() + giveUpAfter) }, now),
    );
  };
  const rowOf = (to: string) =>
    services.db.read
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow();
  const stateOf = (to: string, state: string) =>
    expect.poll(async () => (await rowOf(to)).state).toBe(state);

  test('what is queued arrives, readable, from the firm, and its text is kept no longer', async () => {
    const job = start();
    await queue('ama@example.com');
    job.notify();
    const message = await smtp.waitFor('ama@example.com');
    expect(message.from).toMatchObject(FROM);
    expect(message.subject).toBe('Your login code');
    expect(message.text).toContain('123456');
    expect(message.html).toContain('123456');
    await stateOf('ama@example.com', 'sent');
    expect(await rowOf('ama@example.com')).toMatchObject({ text: '', html: '' });
  });

  test('two instances send each message once', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `person-${index}@example.com`);
    for (const person of people) await queue(person);
    start();
    start();
    for (const person of people) await stateOf(person, 'sent');
    expect(smtp.messages.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...people].sort());
  });

  test('what another instance has sent in the meantime has not failed', async () => {
    await queue('late@example.com');
    const refused = Promise.withResolvers<void>();
    const job = start({
      send: async ({ id }) => {
        await markSent(services.db, [id], services.clock());
        refused.resolve();
        throw new UndeliverableError('refused');
      },
    });
    await refused.promise;
    await job.stop();
    expect((await rowOf('late@example.com')).state).toBe('sent');
  });

  test('failed mails are counted, and deleted once they are old', async () => {
    const { db, clock } = services;
    await queue('refused@example.com');
    await failMail(db.read, (await rowOf('refused@example.com')).id, { reason: 'refused' });
    expect(await countMails(db.read)).toEqual({ queued: 0, failed: 1 });
    expect(await deleteFailedBefore(db.read, new Date(clock().getTime() + 1))).toBe(1);
  });

  test('a refused one fails with the reason, a greylisted one comes later, and neither stops the rest', async () => {
    smtp.mood = 'refuse';
    await queue('gone@example.com');
    const job = start();
    await stateOf('gone@example.com', 'failed');
    expect((await rowOf('gone@example.com')).last_error).toContain('No such user here');
    smtp.mood = 'greylist';
    await queue('slow@example.com');
    job.notify();
    await stateOf('slow@example.com', 'sent');
    expect((await rowOf('slow@example.com')).tries).toBe(2);
  });

  test('a server that hangs is left, and the message goes when it answers again', async () => {
    smtp.mood = 'hang';
    await queue('wait@example.com');
    start(createSmtp(smtp.url, FROM, { socketTimeout: 1500 }));
    await expect.poll(async () => (await rowOf('wait@example.com')).last_error).toBeTruthy();
    smtp.mood = 'accept';
    await stateOf('wait@example.com', 'sent');
  });

  test('messages that hang delay neither those queued after them nor the end of the others', async () => {
    const mailer = createSmtp(smtp.url, FROM);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const job = start({
      send: (mail) => (mail.to.startsWith('held') ? held : mailer.send(mail)),
    });
    try {
      for (const to of ['held-1@example.com', 'held-2@example.com', 'held-3@example.com']) {
        await queue(to);
        job.notify();
        await expect.poll(async () => (await rowOf(to)).tries).toBe(1);
      }
      await queue('next@example.com');
      job.notify();
      await stateOf('next@example.com', 'sent');
      expect((await rowOf('held-1@example.com')).state).toBe('queued');
    } finally {
      release();
    }
    await stateOf('held-3@example.com', 'sent');
  });

  test('an instance that died with a message in its hands delays it, and loses nothing', async () => {
    await queue('held@example.com');
    const now = services.clock();
    expect(await claimMails(services.db, now, new Date(now.getTime() + 60_000), 5)).toMatchObject([
      { recipient: 'held@example.com', tries: 1 },
    ]);
    const job = start();
    await queue('next@example.com');
    job.notify();
    await stateOf('next@example.com', 'sent');
    expect((await rowOf('held@example.com')).state).toBe('queued');
    offset += 61 * 1000;
    job.notify();
    await stateOf('held@example.com', 'sent');
  });

  test('one that takes long to send is kept by its instance, never for longer than a code may be late after a crash', async () => {
    await queue('slow@example.com');
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    start({ send: () => sent });
    await expect.poll(async () => (await rowOf('slow@example.com')).tries).toBe(1);
    start();
    const before = (await rowOf('slow@example.com')).next_try_at.getTime();
    expect(before - services.clock().getTime()).toBeLessThanOrEqual(CRASH_LIMIT_MS);
    await expect
      .poll(async () => (await rowOf('slow@example.com')).next_try_at.getTime())
      .toBeGreaterThan(before);
    expect(await rowOf('slow@example.com')).toMatchObject({ state: 'queued', tries: 1 });
    send();
    await stateOf('slow@example.com', 'sent');
    expect(smtp.tries).toBe(0);
  });

  test('one that is being sent is not sent again by an instance that was suspended longer than its lease', async () => {
    await queue('slow@example.com');
    const recipients: string[] = [];
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const job = start({
      send: async ({ to }) => {
        recipients.push(to);
        if (to.startsWith('slow')) await sent;
      },
    });
    await expect.poll(() => recipients).toEqual(['slow@example.com']);
    offset += HOUR_MS / 2;
    await queue('next@example.com');
    job.notify();
    await stateOf('next@example.com', 'sent').finally(send);
    await stateOf('slow@example.com', 'sent');
    expect(recipients).toEqual(['slow@example.com', 'next@example.com']);
  });

  test('a code that has run out is not sent', async () => {
    await queue('late@example.com', -1000);
    start();
    await stateOf('late@example.com', 'failed');
    expect(smtp.tries).toBe(0);
  });

  test('a message that breaks the sender is put aside after five tries', async () => {
    await queue('poison@example.com');
    await queue('fine@example.com');
    const outbox = mkdtempSync(join(tmpdir(), 'pitch-trek-outbox-'));
    const sound = createOutbox(outbox, FROM);
    let tries = 0;
    const job = start({
      send: async (mail) => {
        if (!mail.to.startsWith('poison')) return sound.send(mail);
        tries += 1;
        throw new TypeError(`cannot read this, try ${tries}`);
      },
    });
    await stateOf('fine@example.com', 'sent');
    for (let round = 1; round <= 5; round += 1) {
      await expect
        .poll(async () => (await rowOf('poison@example.com')).last_error)
        .toContain(`try ${round}`);
      offset += 700 * 1000;
      job.notify();
    }
    await stateOf('poison@example.com', 'failed');
    rmSync(outbox, { recursive: true });
  });
});

test('the outbox holds files that a mail program and a person can read, whatever was typed', async () => {
  const outbox = mkdtempSync(join(tmpdir(), 'pitch-trek-outbox-'));
  const mail = {
    id: '7c6ab7b5-9d7e-4d55-8f0f-0e1a2b3c4d5e',
    to: 'ama@example.com',
    createdAt: new Date('2026-01-02T03:04:05Z'),
  };
  const content = renderMail({
    subject: 'Ɛyɛ – 20%\r\nBcc: spy@example.com',
    greeting: 'Hello <b>Ama</b>,',
    paragraphs: ['One & two'],
    code: '654321',
  });
  const sender = createOutbox(outbox, FROM);
  await sender.send({ ...mail, ...content });
  await sender.send({ ...mail, ...content });
  const names = readdirSync(outbox);
  expect(names).toEqual(['2026-01-02T03-04-05-000Z-7c6ab7b5-9d7e-4d55-8f0f-0e1a2b3c4d5e.eml']);
  const raw = readFileSync(join(outbox, names[0]!), 'utf8');
  expect(raw.match(/\b\d{6}\b/)?.[0]).toBe('654321');
  const message = await PostalMime.parse(raw);
  expect(message).toMatchObject({
    from: FROM,
    to: [{ address: 'ama@example.com' }],
    subject: 'Ɛyɛ – 20% Bcc: spy@example.com',
  });
  expect(message.bcc).toBeUndefined();
  expect(message.html).toContain('Hello &lt;b&gt;Ama&lt;/b&gt;,');
  for (const to of [
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '<a@example.com>',
    'a',
  ]) {
    await expect(sender.send({ ...mail, ...content, to })).rejects.toThrow(
      'not one plain e-mail address',
    );
  }
  rmSync(outbox, { recursive: true });
});

test('addresses in texts are links, and answers go to somebody who reads them', async () => {
  const outbox = mkdtempSync(join(tmpdir(), 'outbox-'));
  const sender = createOutbox(outbox, FROM);
  const content = renderMail({
    subject: 'Links',
    paragraphs: [
      'See (https://example.com/a?b=1&c=2). Or write to ama@example.com, <b>not</b> to @nobody.',
      `${'x'.repeat(100_000)}@ ${'a.'.repeat(50_000)}`,
    ],
  });
  const base = { id: '7c6ab7b5-9d7e-4d55-8f0f-0e1a2b3c4d5f', to: 'kofi@example.com' };
  const send = async (more: object, createdAt: Date) => {
    await sender.send({ ...base, createdAt, ...content, ...more });
    const newest = readdirSync(outbox).sort().at(-1)!;
    return PostalMime.parse(readFileSync(join(outbox, newest), 'utf8'));
  };
  const toFirm = await send({}, new Date('2026-01-02T00:00:00Z'));
  expect(toFirm.replyTo).toMatchObject([{ address: site.email }]);
  expect(toFirm.html!.match(/href="[^"]+"/g)).toEqual([
    'href="https://example.com/a?b=1&amp;c=2"',
    'href="mailto:ama@example.com"',
  ]);
  expect(toFirm.html).toContain('&lt;b&gt;not&lt;/b&gt; to @nobody.');
  const toSender = await send({ replyTo: 'ama@example.com' }, new Date('2026-01-03T00:00:00Z'));
  expect(toSender.replyTo).toMatchObject([{ address: 'ama@example.com' }]);
  const hostile = { replyTo: 'a@example.com\r\nBcc: b@example.com' };
  expect((await send(hostile, new Date('2026-01-04T00:00:00Z'))).bcc).toBeUndefined();
  rmSync(outbox, { recursive: true });
});
