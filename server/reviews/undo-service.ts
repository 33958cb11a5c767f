/** Undoes a bulk run while its mails wait. */
import { Problem } from '#domain/problem.ts';
import type { UndoResponse } from '#domain/reviews/bulk-schema.ts';
import { BULK } from '#domain/reviews/messages.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { keepProgramsOf } from '../proposals/announcement-store.ts';
import { planReview, type PlannedReview, type ReviewedProposal } from '../proposals/decision.ts';
import { refuseUndecidable } from './bulk-refusals.ts';
import * as store from './bulk-store.ts';
import { writeAll } from './bulk-writing.ts';

const CALL = 'POST /proposals/admin/bulk/{run_id}/undo';

/**
 * Brings decisions and stages back to what they were before the run, as long as no applicant has
 * heard of them; what somebody has decided anew since stays. Assignments, flags and labels, of
 * which nobody hears, stay too. Refuses with 409 `undo_over` if there is nothing to undo, and with
 * `some_refused` if a round holds some by now.
 */
export async function undoRun(context: UserContext, run: string): Promise<ApiResponse> {
  const once = { call: CALL, content: run };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => ({
    body: await write(context, tx, run),
  }));
  if (!isReplay) context.notifyAnnouncements();
  return answer;
}

async function write(context: UserContext, tx: Executor, run: string): Promise<UndoResponse> {
  const planned = isId(run) ? await planUndo(context, tx, run) : [];
  if (planned.length === 0) throw new Problem('undo_over', BULK.undoOver);
  await writeAll(context, tx, planned);
  return { changed: planned.length };
}

async function planUndo(context: UserContext, tx: Executor, run: string): Promise<PlannedReview[]> {
  const now = context.clock();
  const ids = (await store.findUndoable(tx, run, now)).map(({ id }) => id);
  await keepProgramsOf(tx, ids);
  await store.lockProposals(context.db, tx, ids);
  // What was announced or decided anew while this waited for the lock is no longer among them.
  const undoable = await store.findUndoable(tx, run, now);
  const rows = await store.findReviewed(tx, ids);
  const all = undoable.flatMap((before) => planBack(rows.get(before.id)!, before) ?? []);
  const { planned, refused } = await refuseUndecidable(
    { db: tx, now },
    { planned: all, refused: [] },
  );
  if (refused.length > 0)
    throw new Problem('some_refused', BULK.refused(refused.length), { refused });
  return planned;
}

function planBack(old: ReviewedProposal, before: store.Undoable): PlannedReview | undefined {
  const planned = planReview(old, {
    decision: before.undo_decision!,
    decline_reason: before.undo_reason ?? undefined,
    funding_stage: before.undo_stage!,
  });
  const mailText = before.undo_text === old.mail_text ? undefined : before.undo_text;
  const decided = { decided_at: before.undo_decided_at, decided_by: before.undo_decided_by };
  return planned && { ...planned, mailText, decided };
}
