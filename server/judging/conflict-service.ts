/** Conflicts of interest: found, declared by judges, recorded and decided by admins. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { UpdateInterestsInput, UpdateJudgeInput } from '#domain/judges/schema.ts';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { JUDGING_RULES, REVIEWING } from '#domain/judging/messages.ts';
import type { SyncEntry } from '#domain/judging/pitch-schema.ts';
import type { abstainInput, declareInput } from '#domain/judging/review-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import { conflict, type updateConflictInput } from '#domain/judging/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import type { LookAgain } from '../accounts/profile-service.ts';
import { findUser } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import { inside, type Context, type UserContext } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { type ApiResponse, single } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import * as judges from '../judges/service.ts';
import { findJudges } from '../judges/store.ts';
import { isSealed, lockRound, requireRound } from '../rounds/service.ts';
import {
  bringBack,
  findNewConflicts,
  readPanel,
  fill,
  leaveReviews,
  recordFound,
} from './assignment.ts';
import * as store from './conflict-store.ts';
import { listEntryCandidates } from './entry-store.ts';
import { getReview, lockOwnReview, receiveOne } from './review-service.ts';
import { listReviewsOf, listReviewsOfEntry, type ReviewRow, changeReview } from './review-store.ts';

const presentConflict = shownBy(conflict);

export async function listConflicts(context: UserContext, roundId: string) {
  const { id } = await requireRound(context, roundId);
  return (await store.listOfRound(context.db.read, id)).map(presentConflict);
}

type Tie = { judge_id: string; proposal_id: string; kind: ConflictKind; reason: string };

/** Writes a tie that blocks from now on, or confirms one that was only possible. */
async function writeTie(
  context: UserContext,
  tx: Executor,
  tie: Tie,
  origin: Row<'conflicts'>['origin'],
): Promise<Row<'conflicts'>> {
  const known = (await store.listConflicts(tx, [tie.judge_id])).find(
    (one) => one.proposal_id === tie.proposal_id && one.kind === tie.kind,
  );
  const decided = {
    ...{ state: 'confirmed' as const, origin },
    ...{ reason: tie.reason, decided_by: context.actor.id },
  };
  if (known) {
    await store.changeConflict(tx, known.id, decided);
    return { ...known, ...decided };
  }
  const row = { id: randomUUID(), ...tie, ...decided, created_at: context.clock() };
  await store.insertConflicts(tx, [row]);
  return row;
}

/** What judges say of themselves, on a screen, a phone or a sheet. */
export async function declareTie(
  context: UserContext,
  tx: Executor,
  of: Pick<Tie, 'judge_id' | 'proposal_id'>,
  { kind = 'other', reason }: Partial<Pick<SyncEntry, 'kind' | 'reason'>>,
) {
  const said = { kind, reason: reason || 'Declared by the judge.' };
  const tie = await writeTie(context, tx, { ...of, ...said }, 'declared');
  await audit(tx, context, 'conflict.declare', 'conflict', tie.id, { after: tie });
  return tie;
}

/**
 * Records a tie of a judge, or of an admin, to a proposal: the judge's reviews of it are recused at
 * once.
 */
export async function recordConflict(context: UserContext, roundId: string, input: Tie) {
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
    await recuseAll(context, tx, [row]);
    return { status: 201, body: presentConflict(row) };
  });
  context.notifyMail();
  return answer;
}

/** The judges' reviews of these proposals go to others, in every round that is not yet sealed. */
async function recuseAll(
  context: Context,
  tx: Executor,
  ties: readonly Pick<Row<'conflicts'>, 'judge_id' | 'proposal_id' | 'reason'>[],
) {
  const sealed = new Map<string, boolean>();
  const isOver = async (roundId: string) => {
    if (!sealed.has(roundId))
      sealed.set(roundId, isSealed(await requireRound(context, roundId, tx)));
    return sealed.get(roundId)!;
  };
  const leaving = [];
  for (const [judgeId, own] of Map.groupBy(ties, ({ judge_id }) => judge_id)) {
    const reasons = new Map(own.map(({ proposal_id, reason }) => [proposal_id, reason]));
    for (const review of await listReviewsOf(tx, judgeId)) {
      const reason = review.proposal_id === null ? undefined : reasons.get(review.proposal_id);
      if (reason === undefined || !isActive(review.state)) continue;
      if (!(await isOver(review.round_id)))
        leaving.push({ review, state: 'recused' as const, reason });
    }
  }
  await leaveReviews(context, tx, leaving);
}

