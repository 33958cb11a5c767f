/** A judge says that there is a tie or none, or that they can't judge this one. */
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { isActive } from '#domain/judging/rules.ts';
import { REVIEWING } from '#domain/judging/messages.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { type ApiResponse, single } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { writeTie } from './conflict-service.ts';
import { leaveReviews } from './leaving-service.ts';
import { getReview, lockOwnReview, receiveOne } from './review-service.ts';
import { changeReview, type ReviewRow } from './review-store.ts';

type Declaration = {
  has_conflict: boolean;
  kind?: ConflictKind | undefined;
  reason?: string | undefined;
};

function requireActive({ state }: ReviewRow): void {
  if (!isActive(state)) throw new Problem('round_not_open', REVIEWING.over);
}

async function answer(context: UserContext, id: string): Promise<ApiResponse> {
  const { review, version } = await getReview(context, id);
  return single(review, version);
}

/** A tie recuses from this round and later ones. */
export async function declare(
  context: UserContext,
  id: string,
  input: Declaration,
): Promise<ApiResponse> {
  const once = { call: 'reviews.declare', content: [id, input] };
  await writeOnce(context, once, async (tx) => {
    const { row, round } = await lockOwnReview(context, tx, id);
    // In a pitch round scores take an abstention back, so it has to be said of one too.
    if (round.kind === 'reading' || row.state !== 'abstained') requireActive(row);
    const declared = { declared_at: context.clock(), revision: row.revision + 1 };
    if (row.declared_at === null) await changeReview(tx, id, declared);
    if (!input.has_conflict) return { body: null };
    const tie = await writeTie(
      context,
      tx,
      {
        judge_id: context.actor.id,
        proposal_id: row.proposal_id!,
        kind: input.kind ?? 'other',
        reason: input.reason || 'Declared by the judge.',
      },
      'declared',
    );
    await audit(tx, context, 'conflict.declare', 'conflict', tie.id, { after: tie });
    const { reason } = tie;
    await leaveReviews(context, tx, [
      { review: { ...row, revision: declared.revision }, state: 'recused', reason },
    ]);
    return { body: null };
  });
  context.notifyMail();
  return answer(context, id);
}

type Abstention = { reason: string; note?: string | undefined };

/** Leaves this review only; the entry goes to another judge, in a pitch round to nobody. */
export async function abstain(
  context: UserContext,
  id: string,
  { reason, note }: Abstention,
): Promise<ApiResponse> {
  const once = { call: 'reviews.abstain', content: [id, reason, note] };
  await writeOnce(context, once, async (tx) => {
    const { row, round } = await lockOwnReview(context, tx, id);
    requireActive(row);
    if (row.state === 'submitted') throw new Problem('review_submitted', REVIEWING.submitted);
    const why = note ? `${reason}: ${note}` : reason;
    if (round.kind === 'pitch') {
      await receiveOne(context, tx, round, row, { not_heard: true });
      await changeReview(tx, id, { reason: why });
    } else await leaveReviews(context, tx, [{ review: row, state: 'abstained', reason: why }]);
    return { body: null };
  });
  context.notifyMail();
  return answer(context, id);
}
