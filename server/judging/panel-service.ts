/** The judges of an open round: who is added, who leaves, how far everybody is. */
import type { z } from 'zod';
import { JUDGE } from '#domain/judges/messages.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive, isUnfinished } from '#domain/judging/rules.ts';
import type { AssignInput, leaveInput, removeInput } from '#domain/judging/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudge, findJudges, mailAdmins } from '../judges/store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import { changeRound, lockRound, requireRound, requireState } from '../rounds/service.ts';
import {
  addRoundJudges,
  listPanel,
  listRoundJudges,
  removeRoundJudge,
  type RoundRow,
} from '../rounds/store.ts';
import { nameOf } from '../sessions/store.ts';
import { fill, leaveRound } from './assignment.ts';
import { listOfRound } from './conflict-store.ts';
import { listEntries } from './entry-store.ts';
import { dropOutMail } from './mails.ts';
import { pitchJudges, takeWaiting } from './pitch-store.ts';
import { countKept, recount } from './pitch-versions.ts';
import { leansOf } from './ranking-service.ts';
import { listReviews, listScored } from './review-store.ts';

/** Fills what is short; with ids, further reviews of each. */
export async function assignMore(
  context: UserContext,
  id: string,
  { preview, proposal_ids, count }: AssignInput,
): Promise<ApiResponse> {
  const once = { call: 'rounds.assign', content: [id, preview, proposal_ids, count] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'open');
    if (round.kind === 'pitch' && proposal_ids)
      throw new Problem('everybody_judges', JUDGING_RULES.everybody);
    await refuseTied(context, tx, proposal_ids ?? []);
    const entryIds = proposal_ids && (await findEntryIds(tx, round.id, proposal_ids));
    const body = await fill(context, tx, round, {
      ...(entryIds && { entryIds, further: count ?? 1 }),
      isPreview: preview === true,
    });
    return { body };
  });
  context.notifyMail();
  return answer;
}

async function findEntryIds(tx: Executor, roundId: string, proposalIds: string[]) {
  const entries = await listEntries(tx, roundId);
  const ids = new Map(entries.map(({ id, proposal_id }) => [proposal_id, id]));
  if (proposalIds.some((id) => !ids.has(id)))
    throw invalid({ proposal_ids: JUDGING_RULES.entryNotFound });
  return new Set(proposalIds.map((id) => ids.get(id)!));
}

/** Whether the judge was not there before. */
async function seat(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  { judgeId, field }: { judgeId: string; field: 'judge_id' | 'replacement' },
) {
  const judge = await findJudge(tx, judgeId);
  if (judge?.state !== 'accepted' || !judge.is_active)
    throw invalid({ [field]: ROUND.notAccepted });
  const there = await listPanel(tx, round.id);
  if (there.includes(judgeId)) return false;
  if (there.length >= ROUNDS.judges) throw invalid({ [field]: ROUND.judges });
  await addRoundJudges(tx, round.id, [judgeId], context.clock());
  await audit(tx, context, 'round.addJudge', 'round', round.id, { judge: judgeId });
  return true;
}

/** Adds a judge, who gets what is short and nothing of others. */
export async function addJudge(context: UserContext, roundId: string, judgeId: string) {
  const filled = await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, roundId);
    if (round.state !== 'draft') requireState(round, 'open');
    if (!(await findJudge(tx, judgeId))) throw new Problem('not_found', JUDGE.notFound);
    const isNew = await seat(context, tx, round, { judgeId, field: 'judge_id' });
    if (isNew) await changeRound(context, tx, round, {});
    const isPitch = round.kind === 'pitch';
    if (round.state !== 'open' || !(isNew || isPitch)) return { assigned: 0 };
    if (isNew && isPitch) await countWaiting(context, tx, round, judgeId);
    return fill(context, tx, round);
  });
  context.notifyMail();
  return { assigned: filled.assigned };
}

/** What a judge has sent while they were out of the round counts from now on. */
async function countWaiting(
  { clock }: UserContext,
  tx: Executor,
  round: RoundRow,
  judge_id: string,
) {
  const waiting = await takeWaiting(tx, { round_id: round.id, judge_id });
  const reviews = (await listReviews(tx, round.id)).filter(({ id }) => waiting.has(id));
  await recount(tx, round, reviews, clock());
}

/**
 * Takes a judge out: submitted reviews stay, open ones go to others at once; admins hear of a judge
 * who leaves. A replacement is there before the reviews go: whoever has the fewest gets them first.
 */