/** Ties that were found while a round's results were sealed take effect now. */
export async function recuseTied(context: UserContext, tx: Executor, roundId: string) {
  const ties = await store.listOfRound(tx, roundId);
  const standing = ties.filter(({ state }) => state !== 'cleared');
  await recuseAll(context, tx, standing);
}

/**
 * Reviews that were recused for a tie that is now cleared: a submitted one counts again; an
 * unfinished one returns to its judge unless somebody else has taken over. In a pitch round the judge
 * gets every one.
 */
async function restoreAll(
  context: UserContext,
  tx: Executor,
  { judge_id, proposal_id }: Pick<Row<'conflicts'>, 'judge_id' | 'proposal_id'>,
) {
  if (await store.hasConflict(tx, judge_id, proposal_id)) return;
  for (const review of await listReviewsOf(tx, judge_id)) {
    if (review.proposal_id !== proposal_id || review.state !== 'recused') continue;
    const round = await requireRound(context, review.round_id, tx);
    if (isSealed(round)) continue;
    if (review.state_before === 'submitted' || (await isMissed(context, tx, review)))
      await bringBack(tx, round, review, context.clock());
  }
  for (const { id } of await store.listPitchesOf(tx, judge_id, proposal_id)) {
    const round = await lockRound({ ...context, ifMatch: undefined }, tx, id);
    if (!isSealed(round)) await fill(context, tx, round);
  }
}

/** Whether the judge is still asked, and the proposal has fewer reviews than it should. */
async function isMissed(context: UserContext, tx: Executor, review: ReviewRow) {
  const round = await lockRound(context, tx, review.round_id);
  if (round.state !== 'open' || review.entry_state !== 'in') return false;
  const { judges: panel } = await readPanel(tx, round.id);
  const others = await listReviewsOfEntry(tx, review.entry_id);
  const count = others.filter(({ state }) => isActive(state)).length;
  return panel.some(({ id }) => id === review.judge_id) && count < round.reviews_per_proposal;
}

export async function updateConflict(
  context: UserContext,
  id: string,
  { state, reason }: z.output<typeof updateConflictInput>,
) {
  if (state === 'cleared' && reason === undefined)
    throw invalid({ reason: JUDGING_RULES.withdrawReason });
  return context.db.write(async (tx) => {
    const old = isId(id) ? await store.conflicts.lock(tx, { id }) : undefined;
    if (!old) throw new Problem('not_found', JUDGING_RULES.conflictNotFound);
    if (old.judge_id === context.actor.id && state !== 'confirmed')
      throw new Problem('conflict', JUDGING_RULES.ownTie);
    // One that was found by itself is decided by whoever confirms it.
    const isDecided = old.decided_by !== null;
    if (isDecided && isEmptyChange(changesIn(old, { state, reason }))) return presentConflict(old);
    const changes = { state, reason: reason ?? old.reason, decided_by: context.actor.id };
    await store.changeConflict(tx, id, changes);
    await audit(tx, context, 'conflict.update', 'conflict', id, { before: old, after: changes });
    if (state === 'cleared') await restoreAll(context, tx, old);
    else await recuseAll(context, tx, [{ ...old, ...changes }]);
    return presentConflict({ ...old, ...changes });
  });
}

/**
 * After a change of a person's data, or once a judge can judge: looks for ties again in every open
 * round that they judge or have a proposal in, and for pitches that a judge lacks. Drafts look when
 * they open.
 */
export const lookAgain: LookAgain = {
  lock: store.lockOpenRoundsOf,
  look: async (context, tx, personId) => {
    const pairs = await store.listPairsOpen(tx, personId);
    const judgeIds = [...new Set(pairs.map(({ judge_id }) => judge_id))];
    const proposalIds = [...new Set(pairs.map(({ proposal_id }) => proposal_id))];
    const all = findNewConflicts(
      await findJudges(tx, judgeIds),
      await listEntryCandidates(tx, proposalIds),
      await store.listConflicts(tx, judgeIds),
      context.clock(),
    );
    const met = new Set(pairs.map((one) => `${one.judge_id} ${one.proposal_id}`));
    const found = all.filter((one) => met.has(`${one.judge_id} ${one.proposal_id}`));
    await takeEffect(context, tx, personId, { found, judgeIds });
    await fillPitches(context, tx, personId);
  },
};

