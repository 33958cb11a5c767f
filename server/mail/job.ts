/**
 * Sends queued mails, triggered after a commit and by a timer. Each mail is sent by one instance
 * and retried until that is pointless.
 */
import { SECOND_MS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import { renewLease, reasonOf, retryAt, startWorker, type Worker } from '../queue/worker.ts';
import { nextDueAt, retryJob } from '../queue/store.ts';
import { UndeliverableError, type Mailer } from './mailer.ts';
import { claimMails, failMail, LEASE_MS, MAILS, markSent, type QueuedMail } from './store.ts';

const BACK_OFF_MS = [1, 5, 30, 120, 600, 600, 1800, 3600].map((seconds) => seconds * SECOND_MS);
/**
 * How often the lease of mails in flight is extended: the slowest attempt takes longer than a
 * lease.
 */
const HEARTBEAT_MS = 2 * SECOND_MS;
/** Mails that are claimed, sent and recorded together, with two commits for all of them. */
const BATCH = 5;
/** Concurrent batches, so that one hanging mail does not delay the others. */
const AT_ONCE = 4;
/** Attempts after which a mail that triggers a defect in our own code is given up. */
const POISON_TRIES = 5;

export type MailJob = Worker;

type Parts = Pick<Services, 'db' | 'clock' | 'log'>;

export function startMailJob(services: Parts, mailer: Mailer): MailJob {
  const onTheirWay = new Map<Promise<void>, QueuedMail[]>();
  const isFull = () => onTheirWay.size >= AT_ONCE;
  /** Claims what is due and does not wait for it: a message queued next must not wait either. */
  const work = async (isStopped: () => boolean): Promise<void> => {
    try {
      while (!isStopped() && !isFull()) {
        const inFlight = [...onTheirWay.values()].flat().map(({ id }) => id);
        const mails = await claimNext(services, inFlight);
        if (mails.length > 0) start(mails);
        if (mails.length < BATCH) return;
      }
    } catch (error) {
      services.log.error({ err: error }, 'mail job');
    }
  };
  const worker = startWorker({
    work,
    nextDueAt: async () => (isFull() ? undefined : nextDueAt(services.db.read, MAILS)),
    clock: services.clock,
  });
  function start(mails: QueuedMail[]): void {
    const delivery = deliverAll(services, mailer, mails)
      .catch((error: unknown) => {
        services.log.error({ err: error }, 'mail job');
        return false;
      })
      .then((areSent) => {
        const hasWaiting = isFull();
        onTheirWay.delete(delivery);
        // Failed mails have a new due time, which the timer must learn.
        if (hasWaiting || !areSent) worker.notify();
      });
    onTheirWay.set(delivery, mails);
  }
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await Promise.all(onTheirWay.keys());
    },
  };
}

async function claimNext({ db, clock }: Parts, inFlight: string[]): Promise<QueuedMail[]> {
  const now = clock();
  const mails = await claimMails(db, now, new Date(now.getTime() + LEASE_MS), BATCH, inFlight);
  // Nobody may be told what a loss of power could still undo.
  await db.seen();
  return mails;
}

/** Whether all are sent. */
async function deliverAll(parts: Parts, mailer: Mailer, mails: QueuedMail[]): Promise<boolean> {
  const endLease = renewLease(parts, MAILS, mails, {
    leaseMs: LEASE_MS,
    heartbeatMs: HEARTBEAT_MS,
  });
  const outcomes = await Promise.allSettled(
    mails.map((mail) => deliver(parts, mailer, mail)),
  ).finally(endLease);
  const sent = mails.filter(
    (_, index) => (outcomes[index] as PromiseFulfilledResult<boolean>).value === true,
  );
  await markSent(
    parts.db,
    sent.map(({ id }) => id),
    parts.clock(),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return sent.length === mails.length;
}

/** True once the mail is sent; otherwise it will be retried, or has failed. */
async function deliver({ db, clock, log }: Parts, mailer: Mailer, mail: QueuedMail) {
  const { id, subject, text, html, unsubscribe_url: unsubscribeUrl, reply_to: replyTo } = mail;
  const giveUp = async (reason: string, isBounced = false) => {
    await fail(db, log, mail, { reason, isBounced });
    return false;
  };
  if (mail.give_up_at <= clock()) return giveUp('too late to be of use');
  try {
    await mailer.send({
      id,
      to: mail.recipient,
      subject,
      text,
      html,
      createdAt: mail.created_at,
      ...(unsubscribeUrl && { unsubscribeUrl }),
      ...(replyTo && { replyTo }),
    });
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    const isBounced = error instanceof UndeliverableError;
    const isFinal = isBounced || (isOurFault(error) && mail.tries >= POISON_TRIES);
    const nextTry = retryAt(clock(), BACK_OFF_MS, mail.tries);
    if (isFinal || nextTry >= mail.give_up_at) return giveUp(reason, isBounced);
    log.info({ mail: id, tries: mail.tries, reason }, 'mail retried later');
    await retryJob(db.read, MAILS, id, nextTry, { last_error: reason });
    return false;
  }
}

async function fail(
  db: Parts['db'],
  log: Parts['log'],
  { id, tries }: QueuedMail,
  failure: { reason: string; isBounced: boolean },
): Promise<void> {
  log.warn({ mail: id, tries, reason: failure.reason }, 'mail failed');
  await failMail(db.read, id, failure);
}

/** Faults of the network, the disk or the mail server have a code; a defect of ours does not. */
const isOurFault = (error: unknown): boolean => (error as { code?: unknown })?.code === undefined;
