/** The labels of a bulk change. */
import type { BulkAnswer, BulkInput } from '#domain/reviews/bulk-schema.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { labelsOf } from '../labels/pinned-store.ts';
import { changeLabels, planLabels, requireLabels } from '../labels/pinned-service.ts';

type Plan = { planned: { old: { id: string } }[] } & Pick<BulkAnswer, 'unchanged' | 'refused'>;

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
