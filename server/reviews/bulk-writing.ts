/** Writes what is planned for many proposals. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isSameNews } from '#domain/proposals/decision-rules.ts';
import type { BulkResponse, BulkInput } from '#domain/reviews/bulk-schema.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { announceAtOnce, toldOf } from '../proposals/announcement-service.ts';
import { fieldChanges, stampsOf, type PlannedReview } from '../proposals/decision.ts';
import { labelsOf } from '../labels/pinned-store.ts';
import { changeLabels, planLabels, requireLabels } from '../labels/pinned-labels.ts';
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

type Plan = { planned: { old: { id: string } }[] } & Pick<BulkResponse, 'unchanged' | 'refused'>;

/** `ids`: the proposals whose labels differ afterwards; `alone`: those that only change by that. */
type LabelPlan = { ids: string[]; alone: number; add: string[]; remove: string[] };

const ADDED = 'change.add_labels';

/** Refused proposals keep their labels. Refuses with 422 a label that does not exist. */
export async function planBulkLabels(
  db: Executor,
  { change: { add_labels: add = [], remove_labels: remove = [] } }: BulkInput,
  existing: string[],
  { planned, refused }: Plan,
): Promise<LabelPlan> {
  if (add.length + remove.length === 0) return { ids: [], alone: 0, add, remove };
  await requireLabels(db, ADDED, add);
  await requireLabels(db, 'change.remove_labels', remove);
  const refusing = new Set(refused.map(({ id }) => id));
  const open = existing.filter((id) => !refusing.has(id));
  const ids = planLabels(await labelsOf(db, open), open, { add, remove });
  const reviewed = new Set(planned.map(({ old }) => old.id));
  return { ids, alone: ids.filter((id) => !reviewed.has(id)).length, add, remove };
}

export const writeBulkLabels = (
  context: UserContext,
  tx: Executor,
  { ids, add, remove }: LabelPlan,
): Promise<number> => changeLabels(context, tx, ids, { add, remove, field: ADDED });
