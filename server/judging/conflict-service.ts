/** Conflicts of interest: found, declared by judges, recorded and decided by admins. */
import { randomUUID } from 'node:crypto';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive } from '#domain/judging/rules.ts';
import type { Conflict } from '#domain/judging/schema.ts';
import type { UpdateInterestsInput, UpdateJudgeInput } from '#domain/judges/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { findUser } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { ConflictsTable } from '../db/judging-tables.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { writeOnce } from '../http/idempotency.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import * as judges from '../judges/service.ts';
import { findJudges } from '../judges/store.ts';
import { isSealed, lockRound, requireRound } from '../rounds/service.ts';
import { bringBack, findNewConflicts, readPanel } from './assignment.ts';
import * as store from './conflict-store.ts';
import { listEntriesOpen, listEntryCandidates } from './entry-store.ts';
import { leaveReview } from './leaving-service.ts';
import { listReviewsOf, listReviewsOfEntry, type ReviewRow } from './review-store.ts';

export const presentConflict = (row: ConflictsTable): Conflict => ({
  id: row.id,
  judge_id: row.judge_id,
  proposal_id: row.proposal_id,
  origin: row.origin,
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  decided_by: row.decided_by,
});

/** Of a round's entries, with those of its judges. Refuses with 404. */
export async function listConflicts(context: UserContext, roundId: string): Promise<Conflict[]> {
  const { id } = await requireRound(context, roundId);
  return (await store.listOfRound(context.db.read, id)).map(presentConflict);
}

type Tie = { judge_id: string; proposal_id: string; kind: ConflictKind; reason: string };

/** Writes a tie that blocks from now on, or confirms one that was only possible. */
export async function writeTie(
  context: UserContext,
  tx: Executor,
  tie: Tie,
  origin: ConflictsTable['origin'],
): Promise<ConflictsTable> {
  const known = (await store.listConflicts(tx, [tie.judge_id])).find(
    (one) => one.proposal_id === tie.proposal_id && one.kind === tie.kind,
  );
  const decided = {
    state: 'confirmed' as const,
    reason: tie.reason,
    decided_by: context.actor.id,
    origin,
  };
  if (known) {
    await store.changeConflict(tx, known.id, decided);
    return { ...known, ...decided };
  }
  const row = { id: randomUUID(), ...tie, ...decided, created_at: context.clock() };
  await store.insertConflicts(tx, [row]);
  return row;
}

/**
 * Records a tie of a judge, or of an admin, to a proposal: the judge's reviews of it are recused at
 * once. Refuses with 404, and with 422 by field.
 */
export async function recordConflict(
  context: UserContext,
  roundId: string,
  input: Tie,
): Promise<ApiResponse> {
  const once = { call: 'conflicts.record', content: [roundId, input] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    await requireRound(context, roundId, tx);
    const person = isId(input.judge_id) ? await findUser(tx, input.judge_id) : undefined;
    if (!person || person.role === 'applicant')
      throw invalid({ judge_id: JUDGING_RULES.conflictPerson });
    const [proposal] = await listEntryCandidates(tx, [input.proposal_id].filter(isId));
    if (!proposal) throw invalid({ proposal_id: JUDGING_RULES.conflictProposal });
    const row = await writeTie(context, tx, input, 'recorded');
    await audit(tx, context, 'conflict.record', 'conflict', row.id, { after: row });
    await recuseAll(context, tx, row);
    return { status: 201, body: presentConflict(row) };
  });
  context.notifyMail();
  return answer;
}

/** The judge's reviews of the proposal go to others, in every round that is not yet sealed. */
async function recuseAll(
  context: UserContext,
  tx: Executor,
  { judge_id, proposal_id, reason }: Pick<ConflictsTable, 'judge_id' | 'proposal_id' | 'reason'>,
): Promise<void> {
  for (const review of await listReviewsOf(tx, judge_id))
    if (
      review.proposal_id === proposal_id &&
      isActive(review.state) &&
      !isSealed(await requireRound(context, review.round_id, tx))
    )
      await leaveReview(context, tx, review, { state: 'recused', reason });
}

