/** Queues the mails of a mailing: at once, or when a planned one is due. */
import type { Services } from '../context.ts';
import { batchesOf } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import { queueMails } from '../mail/store.ts';
import { mailingMail, type MailingMessage } from './mails.ts';
import * as store from './store.ts';

/** Mails per statement: they are long texts. */
const BATCH = 100;
/** Mails that become due in a second: what somebody waits for, such as a code, passes them. */
const PER_SECOND = 20;

export const topicOf = (id: string): string => `mailings:${id}`;

/** In the caller's transaction; call `notifyMailSoon` after the commit. */
export async function queuePeople(
  { clock, publicUrl }: Pick<Services, 'clock' | 'publicUrl'>,
  tx: Executor,
  mailing: Pick<Row<'mailings'>, 'id' | 'subject' | 'text'>,
  people: (MailingMessage & { email: string })[],
): Promise<void> {
  const now = clock();
  const mails = people.map((person, place) => ({
    ...mailingMail(mailing, person, publicUrl),
    to: person.email,
    topic: topicOf(mailing.id),
    dueAt: new Date(now.getTime() + Math.floor(place / PER_SECOND) * 1000),
  }));
  for (const batch of batchesOf(mails, BATCH)) await queueMails(tx, batch, now);
}

/** For a job: each planned mailing once, also if it came due while nothing ran. */
export async function sendPlanned(services: Services): Promise<void> {
  const { db, clock } = services;
  for (const id of await store.listDue(db.read, clock())) {
    await db.write(async (tx) => {
      const row = await store.lockMailing(db, tx, id);
      if (row?.state !== 'planned' || row.send_at! > clock()) return;
      await queuePeople(services, tx, row, await store.listPeople(tx, id));
      const stamps = { updated_at: clock(), version: row.version + 1 };
      await store.changeMailing(tx, id, { state: 'sending', ...stamps });
    });
    services.notifyMailSoon();
  }
}