export async function removeJudge(
  context: UserContext,
  roundId: string,
  judgeId: string,
  { reason, replacement }: z.output<typeof removeInput>,
) {
  const result = await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, roundId);
    if (!(await listPanel(tx, round.id)).includes(judgeId))
      throw new Problem('not_found', JUDGING_RULES.judgeNotFound);
    if (round.state !== 'draft') requireState(round, 'open');
    await removeRoundJudge(tx, round.id, judgeId);
    if (replacement) await seat(context, tx, round, { judgeId: replacement, field: 'replacement' });
    await changeRound(context, tx, round, {});
    await audit(tx, context, 'round.removeJudge', 'round', round.id, { judge: judgeId, reason });
    if (round.state === 'draft') return { moved: 0, short: 0 };
    if (replacement && round.kind === 'pitch') await countWaiting(context, tx, round, replacement);
    const left = await leaveRound(context, tx, round, judgeId, reason ?? '');
    const name = nameOf((await findJudge(tx, judgeId))!);
    const words = dropOutMail(name, round, left, context.publicUrl);
    await mailAdmins(tx, words, context.clock());
    return left;
  });
  context.notifyMail();
  return result;
}

export const leave = (context: UserContext, roundId: string, input: z.output<typeof leaveInput>) =>
  removeJudge(context, roundId, context.actor.id, input);

/** What each judge of a pitch round has not scored, and what was last heard of their phone. */
async function readPitch(db: Executor, round: RoundRow) {
  const kept = await countKept(db, round.id);
  const all = await pitchJudges.list(db, { round_id: round.id }, ['judge_id']);
  const seen = new Map(all.map((one) => [one.judge_id, one]));
  const reviews = await listReviews(db, round.id);
  const missing = Map.groupBy(
    reviews.filter(({ state, entry_state }) => entry_state === 'in' && isUnfinished(state)),
    ({ judge_id }) => judge_id,
  );
  return (judgeId: string) => ({
    missing: (missing.get(judgeId) ?? []).map(({ code }) => code).sort(),
    kept: kept.get(judgeId) ?? 0,
    pack_at: seen.get(judgeId)?.pack_at?.toISOString() ?? null,
    sent_at: seen.get(judgeId)?.sent_at?.toISOString() ?? null,
  });
}

/** How far each judge is; once closed also how they scored. */
export async function listProgress(context: UserContext, roundId: string) {
  const round = await requireRound(context, roundId);
  const { read } = context.db;
  const reviews = (await listScored(read, round.id)).filter((one) => one.entry_state === 'in');
  const members = await listRoundJudges(read, [round.id]);
  const remindedAt = new Map(members.map((one) => [one.judge_id, one.reminded_at]));
  const ids = [...new Set([...remindedAt.keys(), ...reviews.map(({ judge_id }) => judge_id)])];
  const isClosed = round.state !== 'open' && round.state !== 'draft';
  const leans = isClosed ? leansOf(round, reviews) : undefined;
  const people = await findJudges(read, ids);
  const ties = Map.groupBy(
    (await listOfRound(read, round.id)).filter(({ state }) => state !== 'cleared'),
    ({ judge_id }) => judge_id,
  );
  const pitchOf = round.kind === 'pitch' ? await readPitch(read, round) : undefined;
  const byJudge = Map.groupBy(reviews, ({ judge_id }) => judge_id);
  return people
    .toSorted((one, other) => (one.last_name < other.last_name ? -1 : 1))
    .map((judge) => {
      const own = byJudge.get(judge.id) ?? [];
      const times = own.flatMap(({ changed_at }) => changed_at?.getTime() ?? []);
      const count = (state: string) => own.filter((one) => one.state === state).length;
      return {
        judge: { id: judge.id, name: nameOf(judge) },
        state: judge.state,
        is_active: judge.is_active,
        assigned: own.filter(({ state }) => isActive(state)).length,
        submitted: count('submitted'),
        abstained: count('abstained'),
        recused: count('recused'),
        conflicts: ties.get(judge.id)?.length ?? 0,
        last_at: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
        reminded_at: remindedAt.get(judge.id)?.toISOString() ?? null,
        ...pitchOf?.(judge.id),
        ...(leans && (leans.get(judge.id) ?? { mean: null, sd: null, lean: null })),
      };
    });
}
