/** What a review changes, for one proposal or many. */
import { invalid } from '#domain/problem.ts';
import {
  isEditingLocked,
  ownDeadline,
  type Announces,
  type OwnDeadline,
} from '#domain/programs/rules.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import {
  isSameNews,
  refusesReason,
  refusesText,
  reviewAfter,
  textAfter,
  type AskedReview,
  type Review,
} from '#domain/proposals/decision-rules.ts';
import type { UserContext } from '../context.ts';
import { changesIn, digestOf, isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import type { ReviewColumns } from '../db/review-tables.ts';
import { findActiveAdmins } from './admin-store.ts';
import { announceAt, toldOf } from './announcement-service.ts';
import { NO_UNDO, type UnannouncedProposal } from './announcement-store.ts';

/** The part of a proposal that a review reads. */
export type ReviewedProposal = Review &
  OwnDeadline &
  Pick<UnannouncedProposal, 'announced_decision' | 'announced_reason' | 'announced_stage'> & {
    id: string;
    announces: Announces;
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
  /** Who had decided it before what is undone now. */
  decided?: DecisionStamp;
};
type DecisionStamp = Pick<ReviewColumns, 'decided_at' | 'decided_by'>;

type DecisionInput = AskedReview & { mail_text?: string | undefined };

/**
 * The planned changes; undefined if nothing differs. Call `refusesReason` and `refusesText` first.
 */
export function planReview(old: ReviewedProposal, asked: DecisionInput): PlannedReview | undefined {
  const next = reviewAfter(old, asked);
  const changes = changesIn(old, next);
  const text = textAfter({ old, next, told: toldOf(old) }, asked.mail_text);
  const mailText = text === old.mail_text ? undefined : text;
  if (isEmptyChange(changes) && mailText === undefined) return undefined;
  const { assigned_to: _assigned, flagged: _flagged, ...shown } = changes;
  return { old, next, changes, isShown: !isEmptyChange(shown), mailText };
}

/** Refuses with 422 a reason without a decline, and a text without an approval or correction. */
export function requireFitting(old: ReviewedProposal, asked: DecisionInput): void {
  const [told, next] = [toldOf(old), reviewAfter(old, asked)];
  const isKnown = Boolean(asked.mail_text) && isSameNews(told, next);
  if (isKnown || refusesText(told, next, asked.mail_text))
    throw invalid({ mail_text: REVIEW_RULES.textAlone });
  if (refusesReason(old, asked)) throw invalid({ decline_reason: REVIEW_RULES.reasonAlone });
}

/** Whether the change is one of the decision, which a round may hold. */
export const isDeciding = (changes: Partial<Review>): boolean =>
  changes.decision !== undefined || changes.decline_reason !== undefined;

/**
 * Whether it decides a proposal that its owner can still edit, which waits for the deadline where
 * decisions are announced together.
 */
export const isTooEarly = ({ old, next, changes }: PlannedReview, now: Date): boolean =>
  old.announces === 'together' &&
  isDeciding(changes) &&
  next.decision !== 'undecided' &&
  !isEditingLocked(ownDeadline(old), now);

/** `me` becomes the caller's id. */
export const withAssignee = <A extends AskedReview>({ actor }: UserContext, asked: A): A =>
  asked.assigned_to === 'me' ? { ...asked, assigned_to: actor.id } : asked;

/** Refuses with 422 anybody who is not an active admin. */
export async function requireActiveAdmin(tx: Executor, id: string): Promise<void> {
  const found = await findActiveAdmins(tx, [id]);
  if (found.length === 0) throw invalid({ assigned_to: REVIEW_RULES.assigneeGone });
}

type Stamps = Partial<
  DecisionStamp & Pick<ReviewColumns, 'announce_at' | 'mail_text'> & typeof NO_UNDO
>;

/** The columns to write beside the changes themselves. */
export function stampsOf(
  context: UserContext,
  { old, changes, next, isShown, mailText, decided }: PlannedReview,
): Stamps {
  const isDecided = changes.decision !== undefined || changes.decline_reason !== undefined;
  const isOpen = next.decision === 'undecided';
  return {
    ...(mailText !== undefined && { mail_text: mailText }),
    ...(isShown && {
      announce_at: announceAt(context, old.announces, toldOf(old), next),
      ...NO_UNDO,
    }),
    ...(isDecided && {
      decided_at: isOpen ? null : context.clock(),
      decided_by: isOpen ? null : context.actor.id,
      ...decided,
    }),
  };
}

/** The previous and the new value of each changed field. */
export const fieldChanges = ({
  old,
  changes,
  mailText,
}: PlannedReview): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(changes).map(([name, after]) => [name, [old[name as keyof Review], after]]),
  ),
  ...(mailText !== undefined && {
    mail_text: [old.mail_text && digestOf(old.mail_text), mailText && digestOf(mailText)],
  }),
});
