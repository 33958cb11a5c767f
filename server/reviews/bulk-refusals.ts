/** Which decisions of a bulk change are refused, and why. */
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import type { RefusedProposal } from '#domain/reviews/bulk-schema.ts';
import type { Executor } from '../db/open.ts';
import { isDeciding, isTooEarly, type PlannedReview } from '../proposals/decision.ts';
import { findHeld } from '../proposals/round-store.ts';

type Plan = { planned: PlannedReview[]; refused: RefusedProposal };

/** Refuses decisions on what is in a round, or can still be edited. */
export async function refuseUndecidable<P extends Plan>(
  { db, now }: { db: Executor; now: Date },
  plan: P,
): Promise<P> {
  const deciding = plan.planned.filter(({ changes }) => isDeciding(changes));
  const held = await findHeld(
    db,
    deciding.map(({ old }) => old.id),
  );
  const refused = deciding.flatMap((one) => {
    const reason = held.has(one.old.id) ? JUDGING_RULES.inRound : REVIEW_RULES.stillEditable;
    return held.has(one.old.id) || isTooEarly(one, now) ? [{ id: one.old.id, reason }] : [];
  });
  if (refused.length === 0) return plan;
  const without = new Set(refused.map(({ id }) => id));
  return {
    ...plan,
    planned: plan.planned.filter(({ old }) => !without.has(old.id)),
    refused: [...plan.refused, ...refused],
  };
}
