/** What `ALERT_TO` hears, as mails in the outbox, and what it does not hear twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { createTestDatabase, type TestDatabase } from '#tests/servers/test-database.ts';
import { noteBackup } from '../backups/record.ts';
import { queueMails } from '../mail/store.ts';
import { tellOfTrouble } from './alerts.ts';

const TO = ['esi@example.com', 'yaw@example.com'];
const DAY = 86_400;
const ROOMY = async () => 50e9;
const FULL = async () => 1e9;

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  let app: TestApp;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    if (engine === 'postgres') database = await createTestDatabase();
    app = await createTestApp({
      ALERT_TO: TO.join(', '),
      ...(database && { DATABASE_URL: database.url }),
    });
  });
  afterAll(async () => {
    await app.close();
    await database?.stop();
  });

  /** How often each address has heard of it. */
  const heard = async (subject: string): Promise<number[]> => {
    const rows = await app.services.db.read
      .selectFrom('mails')
      .select('recipient')
      .where('recipient', 'in', TO)
      .where('subject', 'like', `%: ${subject}`)
      .execute();
    return TO.map((to) => rows.filter(({ recipient }) => recipient === to).length);
  };
  const BACKUP = 'the backup has failed';
  const DISK = 'the disk is nearly full';
  const MAIL = 'emails are not going out';
  const LAPSE = 'a submission is about to lapse';

  test('nothing while nothing is wrong', async () => {
    const { db, clock } = app.services;
    await noteBackup(db.read, 'failed', new Date(clock().getTime() - 1000));
    await noteBackup(db.read, 'succeeded', clock());
    await tellOfTrouble(app.services, ROOMY);
    for (const subject of [BACKUP, DISK, MAIL, LAPSE]) expect(await heard(subject)).toEqual([0, 0]);
  });

  test('a failed backup: once a day, as long as it lasts', async () => {
    app.pass(60);
    const { db, clock } = app.services;
    await noteBackup(db.read, 'failed', clock());
    for (const _look of [1, 2]) await tellOfTrouble(app.services, ROOMY);
    expect(await heard(BACKUP)).toEqual([1, 1]);
    await expect
      .poll(() => app.readMails(TO[0]!).join())
      .toContain('The last good one was made on');
    app.pass(DAY);
    await tellOfTrouble(app.services, ROOMY);
    expect(await heard(BACKUP)).toEqual([2, 2]);
    await noteBackup(db.read, 'succeeded', clock());
    app.pass(DAY);
    await tellOfTrouble(app.services, ROOMY);
    expect(await heard(BACKUP)).toEqual([2, 2]);
  });

  test('a nearly full disk, by several instances at once: one mail to each', async () => {
    await Promise.all([1, 2, 3].map(() => tellOfTrouble(app.services, FULL)));
    expect(await heard(DISK)).toEqual([1, 1]);
  });

  test('mails that do not go out', async () => {
    app.pass(DAY);
    const before = await heard(MAIL);
    const { db, clock } = app.services;
    const mail = { to: 'ama@example.com', subject: 's', text: 't', html: 'h' };
    const dueAt = new Date(clock().getTime() + DAY * 1000);
    await db.write((tx) => queueMails(tx, [{ ...mail, dueAt }], clock()));
    app.pass(601);
    await tellOfTrouble(app.services, ROOMY);
    expect(await heard(MAIL)).toEqual(before.map((count) => count + 1));
  });

  test('a submission that lapses within ten minutes', async () => {
    const person = await app.signIn();
    const { id } = await insertProgram(app.services, {
      deadline_date: days(1, app.services.clock()),
    });
    const fields = {
      business_name: 'Abla Cocoa',
      business_location: 'Ho, Volta',
      business_description: 'We press cocoa butter for bakers.',
    };
    await person.put(`/drafts/${id}`, { fields });
    const document = { size: 1000, sha256: 'a'.repeat(64) };
    const documents = { pitch_deck: document, financials: { ...document, sha256: 'b'.repeat(64) } };
    const { status, body } = await person.post(`/drafts/${id}/submit`, { documents });
    expect(status, JSON.stringify(body)).toBe(202);
    app.pass(49 * 60);
    await tellOfTrouble(app.services, ROOMY);
    expect(await heard(LAPSE)).toEqual([0, 0]);
    app.pass(2 * 60);
    await tellOfTrouble(app.services, ROOMY);
    expect(await heard(LAPSE)).toEqual([1, 1]);
  });
});