/** What came out while the results of a round were sealed counts from now on. */
export async function recuseTied(
  context: UserContext,
  tx: Executor,
  roundId: string,
): Promise<void> {
  for (const tie of await store.listOfRound(tx, roundId))
    if (tie.state !== 'cleared') await recuseAll(context, tx, tie);
}

/**
 * One that was recused for a tie that is cleared: if submitted, it counts again; if not, it is the
 * judge's again where nobody else has taken it.
 */
async function restoreAll(
  context: UserContext,
  tx: Executor,
  { judge_id, proposal_id }: Pick<ConflictsTable, 'judge_id' | 'proposal_id'>,
): Promise<void> {
  if (await store.hasConflict(tx, judge_id, proposal_id)) return;
  for (const review of await listReviewsOf(tx, judge_id)) {
    if (review.proposal_id !== proposal_id || review.state !== 'recused') continue;
    if (isSealed(await requireRound(context, review.round_id, tx))) continue;
    if (review.state_before === 'submitted' || (await isMissed(context, tx, review)))
      await bringBack(tx, review, context.clock());
  }
}

/** Whether the judge is still asked, and the proposal has fewer reviews than it should. */
async function isMissed(context: UserContext, tx: Executor, review: ReviewRow): Promise<boolean> {
  const round = await lockRound(context, tx, review.round_id);
  if (round.state !== 'open' || review.entry_state !== 'in') return false;
  const { judges: panel } = await readPanel(tx, round.id);
  const others = await listReviewsOfEntry(tx, review.entry_id);
  const count = others.filter(({ state }) => isActive(state)).length;
  return panel.some(({ id }) => id === review.judge_id) && count < round.reviews_per_proposal;
}

/** Confirms or clears; clearing says why. Refuses with 404 and 422. */
export async function updateConflict(
  context: UserContext,
  id: string,
  { state, reason }: { state: ConflictsTable['state']; reason?: string | undefined },
): Promise<Conflict> {
  if (state === 'cleared' && reason === undefined)
    throw invalid({ reason: JUDGING_RULES.withdrawReason });
  return context.db.write(async (tx) => {
    const old = isId(id) ? await store.lockConflict(context.db, tx, id) : undefined;
    if (!old) throw new Problem('not_found', JUDGING_RULES.conflictNotFound);
    const changes = { state, reason: reason ?? old.reason, decided_by: context.actor.id };
    await store.changeConflict(tx, id, changes);
    await audit(tx, context, 'conflict.update', 'conflict', id, { before: old, after: changes });
    if (state === 'cleared') await restoreAll(context, tx, old);
    else await recuseAll(context, tx, { ...old, ...changes });
    return presentConflict({ ...old, ...changes });
  });
}

/** Looks for ties of one judge in every round that is not yet closed. */
async function findAgain(context: UserContext, tx: Executor, judgeId: string): Promise<void> {
  const entries = await listEntriesOpen(tx, judgeId);
  const [judge] = await findJudges(tx, [judgeId]);
  if (!judge || entries.length === 0) return;
  const candidates = await listEntryCandidates(tx, entries);
  const known = await store.listConflicts(tx, [judgeId]);
  const found = findNewConflicts([judge], candidates, known, context.clock());
  await store.insertConflicts(tx, found);
  for (const row of found) {
    await audit(tx, context, 'conflict.find', 'conflict', row.id, { after: row });
    await recuseAll(context, tx, row);
  }
}

/** A change of a judge looks for ties again. Refuses with 404 and 412. */
export async function updateJudge(
  context: UserContext,
  id: string,
  input: UpdateJudgeInput,
): ReturnType<typeof judges.updateJudge> {
  const updated = await judges.updateJudge(context, id, input);
  await context.db.write((tx) => findAgain(context, tx, id));
  context.notifyMail();
  return updated;
}

/** The same for one's own interests. */
export async function updateInterests(
  context: UserContext,
  input: UpdateInterestsInput,
): ReturnType<typeof judges.getInterests> {
  await updateJudge(context, context.actor.id, input);
  return judges.getInterests(context);
}

/** Refuses with 409 an admin who is tied to the proposal. */
export async function refuseOwnConflict(
  { actor }: UserContext,
  tx: Executor,
  proposalId: string,
): Promise<void> {
  if (await store.hasConflict(tx, actor.id, proposalId))
    throw new Problem('conflict', JUDGING_RULES.ownConflict);
}
