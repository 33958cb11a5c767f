/**
 * What applicants are told about decisions and stages, apart from what is decided: nothing of it
 * reaches them before the seconds in which it can be undone are over.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { formatDateTime } from '#domain/dates.ts';
import { SECOND_MS } from '#domain/durations.ts';
import { isCorrection, isSameNews, type News } from '#domain/proposals/decision-rules.ts';
import { fillPlaceholders } from '#domain/mails/placeholder-rules.ts';
import { ownDeadline, type Announces } from '#domain/programs/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Services } from '../context.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { dropUnsent, queueMails, type Mail } from '../mail/store.ts';
import { cancelForDecision } from './request-end-service.ts';
import { proposalReviewed } from './mails.ts';
import * as store from './announcement-store.ts';

type Parts = Pick<Services, 'clock' | 'config' | 'publicUrl'>;

/** What the applicant knows, of a row with the columns of both. */
export const toldOf = (
  row: Pick<
    store.UnannouncedProposal,
    'announced_decision' | 'announced_reason' | 'announced_stage'
  >,
): News => ({
  decision: row.announced_decision,
  decline_reason: row.announced_reason,
  funding_stage: row.announced_stage,
});

/** When the applicant hears of the news; null if they know it, or hear of it with all others. */
export function announceAt(
  { clock, config }: Parts,
  announces: Announces,
  told: News,
  news: News,
): Date | null {
  if (announces === 'together' || isSameNews(told, news)) return null;
  return new Date(clock().getTime() + config.undoSeconds * SECOND_MS);
}

/**
 * Without seconds to undo anything, applicants hear of it in the transaction that decides, unless
 * their program announces together.
 */
export async function announceAtOnce(
  services: Parts,
  tx: Executor,
  rows: { id: string; announces: Announces }[],
): Promise<void> {
  const ids = rows.filter(({ announces }) => announces === 'at_once').map(({ id }) => id);
  if (services.config.undoSeconds === 0) await announce(services, tx, ids);
}

/** Proposals per transaction, and mails per statement: they are long texts. */
const BATCH = 100;

/** For a job: announces everything that is due. */
export async function announceDue(
  services: Services,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (let count = BATCH; count === BATCH && !isStopped();) {
    count = await services.db.write(async (tx) => {
      const ids = await store.lockDue(tx, services.clock(), BATCH);
      await announce(services, tx, ids);
      return ids.length;
    });
    if (count > 0) services.notifyMail();
  }
}

/**
 * Tells the applicants of these proposals, which the caller has locked, what has been decided since
 * they were last told: in every answer, the timeline, and a mail. Call `notifyMail` after the
 * commit.
 */
export async function announce(services: Parts, tx: Executor, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const batch of batchesOf(ids, BATCH)) {
    await announceBatch(services, tx, batch);
    await yieldToEventLoop();
  }
  await raiseVersion(tx, 'proposals');
}

async function announceBatch(services: Parts, tx: Executor, ids: string[]): Promise<void> {
  const now = services.clock();
  const rows = await store.findUnannounced(tx, ids);
  const news = rows.filter((row) => !isSameNews(toldOf(row), row));
  if (news.length === 0) return;
  await store.insertAnnouncements(
    tx,
    news.map(({ id, decision, decline_reason, funding_stage }) => ({
      id: randomUUID(),
      proposal_id: id,
      at: now,
      decision,
      decline_reason,
      funding_stage,
    })),
  );
  // An older one that has not gone out would arrive after what is newer.
  await dropUnsent(
    tx,
    news.map(({ id }) => topicOf(id)),
    now,
  );
  await queueMails(
    tx,
    news.map((row) => mailOf(services, row)),
    now,
  );
  await store.markAnnounced(
    tx,
    news.map(({ id }) => id),
    now,
  );
  await cancelForDecision(services, tx, news);
}

function kindOf(told: News, news: News): 'decision' | 'stage' | 'correction' {
  if (isCorrection(told, news)) return 'correction';
  return told.decision === news.decision ? 'stage' : 'decision';
}

export const topicOf = (id: string): string => `proposals.review:${id}`;

/** For a proposal that is being deleted. */
export const dropReviewMail = async (tx: Executor, id: string, now: Date): Promise<void> =>
  void (await dropUnsent(tx, [topicOf(id)], now));

/** The admin's own text, as this applicant reads it. */
const wordsOf = (row: store.UnannouncedProposal, text: string, publicUrl: string): string =>
  fillPlaceholders(text, {
    first_name: row.first_name,
    business_name: row.business_name,
    program: row.title,
    deadline: formatDateTime(ownDeadline(row)),
    link: publicUrl + SCREENS.ownProposal(row),
  });

/** The mail that tells an applicant of what they do not know yet. */
export const mailOf = (
  { publicUrl }: Pick<Parts, 'publicUrl'>,
  row: store.UnannouncedProposal,
): Mail => ({
  ...proposalReviewed(
    row.first_name,
    {
      program: row.title,
      businessName: row.business_name,
      decision: row.decision,
      reason: row.decline_reason,
      stage: row.funding_stage,
      text: row.mail_text && wordsOf(row, row.mail_text, publicUrl),
      kind: kindOf(toldOf(row), row),
    },
    publicUrl + SCREENS.ownProposal(row),
  ),
  to: row.email,
  topic: topicOf(row.id),
});