async function takeEffect(
  context: Context,
  tx: Executor,
  personId: string,
  { found, judgeIds }: { found: readonly Row<'conflicts'>[]; judgeIds: readonly string[] },
) {
  if (found.length === 0) return;
  // Applicants get a copy of what they did: judges and their ties are nothing of theirs.
  const isJudge = judgeIds.includes(personId);
  const acting = isJudge ? context : { ...context, actor: { role: 'visitor' as const } };
  await recordFound(acting, tx, found);
  await recuseAll(acting, tx, found);
}

/** Who can judge now, and could not when a pitch round opened, gets every pitch of it. */
async function fillPitches(context: Context, tx: Executor, judgeId: string) {
  for (const { id } of await store.listOpenPitchesOf(tx, judgeId)) {
    const round = await requireRound(context, id, tx);
    if (round.state === 'open') await fill(context, tx, round);
  }
}

/** A change of a judge looks for ties again, in one transaction. */
export async function updateJudge(context: UserContext, id: string, input: UpdateJudgeInput) {
  const updated = await context.db.write(async (tx) => {
    await lookAgain.lock(context.db, tx, id);
    const isChanged = await judges.updateJudge(context, tx, id, input);
    if (isChanged) await lookAgain.look(context, tx, id);
    return judges.getJudge(inside(context, tx), id);
  });
  context.notifyMail();
  return updated;
}

export async function updateInterests(context: UserContext, input: UpdateInterestsInput) {
  await updateJudge(context, context.actor.id, input);
  return judges.getInterests(context);
}

function requireActive({ state }: ReviewRow) {
  if (!isActive(state)) throw new Problem('round_not_open', REVIEWING.over);
}

/** What of a review is left to its judge, once. */
async function changeOwn(
  context: UserContext,
  id: string,
  once: { call: string; content: unknown },
  change: (tx: Executor, locked: Awaited<ReturnType<typeof lockOwnReview>>) => Promise<void>,
) {
  await writeOnce(context, once, async (tx) => {
    await change(tx, await lockOwnReview(context, tx, id));
    return { body: null };
  });
  context.notifyMail();
  const { review, version } = await getReview(context, id);
  return single(review, version);
}

/** A tie recuses from this round and later ones. */
export const declare = (context: UserContext, id: string, input: z.output<typeof declareInput>) =>
  changeOwn(
    context,
    id,
    { call: 'reviews.declare', content: [id, input] },
    async (tx, { row, round }) => {
      // In a pitch round scores take an abstention back, so it has to be said of one too.
      if (round.kind === 'reading' || row.state !== 'abstained') requireActive(row);
      const declared = { declared_at: context.clock(), revision: row.revision + 1 };
      if (row.declared_at === null) await changeReview(tx, id, declared);
      if (!input.has_conflict) return;
      const of = { judge_id: context.actor.id, proposal_id: row.proposal_id! };
      const { reason } = await declareTie(context, tx, of, input);
      const review = { ...row, revision: declared.revision };
      await leaveReviews(context, tx, [{ review, state: 'recused', reason }]);
    },
  );

/** Leaves this review only; the entry goes to another judge, in a pitch round to nobody. */
export const abstain = (
  context: UserContext,
  id: string,
  { reason, note }: z.output<typeof abstainInput>,
): Promise<ApiResponse> =>
  changeOwn(
    context,
    id,
    { call: 'reviews.abstain', content: [id, reason, note] },
    async (tx, { row, round }) => {
      requireActive(row);
      if (row.state === 'submitted') throw new Problem('review_submitted', REVIEWING.submitted);
      const why = note ? `${reason}: ${note}` : reason;
      if (round.kind === 'pitch') {
        await receiveOne(context, tx, round, row, { not_heard: true });
        await changeReview(tx, id, { reason: why });
      } else await leaveReviews(context, tx, [{ review: row, state: 'abstained', reason: why }]);
    },
  );
