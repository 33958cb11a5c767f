/**
 * Who may read what, and who gets it; a review that its judge leaves goes to another one at once.
 * Callers that write have locked the round.
 */
import { randomUUID } from 'node:crypto';
import { planAssignment, randomFrom, type PlanEntry } from '#domain/judging/assignment-rules.ts';
import { findConflicts } from '#domain/judging/conflict-rules.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive, isUnfinished } from '#domain/judging/rules.ts';
import type { AssignmentResult } from '#domain/judging/schema.ts';
import { audit, auditAll } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { NewRow, Row } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { findJudges, type JudgeRow } from '../judges/store.ts';
import { requireRound } from '../rounds/service.ts';
import { sha256Of } from '../rounds/setup.ts';
import { listPanel, type RoundRow } from '../rounds/store.ts';
import { insertConflicts, listConflicts } from './conflict-store.ts';
import { type Candidate, listEntries, listEntryCandidates, type EntryRow } from './entry-store.ts';
import { recount } from './pitch-versions.ts';
import { tellOfFurther, tellOfShort } from './reminder-service.ts';
import { changeReview, insertReviews, type ReviewRow, listReviews } from './review-store.ts';

/** The judges of a round who can read now, and those who have not accepted. */
export type Panel = { judges: JudgeRow[]; notAccepted: string[] };

export async function readPanel(db: Executor, roundId: string): Promise<Panel> {
  const all = await findJudges(db, await listPanel(db, roundId));
  const can = (judge: JudgeRow) => judge.state === 'accepted' && judge.is_active;
  return {
    judges: all.filter(can).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    notAccepted: all.filter((judge) => !can(judge)).map(({ id }) => id),
  };
}

/** With its applicant or a member of it; one of each kind. */
function tiesOf(judge: JudgeRow, proposal: Candidate) {
  if (proposal.members.length === 0) return findConflicts(judge, proposal);
  const people = [proposal, ...proposal.members.map((one) => ({ ...proposal, ...one }))];
  const found = people.flatMap((person) => findConflicts(judge, person));
  return [...new Map(found.toReversed().map((tie) => [tie.kind, tie])).values()];
}

export function findNewConflicts(
  judges: readonly JudgeRow[],
  proposals: readonly Candidate[],
  known: readonly Row<'conflicts'>[],
  now: Date,
): Row<'conflicts'>[] {
  const keyOf = (judgeId: string, proposalId: string, kind: string) =>
    `${judgeId} ${proposalId} ${kind}`;
  const there = new Set(known.map((one) => keyOf(one.judge_id, one.proposal_id, one.kind)));
  return judges.flatMap((judge) =>
    proposals.flatMap((proposal) =>
      tiesOf(judge, proposal)
        .filter(({ kind }) => !there.has(keyOf(judge.id, proposal.id, kind)))
        .map((found) => ({
          ...{ id: randomUUID(), judge_id: judge.id, proposal_id: proposal.id, created_at: now },
          ...{ origin: 'found' as const, decided_by: null, ...found },
        })),
    ),
  );
}

export type Bars = {
  conflicts: Set<string>;
  isBarred: (subject: Subject, judgeId: string) => boolean;
};
type Subject = { proposalId: string; region: string };

/** Conflicts that are not cleared, and the judge's own region where the round spares it. */
export function toBars(
  round: RoundRow,
  judges: readonly JudgeRow[],
  known: readonly Row<'conflicts'>[],
): Bars {
  const conflicts = new Set(
    known
      .filter(({ state }) => state !== 'cleared')
      .map(({ judge_id, proposal_id }) => `${judge_id} ${proposal_id}`),
  );
  const regions = new Map(judges.map(({ id, region }) => [id, region]));
  return {
    conflicts,
    isBarred: ({ proposalId, region }, judgeId) =>
      conflicts.has(`${judgeId} ${proposalId}`) ||
      (round.spares_own_region && regions.get(judgeId) === region),
  };
}

/** An entry as the plan knows it: by its key, which is public and stays. */
export type PlannedEntry = Subject & { entryId: string; key: string };
type Shortage = { proposal_id: string; missing: number; reason: string };
type Assigned = Pick<ReviewRow, 'entry_id' | 'judge_id' | 'state'>;
type Outcome = { chosen: Map<string, string[]>; short: Shortage[] };

/**
 * Judges for each entry by key, and what stays short. Never takes a review away: `reviews` are
 * those that exist, and a judge who has or abstained from one does not get it again.
 */
export function plan(
  round: RoundRow,
  { judges, bars }: { judges: readonly JudgeRow[]; bars: Bars },
  entries: readonly (PlannedEntry & { needed: number })[],
  reviews: readonly Assigned[] = [],
): Outcome {
  const had = new Set(
    reviews
      .filter(({ state }) => isActive(state) || state === 'abstained')
      .map(({ entry_id, judge_id }) => `${entry_id} ${judge_id}`),
  );
  if (round.kind === 'pitch') return planEverybody({ judges, bars }, entries, had);
  const active = reviews.filter(({ state }) => isActive(state));
  const loads = new Map<string, number>();
  for (const { judge_id } of active) loads.set(judge_id, (loads.get(judge_id) ?? 0) + 1);
  const subjects = new Map(entries.map((entry) => [entry.key, entry]));
  const asked = entries.map(({ key, needed, entryId }): PlanEntry => ({
    id: key,
    needed,
    readers: active.filter((one) => one.entry_id === entryId).map((one) => one.judge_id),
  }));
  const chosen = planAssignment(
    asked,
    judges.map(({ id }) => ({ id, load: loads.get(id) ?? 0 })),
    (key, judgeId) => {
      const entry = subjects.get(key)!;
      return had.has(`${entry.entryId} ${judgeId}`) || bars.isBarred(entry, judgeId);
    },
    randomFrom(sha256Of(`${round.seed}:assignment`)),
  );
  const short = entries
    .map((entry) => shortOf(entry, entry.needed - chosen.get(entry.key)!.length))
    .filter(({ missing }) => missing > 0);
  return { chosen, short };
}

