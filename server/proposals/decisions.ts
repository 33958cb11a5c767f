/** What a review changes, for one proposal or many. */
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { SECOND_MS } from '#domain/constants.ts';
import { formatDateTime } from '#domain/dates.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { fillPlaceholders } from '#domain/mails/placeholder-rules.ts';
import { invalid, Problem, type ProblemCode } from '#domain/problem.ts';
import { SEASON } from '#domain/seasons/rules.ts';
import {
  isEditingLocked,
  ownDeadline,
  type Announces,
  type OwnDeadline,
} from '#domain/programs/rules.ts';
import {
  decisionOf,
  isSameNews,
  refusesReason,
  refusesText,
  reviewAfter,
  textAfter,
  type AskedReview,
  type Review,
  isCorrection,
  type News,
} from '#domain/proposals/decision-rules.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import { WITHDRAWN } from '#domain/proposals/withdrawals.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { UserContext, Services } from '../context.ts';
import { changesIn, digestOf, isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { batchesOf } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { dropUnsent, queueMails, type Mail } from '../mail/store.ts';
import { withMembers } from '../members/store.ts';
import { proposalReviewed } from './mails.ts';
import { cancelForDecision } from './requests.ts';
import * as store from './review-store.ts';
import { findActiveAdmins } from './store.ts';

/** The part of a proposal that a review reads. */
export type ReviewedProposal = Review &
  OwnDeadline &
  Pick<store.UnannouncedProposal, 'announced_decision' | 'announced_reason' | 'announced_stage'> & {
    id: string;
    announces: Announces;
    ended_at: Date | null;
    desk_version: number;
    mail_text: string | null;
    region: string;
  };

/** `isShown`: the applicant will hear of the change. */
export type PlannedReview = {
  old: ReviewedProposal;
  next: Review;
  changes: Partial<Review>;
  isShown: boolean;
  /** The text that goes out with it; undefined if it stays. */
  mailText: string | null | undefined;
  /** Of released results, which nobody hears of together with others. */
  isCorrection?: boolean | undefined;
  /** Who had decided it before what is undone now. */
  decided?: DecisionStamp;
};
type DecisionStamp = Pick<Row<'proposals'>, 'decided_at' | 'decided_by'>;

type DecisionInput = AskedReview & { mail_text?: string | undefined };

/**
 * The planned changes; undefined if nothing differs. Call `refusesReason` and `refusesText` first.
 */
export function planReview(old: ReviewedProposal, asked: DecisionInput): PlannedReview | undefined {
  const next = reviewAfter(old, asked);
  const changes = changesIn(old, next);
  const text = textAfter({ old, next, told: store.toldOf(old) }, asked.mail_text);
  const mailText = text === old.mail_text ? undefined : text;
  if (isEmptyChange(changes) && mailText === undefined) return undefined;
  const { assigned_to: _assigned, flagged: _flagged, ...shown } = changes;
  return { old, next, changes, isShown: !isEmptyChange(shown), mailText };
}

export function requireFitting(old: ReviewedProposal, asked: DecisionInput): void {
  const [told, next] = [store.toldOf(old), reviewAfter(old, asked)];
  const isKnown = Boolean(asked.mail_text) && isSameNews(told, next);
  if (isKnown || refusesText(told, next, asked.mail_text))
    throw invalid({ mail_text: REVIEW_RULES.textAlone });
  if (refusesReason(old, asked)) throw invalid({ decline_reason: REVIEW_RULES.reasonAlone });
}

/** Whether the change is one of the decision, which a round may hold. */
const isDeciding = (changes: Partial<Review>): boolean =>
  changes.decision !== undefined || changes.decline_reason !== undefined;

/**
 * Whether it decides a proposal that its owner can still edit, which waits for the deadline where
 * decisions are announced together.
 */
const isTooEarly = ({ old, next, changes }: PlannedReview, now: Date): boolean =>
  old.announces === 'together' &&
  isDeciding(changes) &&
  next.decision !== 'undecided' &&
  !isEditingLocked(ownDeadline(old), now);

export const withAssignee = <A extends AskedReview>({ actor }: UserContext, asked: A): A =>
  asked.assigned_to === 'me' ? { ...asked, assigned_to: actor.id } : asked;

export async function requireActiveAdmin(tx: Executor, id: string): Promise<void> {
  const found = await findActiveAdmins(tx, [id]);
  if (found.length === 0) throw invalid({ assigned_to: REVIEW_RULES.assigneeGone });
}

type Stamps = Partial<
  DecisionStamp & Pick<Row<'proposals'>, 'announce_at' | 'mail_text'> & typeof store.NO_UNDO
>;

export function stampsOf(
  context: UserContext,
  { old, changes, next, isShown, mailText, decided, isCorrection }: PlannedReview,
): Stamps {
  const isDecided = changes.decision !== undefined || changes.decline_reason !== undefined;
  const isOpen = next.decision === 'undecided';
  const announces = isCorrection ? 'at_once' : old.announces;
  return {
    ...(mailText !== undefined && { mail_text: mailText }),
    ...(isShown && {
      announce_at: announceAt(context, announces, store.toldOf(old), next),
      ...store.NO_UNDO,
    }),
    ...(isDecided && {
      decided_at: isOpen ? null : context.clock(),
      decided_by: isOpen ? null : context.actor.id,
      ...decided,
    }),
  };
}

export const fieldChanges = ({ old, changes, mailText }: PlannedReview) => ({
  ...Object.fromEntries(
    Object.entries(changes).map(([name, after]) => [name, [old[name as keyof Review], after]]),
  ),
  ...(mailText !== undefined && {
    mail_text: [old.mail_text && digestOf(old.mail_text), mailText && digestOf(mailText)],
  }),
});

type Asking = Pick<UserContext, 'actor' | 'clock'>;
type Hold = { code: ProblemCode & HoldCode } & { reason: string };
type HoldCode =
  | 'withdrawn'
  | 'conflict'
  | 'in_round'
  | 'still_editable'
  | 'released'
  | 'program_ended';

/** Refuses with 409 an admin who is tied to one of these proposals: contract §9.4. */
export async function refuseTied(
  { actor }: Pick<Asking, 'actor'>,
  db: Executor,
  ids: readonly (string | null)[],
): Promise<void> {
  if (!actor.id) return;
  const tied = await store.findTied(db, actor.id);
  if (ids.some((id) => id !== null && tied.has(id)))
    throw new Problem('conflict', JUDGING_RULES.ownConflict);
}

/** Refuses with 409 if one of these has been withdrawn, from the call on: contract §13.4. */
export async function requireNotWithdrawn(db: Executor, ids: readonly (string | null)[]) {
  const given = ids.filter((id) => id !== null);
  if ((await store.findWithdrawn(db, given)).length > 0)
    throw new Problem('withdrawn', WITHDRAWN.already);
}

/** By proposal, what holds its decision; of one whose round is released, `released`. */
export async function findHolds(
  { actor, clock }: Asking,
  db: Executor,
  planned: readonly PlannedReview[],
): Promise<Map<string, Hold>> {
  const told = planned.filter(({ isShown, mailText }) => isShown || mailText !== undefined);
  if (told.length === 0) return new Map();
  const ids = planned.filter(({ changes }) => isDeciding(changes)).map(({ old }) => old.id);
  const deciding = new Set(ids);
  const tied = actor.id ? await store.findTied(db, actor.id) : new Set<string>();
  const held = await store.findHeld(db, ids);
  const released = await store.findReleased(db, ids);
  const now = clock();
  const holdOf = (one: PlannedReview): Hold | undefined => {
    const { id } = one.old;
    if (one.old.decision === 'withdrawn') return { code: 'withdrawn', reason: WITHDRAWN.already };
    if (tied.has(id)) return { code: 'conflict', reason: JUDGING_RULES.ownConflict };
    if (!deciding.has(id)) return undefined;
    if (one.old.ended_at) return { code: 'program_ended', reason: SEASON.ended };
    if (held.has(id)) return { code: 'in_round', reason: JUDGING_RULES.inRound };
    if (isTooEarly(one, now)) return { code: 'still_editable', reason: REVIEW_RULES.stillEditable };
    if (released.has(id)) return { code: 'released', reason: REVIEW_RULES.released };
    return undefined;
  };
  return new Map(
    told.flatMap((one) => {
      const hold = holdOf(one);
      return hold ? [[one.old.id, hold]] : [];
    }),
  );
}

/** Whether one decision corrects released results. */
export async function requireDecidable(
  context: Asking,
  db: Executor,
  planned: PlannedReview,
  correctionReason: string | undefined,
): Promise<boolean> {
  const hold = (await findHolds(context, db, [planned])).get(planned.old.id);
  if (!hold) return false;
  if (hold.code !== 'released') throw new Problem(hold.code, hold.reason);
  if (correctionReason === undefined)
    throw invalid({ correction_reason: REVIEW_RULES.correctionReason });
  return true;
}

type Parts = Pick<Services, 'clock' | 'config' | 'publicUrl'>;

/** When the applicant hears of the news; null if they know it, or hear of it with all others. */
function announceAt({ clock, config }: Parts, announces: Announces, told: News, news: News) {
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
export async function announceDue(services: Services, isStopped: () => boolean = () => false) {
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
  const news = rows.filter((row) => !isSameNews(store.toldOf(row), row));
  if (news.length === 0) return;
  const told = news.map(({ id }) => id);
  await store.insertAnnouncements(
    tx,
    news.map(({ id, decision, decline_reason, funding_stage }) => ({
      id: randomUUID(),
      proposal_id: id,
      at: now,
      decision: decisionOf(decision),
      decline_reason,
      funding_stage,
    })),
  );
  // An older one that has not gone out would arrive after what is newer.
  await dropUnsent(tx, told.map(topicOf), now);
  const letters = (await withMembers(tx, news)).map((row) => mailOf(services, row));
  await queueMails(tx, letters, now);
  await store.markAnnounced(tx, told, now);
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
    deadline: `${formatDateTime(ownDeadline(row))} GMT`,
    link: publicUrl + SCREENS.ownProposal(row),
    receipt_number: row.receipt_number ?? '–',
    stage: formatStage(row.funding_stage),
    // Amounts are of rounds, whose release tells them.
    amount: '–',
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
      decision: decisionOf(row.decision),
      reason: row.decline_reason,
      stage: row.funding_stage,
      text: row.mail_text && wordsOf(row, row.mail_text, publicUrl),
      kind: kindOf(store.toldOf(row), row),
    },
    publicUrl + SCREENS.ownProposal(row),
  ),
  to: row.email,
  topic: topicOf(row.id),
});
