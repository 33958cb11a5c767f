/** What a decision is, and how it and `is_approved` agree: contract §5.26. */
import type { FundingStage } from './rules.ts';

export const DECISIONS = ['undecided', 'approved', 'declined'] as const;
export type Decision = (typeof DECISIONS)[number];

/** As proposals are counted: one that was withdrawn is none of the three. */
export const STANDINGS = [...DECISIONS, 'withdrawn'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What a proposal says of its own decision. */
export const decisionOf = (standing: Standing): Decision =>
  standing === 'withdrawn' ? 'undecided' : standing;

const DECISION_LABELS: Record<Standing, string> = {
  undecided: 'Not decided yet',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
export const formatDecision = (standing: Standing): string => DECISION_LABELS[standing];

export type Review = {
  decision: Standing;
  decline_reason: string | null;
  is_approved: boolean;
  funding_stage: FundingStage;
  assigned_to: string | null;
  flagged: boolean;
};
/** The sent fields; undefined ones stay. */
export type AskedReview = { [Field in keyof Review]?: Review[Field] | undefined };

/**
 * The decision that results: setting approval to false revokes an approval, and changes nothing
 * else.
 */
function decisionAfter(
  current: Standing,
  { decision, is_approved }: Pick<AskedReview, 'decision' | 'is_approved'>,
): Standing {
  // It says so of itself: sending that back decides nothing.
  if (current === 'withdrawn' && decision === 'undecided') return current;
  if (decision !== undefined) return decision;
  if (is_approved === undefined) return current;
  if (is_approved) return 'approved';
  return current === 'approved' ? 'undecided' : current;
}

export const contradicts = ({
  decision,
  is_approved,
}: Pick<AskedReview, 'decision' | 'is_approved'>): boolean =>
  decision !== undefined && is_approved !== undefined && is_approved !== (decision === 'approved');

/** The proposal's state after the request; a reason stays as long as it is declined. */
export function reviewAfter(old: Review, asked: AskedReview): Review {
  const decision = decisionAfter(old.decision, asked);
  const reason = asked.decline_reason ?? old.decline_reason;
  return {
    decision,
    decline_reason: decision === 'declined' ? reason : null,
    is_approved: decision === 'approved',
    funding_stage: asked.funding_stage ?? old.funding_stage,
    assigned_to: asked.assigned_to === undefined ? old.assigned_to : asked.assigned_to,
    flagged: asked.flagged ?? old.flagged,
  };
}

/** The part of a review that its applicant hears of. */
export type News = Pick<Review, 'decision' | 'decline_reason' | 'funding_stage'>;

export const isSameNews = (one: News, other: News): boolean =>
  one.decision === other.decision &&
  one.decline_reason === other.decline_reason &&
  one.funding_stage === other.funding_stage;

/** Whether the news contradict a decision, or its reason, that the applicant was told before. */
export const isCorrection = (told: News, news: News): boolean =>
  told.decision !== 'undecided' &&
  (told.decision !== news.decision || told.decline_reason !== news.decline_reason);

/** Whether the firm may add a text of its own to this news: an approval, or a correction. */
const takesText = (told: News, news: News): boolean =>
  !isSameNews(told, news) && (news.decision === 'approved' || isCorrection(told, news));

/** A text that would go out with no such news is refused. */
export const refusesText = (told: News, next: Review, text: string | null | undefined): boolean =>
  Boolean(text) && !isSameNews(told, next) && !takesText(told, next);

type DecisionText = { old: Review & { mail_text: string | null }; next: Review; told: News };

/** The text that goes out with the news: of a decision that has changed, only a new one. */
export function textAfter({ old, next, told }: DecisionText, text: string | undefined) {
  if (!takesText(told, next)) return null;
  const isChanged = old.decision !== next.decision || old.decline_reason !== next.decline_reason;
  return text ?? (isChanged ? null : old.mail_text);
}

/** A reason that would have to be discarded is refused. */
export const refusesReason = (old: Review, asked: AskedReview): boolean =>
  Boolean(asked.decline_reason) && decisionAfter(old.decision, asked) !== 'declined';
