/**
 * Mails to `ALERT_TO` when something needs a person: for installations that nobody watches with
 * Prometheus. Each cause is told once a day at most, by one of all instances.
 */
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { formatShortDateTime } from '#domain/dates.ts';
import { DAY_MS, MINUTE_MS } from '#domain/constants.ts';
import { site } from '#content/site.ts';
import { readBackupRecord } from '../backups/record.ts';
import type { Services } from '../context.ts';
import { countGivenUp, countMailsByAge, queueMails } from '../mail/store.ts';
import { findWaitingSubmissions } from '../uploads/store.ts';
import { renderMail } from '../mail/layout.ts';
import { claimScheduledJob } from './store.ts';

/** The same limits as in deploy/prometheus/alerts.yml. */
const LIMITS = { freeBytes: 5e9, mailSeconds: 600, givenUp: 5, lapseMs: 10 * MINUTE_MS };
const GB = 1e9;

type ReadFree = (path: string) => Promise<number>;
type Look = (services: Services, now: Date, readFree: ReadFree) => Promise<Trouble | undefined>;

const findFailedBackup: Look = async ({ db }) => {
  const { lastGoodAt, lastFailedAt } = await readBackupRecord(db.read);
  if (!lastFailedAt || (lastGoodAt && lastGoodAt >= lastFailedAt)) return undefined;
  const last = lastGoodAt
    ? `The last good one was made on ${formatShortDateTime(lastGoodAt.toISOString())}.`
    : 'None has succeeded yet.';
  return {
    cause: 'backup',
    subject: 'the backup has failed',
    sentence: `The backup of ${formatShortDateTime(lastFailedAt.toISOString())} has failed. ${last}`,
    advice: 'The log says why. Run "pitch-trek doctor" and "pitch-trek backup" on the server.',
  };
};

/** Each machine has a disk of its own. */
const findFullDisk: Look = async ({ config }, _now, readFree) => {
  const free = await readFree(config.dataDir);
  if (free >= LIMITS.freeBytes) return undefined;
  return {
    cause: `disk:${hostname()}`,
    subject: 'the disk is nearly full',
    sentence: `${(free / GB).toFixed(1)} GB is left on the disk of ${config.dataDir} (${hostname()}). A full disk refuses uploads.`,
    advice: 'Make room, use a larger disk, or move the files to an object store.',
  };
};

const findUnsentMails: Look = async ({ db }, now) => {
  const [[, late] = [0, 0]] = await countMailsByAge(db.read, now, [LIMITS.mailSeconds]);
  const givenUp = await countGivenUp(db.read, new Date(now.getTime() - DAY_MS));
  if (late === 0 && givenUp <= LIMITS.givenUp) return undefined;
  return {
    cause: 'mail',
    subject: 'emails are not going out',
    sentence: `${late} emails have waited for more than 10 minutes, and ${givenUp} could not be delivered in the last day. Nobody can log in without a code.`,
    advice:
      'The Mail page in the portal says why. Run "pitch-trek doctor --mail-to ADDRESS" on the server.',
  };
};

const findLapsing: Look = async ({ db }, now) => {
  const { total, nextEnd } = await findWaitingSubmissions(db.read);
  if (!nextEnd || nextEnd.getTime() - now.getTime() > LIMITS.lapseMs) return undefined;
  return {
    cause: 'lapse',
    subject: 'a submission is about to lapse',
    sentence: `${total} submissions were received in time and are waiting for their documents. The first lapses on ${formatShortDateTime(nextEnd.toISOString())}.`,
    advice: 'Somebody’s connection is slow: call them. The admin home shows who is waiting.',
  };
};

const LOOKS: readonly Look[] = [findFailedBackup, findFullDisk, findUnsentMails, findLapsing];

const freeBytesOf: ReadFree = async (path) => {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
};

/** A cause that cannot be looked at is logged, and the others are still told. */
export async function tellOfTrouble(
  services: Services,
  readFree: ReadFree = freeBytesOf,
): Promise<void> {
  for (const look of LOOKS) {
    try {
      const trouble = await look(services, services.clock(), readFree);
      if (trouble) await tell(services, trouble);
    } catch (error) {
      services.log.error({ err: error }, 'trouble could not be looked for');
    }
  }
}

async function tell(services: Services, trouble: Trouble): Promise<void> {
  const { config, db, clock, publicUrl, log } = services;
  const now = clock();
  const next = new Date(now.getTime() + DAY_MS);
  const latest = new Date(next.getTime() + DAY_MS);
  const mail = alertMail(trouble, publicUrl);
  const isNew = await db.write(async (tx) => {
    if (!(await claimScheduledJob(tx, `alert:${trouble.cause}`, { now, next, latest })))
      return false;
    await queueMails(
      tx,
      config.alertTo.map((to) => ({ to, ...mail })),
      now,
    );
    return true;
  });
  if (!isNew) return;
  log.warn({ cause: trouble.cause }, 'told whoever runs this of trouble');
  services.notifyMail();
}

/** What is wrong: a short subject, and a sentence with the figures. */
type Trouble = {
  /** At most one mail a day for each. */ cause: string;
  subject: string;
  sentence: string;
  advice: string;
};

const alertMail = (
  { subject, sentence, advice }: Trouble,
  publicUrl: string,
): ReturnType<typeof renderMail> =>
  renderMail({
    subject: `${site.name}: ${subject}`,
    paragraphs: [
      sentence,
      advice,
      `This email comes from the installation at ${publicUrl}. If the problem is still there tomorrow, you will get another. The setting ALERT_TO says who gets these emails.`,
    ],
  });
