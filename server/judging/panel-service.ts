/** The judges of an open round: who is added, who leaves, how far everybody is. */
import { JUDGE } from '#domain/judges/messages.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive } from '#domain/judging/rules.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import type { AssignInput } from '#domain/judging/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudge, findJudges, listAdminEmails } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { changeRound, lockRound, requireRound, requireState } from '../rounds/service.ts';
import { addRoundJudges, listRoundJudges, removeRoundJudge } from '../rounds/store.ts';
import { listEntries } from './entry-store.ts';
import { fill, leaveRound } from './leaving-service.ts';
import { dropOutMail } from './mails.ts';
import { listScored } from './review-store.ts';
import { leansOf } from './scores.ts';

/** Fills what is short; with ids, further reviews of each. Refuses with 404, 409 and 422. */
export async function assignMore(
  context: UserContext,
  id: string,
  { preview, proposal_ids, count }: AssignInput,
): Promise<ApiResponse> {
  const once = { call: 'rounds.assign', content: [id, preview, proposal_ids, count] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'open');
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

async function findEntryIds(
  tx: Executor,
  roundId: string,
  proposalIds: string[],
): Promise<Set<string>> {
  const entries = await listEntries(tx, roundId);
  const ids = new Map(entries.map(({ id, proposal_id }) => [proposal_id, id]));
  if (proposalIds.some((id) => !ids.has(id)))
    throw invalid({ proposal_ids: JUDGING_RULES.entryNotFound });
  return new Set(proposalIds.map((id) => ids.get(id)!));
}

/** Adds a judge, who gets what is short and nothing of others. Refuses with 404, 409 and 422. */
export async function addJudge(
  context: UserContext,
  roundId: string,
  judgeId: string,
): Promise<{ assigned: number }> {
  const filled = await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, roundId);
    if (round.state !== 'draft') requireState(round, 'open');
    const judge = await findJudge(tx, judgeId);
    if (!judge) throw new Problem('not_found', JUDGE.notFound);
    if (judge.state !== 'accepted' || !judge.is_active)
      throw invalid({ judge_id: ROUND.notAccepted });
    const there = await listRoundJudges(tx, [round.id]);
    if (there.some(({ judge_id }) => judge_id === judgeId)) return { assigned: 0 };
    if (there.length >= ROUNDS.judges) throw invalid({ judge_id: ROUND.judges });
    await addRoundJudges(tx, round.id, [judgeId], context.clock());
    await changeRound(context, tx, round, {});
    await audit(tx, context, 'round.addJudge', 'round', round.id, { judge: judgeId });
    return round.state === 'open' ? fill(context, tx, round) : { assigned: 0 };
  });
  context.notifyMail();
  return { assigned: filled.assigned };
}

/**
 * Takes a judge out: submitted reviews stay, open ones go to others at once; admins hear of a judge
 * who leaves. Refuses with 404, and with 409 a round that is over.
 */
export async function removeJudge(
  context: UserContext,
  roundId: string,
  judgeId: string,
  reason: string | undefined,
): Promise<{ moved: number; short: number }> {
  const result = await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, roundId);
    const there = await listRoundJudges(tx, [round.id]);
    if (!there.some(({ judge_id }) => judge_id === judgeId))
      throw new Problem('not_found', JUDGING_RULES.judgeNotFound);
    if (round.state !== 'draft') requireState(round, 'open');
    await removeRoundJudge(tx, round.id, judgeId);
    await changeRound(context, tx, round, {});
    await audit(tx, context, 'round.removeJudge', 'round', round.id, { judge: judgeId, reason });
    if (round.state === 'draft') return { moved: 0, short: 0 };
    const left = await leaveRound(context, tx, round, judgeId, reason ?? '');
    const judge = (await findJudge(tx, judgeId))!;
    const words = dropOutMail(
      `${judge.first_name} ${judge.last_name}`,
      round,
      left,
      context.publicUrl,
    );
    const mails = (await listAdminEmails(tx)).map((to) => ({ to, ...words }));
    await queueMails(tx, mails, context.clock());
    return left;
  });
  context.notifyMail();
  return result;
}

/** How far each judge is; once closed also how they scored. Refuses with 404. */
export async function listProgress(context: UserContext, roundId: string) {
  const round = await requireRound(context, roundId);
  const { read } = context.db;
  const reviews = (await listScored(read, round.id)).filter((one) => one.entry_state === 'in');
  const members = (await listRoundJudges(read, [round.id])).map(({ judge_id }) => judge_id);
  const ids = [...new Set([...members, ...reviews.map(({ judge_id }) => judge_id)])];
  const isClosed = round.state !== 'open' && round.state !== 'draft';
  const leans = isClosed ? leansOf(round, reviews) : undefined;
  const people = await findJudges(read, ids);
  const byJudge = Map.groupBy(reviews, ({ judge_id }) => judge_id);
  return people
    .toSorted((one, other) => (one.last_name < other.last_name ? -1 : 1))
    .map((judge) => {
      const own = byJudge.get(judge.id) ?? [];
      const times = own.flatMap(({ changed_at }) => changed_at?.getTime() ?? []);
      const count = (state: string) => own.filter((one) => one.state === state).length;
      return {
        judge: { id: judge.id, name: `${judge.first_name} ${judge.last_name}` },
        assigned: own.filter(({ state }) => isActive(state)).length,
        submitted: count('submitted'),
        abstained: count('abstained'),
        recused: count('recused'),
        last_at: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
        ...(leans && (leans.get(judge.id) ?? { mean: null, sd: null, lean: null })),
      };
    });
}
