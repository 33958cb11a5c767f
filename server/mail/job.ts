/**
 * Sends what is queued: woken after a commit and by a timer, each mail by one instance, again and
 * again until it is pointless.
 */
import type { Services } from '../context.ts';
import { startWakeful, type Wakeful } from '../queue/worker.ts';
import { UndeliverableError, type Mailer } from './mailer.ts';
import {
  claimMails,
  markSent,
  nextMailTurn,
  parkMail,
  postponeMail,
  prolongLease,
  type QueuedMail,
} from './store.ts';

const SECOND = 1000;
/**
 * Milliseconds until the next try, after the first, second, … one; the last holds for all that
 * follow.
 */
const BACK_OFF = [1, 5, 30, 120, 600, 600, 1800, 3600].map((seconds) => seconds * SECOND);
/**
 * A mail comes back this long after its instance died: a code lives for ten minutes, and somebody
 * looks at the screen.
 */
const LEASE = 8 * SECOND;
/**
 * How often the lease of what is still on its way is prolonged: the slowest try takes longer than a
 * lease.
 */
const HEARTBEAT = 2 * SECOND;
/**
 * Mails that are claimed together, sent side by side and noted together: two commits for all of
 * them.
 */
const BATCH = 5;
/** Batches on their way at once: one mail that hangs holds up none of the others. */
const AT_ONCE = 4;
/** Tries after which a message that breaks our own code is put aside. */
const POISON_TRIES = 5;
const ERROR_CHARS = 300;

export type MailJob = Wakeful;

type Parts = Pick<Services, 'db' | 'clock' | 'log'>;

export function startMailJob(services: Parts, mailer: Mailer): MailJob {
  let working = 0;
  /** Works batch after batch; each one found calls one more to help, up to `AT_ONCE`. */
  const work = async (isStopped: () => boolean): Promise<void> => {
    working += 1;
    const helpers: Promise<void>[] = [];
    try {
      for (
        let mails = await claimNext(services);
        mails.length > 0;
        mails = isStopped() ? [] : await claimNext(services)
      ) {
        if (working < AT_ONCE) helpers.push(work(isStopped));
        await deliverAll(services, mailer, mails);
      }
    } catch (error) {
      services.log.error({ err: error }, 'mail job');
    }
    working -= 1;
    await Promise.all(helpers);
  };
  return startWakeful({
    work,
    nextTurn: () => nextMailTurn(services.db.read),
    clock: services.clock,
  });
}

function claimNext({ db, clock }: Parts): Promise<QueuedMail[]> {
  const now = clock();
  return claimMails(db, now, leaseEnd(now), BATCH);
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE);

/**
 * Prolongs the mails' lease until the answer is called. A failure is logged: at worst another
 * instance sends them too.
 */
function keepLease({ db, clock, log }: Parts, mails: QueuedMail[]): () => void {
  const ids = mails.map(({ id }) => id);
  let lease = mails[0]!.next_try_at;
  const prolong = async () => {
    const next = leaseEnd(clock());
    await prolongLease(db.read, ids, lease, next);
    lease = next;
  };
  const timer = setInterval(
    () => void prolong().catch((error) => log.warn({ err: error }, 'mail lease')),
    HEARTBEAT,
  );
  return () => clearInterval(timer);
}

async function deliverAll(parts: Parts, mailer: Mailer, mails: QueuedMail[]): Promise<void> {
  const endLease = keepLease(parts, mails);
  const outcomes = await Promise.allSettled(
    mails.map((mail) => deliver(parts, mailer, mail)),
  ).finally(endLease);
  const sent = mails.filter(
    (_, index) => (outcomes[index] as PromiseFulfilledResult<boolean>).value === true,
  );
  await markSent(
    parts.db.read,
    sent.map(({ id }) => id),
    parts.clock(),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** True once the mail has gone; else it is put off or put aside. */
async function deliver(
  { db, clock, log }: Parts,
  mailer: Mailer,
  mail: QueuedMail,
): Promise<boolean> {
  const { id, subject, text, html } = mail;
  const setAside = async (reason: string) => {
    await park(db, log, mail, reason);
    return false;
  };
  if (mail.give_up_at <= clock()) return setAside('too late to be of use');
  try {
    await mailer.send({ id, to: mail.recipient, subject, text, html, createdAt: mail.created_at });
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    const isFinal =
      error instanceof UndeliverableError || (isOurFault(error) && mail.tries >= POISON_TRIES);
    const nextTry = new Date(
      clock().getTime() + BACK_OFF[Math.min(mail.tries, BACK_OFF.length) - 1]!,
    );
    if (isFinal || nextTry >= mail.give_up_at) return setAside(reason);
    log.info({ mail: id, tries: mail.tries, reason }, 'mail put off');
    await postponeMail(db.read, id, nextTry, reason);
    return false;
  }
}

async function park(
  db: Parts['db'],
  log: Parts['log'],
  { id, tries }: QueuedMail,
  reason: string,
): Promise<void> {
  log.warn({ mail: id, tries, reason }, 'mail parked');
  await parkMail(db.read, id, reason);
}

const reasonOf = (error: unknown): string =>
  String((error as Error)?.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, ERROR_CHARS);

/** Faults of the network, the disk or the mail server carry a code; a defect of ours doesn't. */
const isOurFault = (error: unknown): boolean => (error as { code?: unknown })?.code === undefined;
