/** Writes what is planned for many proposals. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isSameNews } from '#domain/proposals/decision-rules.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { announceAtOnce, toldOf } from '../proposals/announcement-service.ts';
import { fieldChanges, stampsOf, type PlannedReview } from '../proposals/decision-service.ts';
import * as store from './bulk-store.ts';

/**
 * Writes and audits what is planned for proposals that the caller has locked. With `run`, those of
 * which applicants hear later can be undone by it. Call `notifyAnnouncements` after the commit.
 */
export async function writeAll(
  context: UserContext,
  tx: Executor,
  planned: PlannedReview[],
  run?: string,
): Promise<void> {
  if (planned.length === 0) return;
  for (const alike of groupAlike(planned)) await writeAlike(context, tx, alike, run);
  for (const batch of batchesOf(planned)) {
    const entries = batch.map((one) => ({ id: one.old.id, changes: fieldChanges(one) }));
    await auditAll(tx, context, 'proposals.review', 'proposal', entries);
    await yieldToEventLoop();
  }
  await raiseVersion(tx, 'proposals');
  await announceAtOnce(
    context,
    tx,
    planned.map(({ old }) => old),
  );
}

/** Groups proposals whose columns change in the same way. */
function groupAlike(planned: PlannedReview[]): PlannedReview[][] {
  const groups = new Map<string, PlannedReview[]>();
  for (const one of planned) {
    const isNews = one.isShown && !isSameNews(toldOf(one.old), one.next);
    const key = JSON.stringify([
      ...[one.changes, one.next.decision, one.isShown, isNews],
      ...[one.old.announces, one.mailText ?? null, one.mailText === undefined],
      one.decided ?? null,
    ]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

async function writeAlike(
  context: UserContext,
  tx: Executor,
  alike: PlannedReview[],
  run: string | undefined,
): Promise<void> {
  const [first] = alike as [PlannedReview];
  const stamps = stampsOf(context, first);
  const kept = run && stamps.announce_at ? store.keepForUndo(run) : {};
  const changes = { ...first.changes, ...stamps, ...kept };
  for (const batch of batchesOf(alike)) {
    const ids = batch.map(({ old }) => old.id);
    await store.changeProposals(tx, ids, changes);
    await yieldToEventLoop();
  }
}
