/** What a review changes and what the applicant is told about it, for one proposal or many. */
import { createHash } from 'node:crypto';
import { REVIEWS } from '#domain/constants.ts';
import { invalid } from '#domain/problem.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import {
  refusesReason,
  reviewAfter,
  type AskedReview,
  type Review,
} from '#domain/proposals/decision-rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { UserContext } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { dropUnsent, queueMails, type Mail } from '../mail/store.ts';
import { proposalReviewed } from './mails.ts';
import { findActiveAdmins } from './store.ts';

/** The part of a proposal that a review reads. */
export type Reviewed = Review & {
  id: string;
  version: number;
  desk_version: number;
  region: string;
  business_name: string;
  title: string;
  first_name: string;
  email: string;
};

/** `isShown`: the applicant sees the change. */
export type PlannedReview = {
  old: Reviewed;
  next: Review;
  changes: Partial<Review>;
  isShown: boolean;
};

/** The planned changes; undefined if nothing differs. Call `refusesReason` first. */
export function planReview(old: Reviewed, asked: AskedReview): PlannedReview | undefined {
  const next = reviewAfter(old, asked);
  const changes = changesIn(old, next);
  if (isEmptyChange(changes)) return undefined;
  const { assigned_to: _assigned, flagged: _flagged, ...shown } = changes;
  return { old, next, changes, isShown: !isEmptyChange(shown) };
}

/** Refuses a reason without a decline with 422. */
export function requireFittingReason(old: Reviewed, asked: AskedReview): void {
  if (refusesReason(old, asked)) throw invalid({ decline_reason: REVIEW_RULES.reasonAlone });
}

/** Whether the change is one of the decision, which a round may hold. */
export const isDeciding = (changes: Partial<Review>): boolean =>
  changes.decision !== undefined || changes.decline_reason !== undefined;

/** `me` becomes the caller's id. */
export const withAssignee = <A extends AskedReview>({ actor }: UserContext, asked: A): A =>
  asked.assigned_to === 'me' ? { ...asked, assigned_to: actor.id } : asked;

/** Refuses with 422 anybody who is not an active admin. */
export async function requireActiveAdmin(tx: Executor, id: string): Promise<void> {
  const found = await findActiveAdmins(tx, [id]);
  if (found.length === 0) throw invalid({ assigned_to: REVIEW_RULES.assigneeGone });
}

/** The columns to write beside the changes themselves. */
export function stampsOf(
  { actor, clock }: UserContext,
  { changes, next, isShown }: PlannedReview,
): { updated_at?: Date; decided_at?: Date | null; decided_by?: string | null } {
  const isDecided = changes.decision !== undefined || changes.decline_reason !== undefined;
  const isOpen = next.decision === 'undecided';
  return {
    ...(isShown && { updated_at: clock() }),
    ...(isDecided && {
      decided_at: isOpen ? null : clock(),
      decided_by: isOpen ? null : actor.id,
    }),
  };
}

/** The previous and the new value of each changed field. */
export const fieldChanges = ({ old, changes }: PlannedReview): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, after]) => [name, [old[name as keyof Review], after]]),
  );

const topicOf = (id: string): string => `proposals.review:${id}`;

const digestOf = ({ decision, decline_reason, funding_stage }: Review): string =>
  createHash('sha256')
    .update(JSON.stringify([decision, decline_reason, funding_stage]))
    .digest('hex');

/**
 * Queues a mail for each change that its applicant sees. An unsent older one is dropped: people who
 * were told nothing yet, or this very state already, are told nothing; whoever may or may not have
 * been told is. `isDelayed`: the change can be revoked before the mail is sent.
 */
export async function queueReviewMails(
  context: UserContext,
  tx: Executor,
  planned: PlannedReview[],
  isDelayed: boolean,
): Promise<void> {
  const shown = planned.filter(({ isShown }) => isShown);
  const now = context.clock();
  const dropped = await dropUnsent(
    tx,
    shown.map(({ old }) => topicOf(old.id)),
    now,
  );
  const mails = shown.flatMap(({ old, next }): Mail[] => {
    const topic = topicOf(old.id);
    const announced = dropped.get(topic) ?? digestOf(old);
    if (announced === digestOf(next)) return [];
    const waits = isDelayed || dropped.has(topic);
    return [{ ...mailOf(context, old, next), topic, told: announced, ...(waits && undoable(now)) }];
  });
  await queueMails(tx, mails, now);
}

/** For a proposal that is being deleted. */
export const dropReviewMail = async (tx: Executor, id: string, now: Date): Promise<void> =>
  void (await dropUnsent(tx, [topicOf(id)], now));

const undoable = (now: Date) => ({ dueAt: new Date(now.getTime() + REVIEWS.undoSeconds * 1000) });

function mailOf({ publicUrl }: UserContext, old: Reviewed, next: Review): Mail {
  const words = proposalReviewed(
    old.first_name,
    {
      program: old.title,
      businessName: old.business_name,
      decision: next.decision,
      reason: next.decline_reason,
      stage: next.funding_stage,
    },
    publicUrl + SCREENS.ownProposal(old),
  );
  return { ...words, to: old.email };
}
