/** Who may read what, and who gets it. The round is locked by whoever writes. */
import { randomUUID } from 'node:crypto';
import { planAssignment, randomFrom, type PlanEntry } from '#domain/judging/assignment-rules.ts';
import { findConflicts } from '#domain/judging/conflict-rules.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive } from '#domain/judging/rules.ts';
import type { NewRow, Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { findJudges, type JudgeRow } from '../judges/store.ts';
import { sha256Of } from '../rounds/presentation.ts';
import { listRoundJudges, type RoundRow } from '../rounds/store.ts';
import type { Candidate } from './entry-store.ts';
import { recount } from './pitch-versions.ts';
import { changeReview, insertReviews, type ReviewRow } from './review-store.ts';

/** The judges of a round who can read now, and those who have not accepted. */
export type Panel = { judges: JudgeRow[]; notAccepted: string[] };

export async function readPanel(db: Executor, roundId: string): Promise<Panel> {
  const ids = (await listRoundJudges(db, [roundId])).map(({ judge_id }) => judge_id);
  const all = await findJudges(db, ids);
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
          id: randomUUID(),
          judge_id: judge.id,
          proposal_id: proposal.id,
          origin: 'found' as const,
          decided_by: null,
          created_at: now,
          ...found,
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
type Outcome = { chosen: Map<string, string[]>; short: Shortage[] };

/**
 * Judges for each entry by key, and what stays short. Never takes a review away: `reviews` are
 * those that exist, and a judge who has or abstained from one does not get it again.
 */
export function plan(
  round: RoundRow,
  { judges, bars }: { judges: readonly JudgeRow[]; bars: Bars },
  entries: readonly (PlannedEntry & { needed: number })[],
  reviews: readonly Pick<ReviewRow, 'entry_id' | 'judge_id' | 'state'>[] = [],
): Outcome {
  if (round.kind === 'pitch') return planEverybody({ judges, bars }, entries, reviews);
  const active = reviews.filter(({ state }) => isActive(state));
  const loads = new Map<string, number>();
  for (const { judge_id } of active) loads.set(judge_id, (loads.get(judge_id) ?? 0) + 1);
  const subjects = new Map(entries.map((entry) => [entry.key, entry]));
  const had = new Set(
    reviews
      .filter(({ state }) => isActive(state) || state === 'abstained')
      .map(({ entry_id, judge_id }) => `${entry_id} ${judge_id}`),
  );
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
    .map(({ key, proposalId, needed }) => ({
      proposal_id: proposalId,
      missing: needed - chosen.get(key)!.length,
      reason: JUDGING_RULES.short,
    }))
    .filter(({ missing }) => missing > 0);
  return { chosen, short };
}

/** Everybody who may: contract §9.9, "Panel". What nobody may judge stays short. */
function planEverybody(
  { judges, bars }: { judges: readonly JudgeRow[]; bars: Bars },
  entries: readonly PlannedEntry[],
  reviews: readonly Pick<ReviewRow, 'entry_id' | 'judge_id' | 'state'>[],
): Outcome {
  const isTheirs = (state: ReviewRow['state']) => isActive(state) || state === 'abstained';
  const had = new Set(
    reviews
      .filter(({ state }) => isTheirs(state))
      .map(({ entry_id, judge_id }) => `${entry_id} ${judge_id}`),
  );
  const may = (entry: PlannedEntry) => judges.filter(({ id }) => !bars.isBarred(entry, id));
  const chosen = entries.map((entry): [string, string[]] => [
    entry.key,
    may(entry)
      .map(({ id }) => id)
      .filter((id) => !had.has(`${entry.entryId} ${id}`)),
  ]);
  const short = entries
    .filter((entry) => may(entry).length === 0)
    .map(({ proposalId }) => ({
      ...{ proposal_id: proposalId, missing: 1, reason: JUDGING_RULES.short },
    }));
  return { chosen: new Map(chosen), short };
}

/** A review that its judge has left is theirs again, as it was; they are told of what is to do. */
export async function bringBack(
  tx: Executor,
  round: RoundRow,
  review: ReviewRow,
  now: Date,
): Promise<void> {
  if (round.kind === 'pitch') {
    const back = { state: 'assigned' as const, revision: review.revision + 1 };
    await changeReview(tx, review.id, {
      ...{ ...back, state_before: null, reason: null, created_at: now },
    });
    await recount(tx, round, [{ ...review, ...back }], now);
    return;
  }
  const state = review.state_before ?? (review.changed_at ? 'started' : 'assigned');
  await changeReview(tx, review.id, {
    ...{ state, state_before: null, reason: null, revision: review.revision + 1 },
    ...(state !== 'submitted' && { created_at: now }),
  });
  await raiseVersion(tx, 'public');
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
): Promise<Map<string, number>> {
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
  round: RoundRow,
  { key, entryId, judgeId }: { key: string; entryId: string; judgeId: string },
  now: Date,
): NewRow<'judge_reviews'> => ({
  id: randomUUID(),
  round_id: round.id,
  entry_id: entryId,
  judge_id: judgeId,
  state: 'assigned',
  place: sha256Of(`${round.seed}:${judgeId}:${key}`),
  declared_at: null,
  revision: 0,
  changed_at: null,
  submitted_at: null,
  scores: '{}',
  strength: '',
  next_step: '',
  note: '',
  is_hidden: false,
  reason: null,
  state_before: null,
  is_locked: false,
  created_at: now,
});
