/** A review that its judge leaves goes to another one at once; nobody else loses any. */
import { isActive, isUnfinished } from '#domain/judging/rules.ts';
import { audit, auditAll } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import type { JudgeRow } from '../judges/store.ts';
import { requireRound } from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import {
  assign,
  findNewConflicts,
  plan,
  readPanel,
  toBars,
  type PlannedEntry,
} from './assignment.ts';
import { insertConflicts, listConflicts } from './conflict-store.ts';
import { listEntries, listEntryCandidates, type EntryRow } from './entry-store.ts';
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
 * Gives entries what they lack, or `further` reviews each; only these entries' new reviews move. In
 * a pitch round every judge gets a review of every entry: contract §9.9, "Panel".
 * `isPreview`: writes nothing.
 */
export async function fill(
  context: Context,
  tx: Executor,
  round: RoundRow,
  asked: { entryIds?: ReadonlySet<string>; further?: number; isPreview?: boolean } = {},
): Promise<FillResult> {
  const isPitch = round.kind === 'pitch';
  const entries = (await listEntries(tx, round.id)).filter(
    ({ id, state, proposal_id }) =>
      proposal_id !== null &&
      (isPitch ? state !== 'withdrawn' : state === 'in' && (asked.entryIds?.has(id) ?? true)),
  );
  const reviews = await listReviews(tx, round.id);
  const counts = new Map<string, number>();
  for (const { entry_id, state } of reviews)
    if (isActive(state)) counts.set(entry_id, (counts.get(entry_id) ?? 0) + 1);
  const wanted = entries
    .map((entry) => ({
      ...toPlanned(entry),
      needed:
        asked.further ?? Math.max(0, round.reviews_per_proposal - (counts.get(entry.id) ?? 0)),
    }))
    .filter(({ needed }) => needed > 0 || isPitch);
  const { judges } = await readPanel(tx, round.id);
  const { known, found } = await findTies(context, tx, { judges, wanted, reviews });
  const bars = toBars(round, judges, [...known, ...found]);
  const planned = plan(round, { judges, bars }, wanted, reviews);
  const { chosen } = planned;
  // In a pitch round nothing moves to anybody else.
  const short = isPitch ? [] : planned.short;
  const assigned = [...chosen.values()].reduce((sum, list) => sum + list.length, 0);
  if (asked.isPreview) return { assigned, short };
  await recordFound(context, tx, found);
  if (assigned === 0) return { assigned, short };
  const now = context.clock();
  const left = reviews.filter(
    ({ state }) => !isActive(state) && !(isPitch && state === 'abstained'),
  );
  await assign(tx, round, { entries: wanted, chosen }, now, left);
  await audit(tx, context, 'review.assign', 'round', round.id, { reviews: assigned });
  await tellOfFurther(context, tx, round);
  return { assigned, short };
}

/**
 * The panel may have changed since the opening, so new readers are first checked for ties to these
 * entries.
 */
async function findTies(
  { clock }: Context,
  tx: Executor,
  {
    judges,
    wanted,
    reviews,
  }: { judges: JudgeRow[]; wanted: readonly PlannedEntry[]; reviews: readonly ReviewRow[] },
): Promise<{ known: Row<'conflicts'>[]; found: Row<'conflicts'>[] }> {
  const ids = judges.map(({ id }) => id);
  const known = await listConflicts(tx, ids);
  const candidates = await listEntryCandidates(
    tx,
    wanted.map(({ proposalId }) => proposalId),
  );
  const had = new Set(reviews.map((one) => `${one.judge_id} ${one.proposal_id}`));
  const found = findNewConflicts(judges, candidates, known, clock()).filter(
    (one) => !had.has(`${one.judge_id} ${one.proposal_id}`),
  );
  return { known, found };
}

export async function recordFound(
  context: Context,
  tx: Executor,
  found: readonly Row<'conflicts'>[],
): Promise<void> {
  await insertConflicts(tx, found);
  const entries = found.map((one) => ({ id: one.id, changes: { after: one } }));
  await auditAll(tx, context, 'conflict.find', 'conflict', entries);
}

type Leaving = {
  review: ReviewRow;
  state: 'recused' | 'abstained' | 'removed';
  reason: string;
};

/**
 * Ends reviews. A submitted one that is recused keeps its scores, uncounted. In an open round the
 * entries go to other judges at once, all in one look for judges.
 */
export async function leaveReviews(
  context: Context,
  tx: Executor,
  leaving: readonly Leaving[],
): Promise<void> {
  for (const { review, state, reason } of leaving) {
    await changeReview(tx, review.id, {
      state,
      reason,
      state_before: state === 'recused' ? review.state : null,
      revision: review.revision + 1,
    });
    const action = state === 'abstained' ? 'review.abstain' : 'review.recuse';
    await audit(tx, context, action, 'review', review.id, { state: [review.state, state] });
  }
  const byRound = Map.groupBy(leaving, ({ review }) => review.round_id);
  for (const [roundId, ended] of byRound) {
    const round = await requireRound(context, roundId, tx);
    if (round.state !== 'open') continue;
    const entryIds = new Set(ended.map(({ review }) => review.entry_id));
    const { short } = await fill(context, tx, round, { entryIds });
    if (short.length > 0) await tellOfShort(context, tx, round);
  }
}

/**
 * Ends all unfinished reviews of a judge in a round; others get them at once. In a pitch round
 * nothing moves: who takes the judge's place gets reviews of their own.
 */
export async function leaveRound(
  context: Context,
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
  if (round.kind === 'pitch') return { moved: 0, short: 0 };
  return { moved: assigned, short: short.length };
}
