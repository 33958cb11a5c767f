/** A review that its judge leaves goes to another one at once; nobody else loses any. */
import { isActive, isUnfinished } from '#domain/judging/rules.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { requireRound } from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import { assign, plan, readBars, readPanel, type PlannedEntry } from './assignment.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import { tellOfFurther, tellOfShort } from './reminder-service.ts';
import { changeReview, listReviews, type ReviewRow } from './review-store.ts';

type FillResult = {
  assigned: number;
  short: { proposal_id: string; missing: number; reason: string }[];
};

const toPlanned = (entry: EntryRow): PlannedEntry => ({
  entryId: entry.id,
  key: entry.key,
  proposalId: entry.proposal_id!,
  region: entry.region,
});

/**
 * Gives entries what they lack, or `further` reviews each; only these entries' new reviews move.
 * `isPreview`: writes nothing.
 */
export async function fill(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  asked: { entryIds?: ReadonlySet<string>; further?: number; isPreview?: boolean } = {},
): Promise<FillResult> {
  const entries = (await listEntries(tx, round.id)).filter(
    ({ id, state, proposal_id }) =>
      state === 'in' && proposal_id !== null && (asked.entryIds?.has(id) ?? true),
  );
  const reviews = await listReviews(tx, round.id);
  const counts = new Map<string, number>();
  for (const { entry_id, state } of reviews)
    if (isActive(state)) counts.set(entry_id, (counts.get(entry_id) ?? 0) + 1);
  const { judges } = await readPanel(tx, round.id);
  const bars = await readBars(tx, round, judges);
  const wanted = entries
    .map((entry) => ({
      ...toPlanned(entry),
      needed:
        asked.further ?? Math.max(0, round.reviews_per_proposal - (counts.get(entry.id) ?? 0)),
    }))
    .filter(({ needed }) => needed > 0);
  const { chosen, short } = plan(round, { judges, bars }, wanted, reviews);
  const assigned = [...chosen.values()].reduce((sum, list) => sum + list.length, 0);
  if (asked.isPreview || assigned === 0) return { assigned, short };
  const now = context.clock();
  const left = reviews.filter(({ state }) => !isActive(state));
  await assign(tx, round, { entries: wanted, chosen }, now, left);
  await audit(tx, context, 'review.assign', 'round', round.id, { reviews: assigned });
  await tellOfFurther(context, tx, round);
  return { assigned, short };
}

type Leaving = { state: 'recused' | 'abstained' | 'removed'; reason: string };

/**
 * Ends a judge's review. A submitted one that is recused keeps its scores, uncounted. In an open
 * round the entry goes to another judge at once.
 */
export async function leaveReview(
  context: UserContext,
  tx: Executor,
  review: ReviewRow,
  { state, reason }: Leaving,
): Promise<FillResult> {
  await changeReview(tx, review.id, {
    state,
    reason,
    state_before: state === 'recused' ? review.state : null,
    revision: review.revision + 1,
  });
  const action = state === 'abstained' ? 'review.abstain' : 'review.recuse';
  await audit(tx, context, action, 'review', review.id, { state: [review.state, state] });
  const round = await requireRound(context, review.round_id, tx);
  if (round.state !== 'open') return { assigned: 0, short: [] };
  const filled = await fill(context, tx, round, { entryIds: new Set([review.entry_id]) });
  if (filled.short.length > 0) await tellOfShort(context, tx, round);
  return filled;
}

/** Ends all unfinished reviews of a judge in a round; others get them at once. */
export async function leaveRound(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  judgeId: string,
  reason: string,
): Promise<{ moved: number; short: number }> {
  const own = (await listReviews(tx, round.id)).filter(
    (one) => one.judge_id === judgeId && isUnfinished(one.state),
  );
  for (const { id, revision } of own)
    await changeReview(tx, id, { state: 'removed', reason, revision: revision + 1 });
  const entryIds = new Set(own.map(({ entry_id }) => entry_id));
  const { assigned, short } = await fill(context, tx, round, { entryIds });
  return { moved: assigned, short: short.length };
}