const shortOf = ({ proposalId }: PlannedEntry, missing: number): Shortage => ({
  ...{ proposal_id: proposalId, missing, reason: JUDGING_RULES.short },
});

/** Everybody who may: contract §9.9, "Panel". What nobody may judge stays short. */
function planEverybody(
  { judges, bars }: { judges: readonly JudgeRow[]; bars: Bars },
  entries: readonly PlannedEntry[],
  had: ReadonlySet<string>,
): Outcome {
  const may = (entry: PlannedEntry) => judges.filter(({ id }) => !bars.isBarred(entry, id));
  const chosen = entries.map((entry): [string, string[]] => {
    const ids = may(entry).map(({ id }) => id);
    return [entry.key, ids.filter((id) => !had.has(`${entry.entryId} ${id}`))];
  });
  const short = entries
    .filter((entry) => may(entry).length === 0)
    .map((entry) => shortOf(entry, 1));
  return { chosen: new Map(chosen), short };
}

/** A review that its judge has left is theirs again, as it was; they are told of what is to do. */
export async function bringBack(tx: Executor, round: RoundRow, review: ReviewRow, now: Date) {
  const before = review.state_before ?? (review.changed_at ? 'started' : 'assigned');
  const state = round.kind === 'pitch' ? 'assigned' : before;
  const back = { state, revision: review.revision + 1 };
  await changeReview(tx, review.id, {
    ...{ ...back, state_before: null, reason: null },
    ...(state !== 'submitted' && { created_at: now }),
  });
  if (round.kind === 'pitch') await recount(tx, round, [{ ...review, ...back }], now);
  else await raiseVersion(tx, 'public');
}

/**
 * Writes the reviews of a plan; returns how many each judge got. `left`: reviews that their judges
 * have left and may get again.
 */
export async function assign(
  tx: Executor,
  round: RoundRow,
  { entries, chosen }: { entries: readonly PlannedEntry[]; chosen: ReadonlyMap<string, string[]> },
  now: Date,
  left: readonly ReviewRow[] = [],
) {
  const given = new Map<string, number>();
  const old = new Map(left.map((review) => [`${review.entry_id} ${review.judge_id}`, review]));
  const rows: NewRow<'judge_reviews'>[] = [];
  for (const { key, entryId } of entries)
    for (const judgeId of chosen.get(key) ?? []) {
      given.set(judgeId, (given.get(judgeId) ?? 0) + 1);
      const review = old.get(`${entryId} ${judgeId}`);
      if (review) await bringBack(tx, round, review, now);
      else rows.push(newReview(round, { key, entryId, judgeId }, now));
    }
  await insertReviews(tx, rows);
  return given;
}

const newReview = (
  { id, seed }: RoundRow,
  { key, entryId, judgeId }: { key: string; entryId: string; judgeId: string },
  now: Date,
): NewRow<'judge_reviews'> => ({
  ...{ id: randomUUID(), round_id: id, entry_id: entryId, judge_id: judgeId, created_at: now },
  ...{ state: 'assigned', place: sha256Of(`${seed}:${judgeId}:${key}`), revision: 0 },
  ...{ scores: '{}', strength: '', next_step: '', note: '', is_hidden: false, is_locked: false },
});

const toPlanned = ({ id, key, proposal_id, region }: EntryRow): PlannedEntry => ({
  ...{ entryId: id, key, proposalId: proposal_id!, region },
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
): Promise<AssignmentResult> {
  const isPitch = round.kind === 'pitch';
  const entries = (await listEntries(tx, round.id)).filter(
    ({ id, state, proposal_id }) =>
      proposal_id !== null &&
      (isPitch ? state !== 'withdrawn' : state === 'in' && (asked.entryIds?.has(id) ?? true)),
  );
  const reviews = await listReviews(tx, round.id);
  const active = Map.groupBy(
    reviews.filter(({ state }) => isActive(state)),
    ({ entry_id }) => entry_id,
  );
  const lackOf = ({ id }: EntryRow) => round.reviews_per_proposal - (active.get(id)?.length ?? 0);
  const wanted = entries
    .map((entry) => ({
      ...toPlanned(entry),
      needed: asked.further ?? Math.max(0, lackOf(entry)),
    }))
    .filter(({ needed }) => needed > 0 || isPitch);
  const { judges } = await readPanel(tx, round.id);
  const { known, found } = await findTies(context, tx, { judges, wanted, reviews });
  const bars = toBars(round, judges, [...known, ...found]);
  const { chosen, ...planned } = plan(round, { judges, bars }, wanted, reviews);
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

type Filling = {
  judges: JudgeRow[];
  wanted: readonly PlannedEntry[];
  reviews: readonly ReviewRow[];
};

/**
 * The panel may have changed since the opening, so new readers are first checked for ties to these
 * entries.
 */
async function findTies({ clock }: Context, tx: Executor, { judges, wanted, reviews }: Filling) {
  const judgeIds = judges.map(({ id }) => id);
  const known = await listConflicts(tx, judgeIds);
  const proposalIds = wanted.map(({ proposalId }) => proposalId);
  const candidates = await listEntryCandidates(tx, proposalIds);
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
) {
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
export async function leaveReviews(context: Context, tx: Executor, leaving: readonly Leaving[]) {
  for (const { review, state, reason } of leaving) {
    const state_before = state === 'recused' ? review.state : null;
    const revision = review.revision + 1;
    await changeReview(tx, review.id, { state, reason, state_before, revision });
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
) {
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
