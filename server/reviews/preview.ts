/** What the preview of a bulk change says of the people that it concerns. */
import { REVIEWS } from '#domain/constants.ts';
import { isCorrection, isSameNews, type News } from '#domain/proposals/decision-rules.ts';
import type { UserContext } from '../context.ts';
import { mailOf, type PlannedReview, type ReviewedProposal } from '../proposals/decisions.ts';
import { findRead, toldOf } from '../proposals/review-store.ts';
import * as store from './store.ts';

/**
 * `rows`: the proposals that would change, in order; `planned`: what changes of them that a review
 * knows. Names the first of them, or `isWhole` all.
 */
export async function describeConcerned(
  context: UserContext,
  rows: ReviewedProposal[],
  planned: PlannedReview[],
  isWhole: boolean,
) {
  const { actor, db } = context;
  const ids = rows.map(({ id }) => id);
  const read = await findRead(db.read, actor.id, ids);
  const shown = isWhole ? rows : rows.slice(0, REVIEWS.named);
  const groups = groupByMail(planned);
  const asked = [...shown, ...groups.map(([first]) => first!.old)];
  const named = await store.findNamed(db.read, [...new Set(asked.map(({ id }) => id))]);
  return {
    standing: countStanding(rows, read, actor.id),
    people: shown.flatMap((row) => presentNamed(row, named.get(row.id), !read.has(row.id))),
    mails: groups.flatMap((group) => presentMail(context, group, named.get(group[0]!.old.id))),
  };
}

function countStanding(rows: ReviewedProposal[], read: Map<string, number>, reader: string) {
  const count = (is: (row: ReviewedProposal) => boolean) => rows.filter(is).length;
  return {
    undecided: count(({ decision }) => decision === 'undecided'),
    approved: count(({ decision }) => decision === 'approved'),
    declined: count(({ decision }) => decision === 'declined'),
    unread: count(({ id }) => !read.has(id)),
    assigned_to_others: count(({ assigned_to: to }) => to !== null && to !== reader),
  };
}

/** None if it is gone. */
function presentNamed(
  { id, decision, funding_stage }: ReviewedProposal,
  named: store.NamedProposal | undefined,
  is_unread: boolean,
) {
  if (!named) return [];
  const { business_name, first_name, last_name, assignee_first, assignee_last } = named;
  const assignee = assignee_first === null ? null : `${assignee_first} ${assignee_last}`;
  const applicant = `${first_name} ${last_name}`;
  return [{ id, business_name, applicant, decision, funding_stage, is_unread, assignee }];
}

/** Those that get the same mail but for their names, the most frequent first. */
function groupByMail(planned: PlannedReview[]) {
  const told = planned.filter(
    ({ old, next, isShown, mailText }) =>
      (isShown || mailText !== undefined) && !isSameNews(toldOf(old), next),
  );
  const groups = Map.groupBy(told, (one) => {
    const { old, next } = one;
    return JSON.stringify([
      old.announces,
      textOf(one),
      isCorrection(toldOf(old), next),
      next.decision,
      // A reason takes the place of the stage.
      next.decline_reason ?? next.funding_stage,
    ]);
  });
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

function presentMail(
  context: UserContext,
  group: PlannedReview[],
  named: store.NamedProposal | undefined,
) {
  const [first] = group as [PlannedReview];
  const { old, next } = first;
  if (!named) return [];
  const { subject, text } = mailOf(context, {
    ...named,
    ...next,
    mail_text: textOf(first),
    ...{ deadline_date: old.deadline_date, extended_until: old.extended_until },
    ...{ announced_decision: old.announced_decision, announced_reason: old.announced_reason },
    announced_stage: old.announced_stage,
  });
  const kind = kindOf(toldOf(old), next);
  return [{ count: group.length, kind, waits: old.announces === 'together', subject, text }];
}

function kindOf(told: News, next: News) {
  if (isCorrection(told, next)) return 'correction';
  return told.decision === next.decision ? 'stage' : 'decision';
}

/** The admin's own text that would go out with it. */
const textOf = ({ old, mailText }: PlannedReview) =>
  mailText === undefined ? old.mail_text : mailText;
