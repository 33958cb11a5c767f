/** Which labels proposals carry. */
import type { Label } from '#domain/labels/schema.ts';
import { LABEL } from '#domain/labels/schema.ts';
import { invalid, type Problem } from '#domain/problem.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { presentLabel } from './service.ts';
import * as store from './pinned-store.ts';

/** Adds the labels of each, by name. For admins only. */
export async function withLabels<Item extends { id: string }>(
  db: Executor,
  items: Item[],
): Promise<(Item & { labels: Label[] })[]> {
  const pinned = await store.labelsOf(
    db,
    items.map(({ id }) => id),
  );
  return items.map((item) => ({ ...item, labels: (pinned.get(item.id) ?? []).map(presentLabel) }));
}

const gone = (field: string): Problem => invalid({ [field]: LABEL.gone });

/** Refuses with 422 a label that does not exist. */
export async function requireLabels(tx: Executor, field: string, ids: string[]): Promise<void> {
  if ((await store.countLabels(tx, ids)) < ids.length) throw gone(field);
}

/** `field`: where the caller has asked for those to add. */
type Change = { add: string[]; remove: string[]; field: string };

/** What each proposal has to change so that it carries exactly these. */
export async function setLabels(
  context: UserContext,
  tx: Executor,
  proposalId: string,
  wanted: string[],
): Promise<boolean> {
  await requireLabels(tx, 'labels', wanted);
  const has = (await store.labelsOf(tx, [proposalId])).get(proposalId) ?? [];
  const remove = has.map(({ id }) => id).filter((id) => !wanted.includes(id));
  return (
    (await changeLabels(context, tx, [proposalId], { add: wanted, remove, field: 'labels' })) > 0
  );
}

/**
 * Returns how many of these proposals it changed. Their lock is the caller's. Refuses with 422 a
 * label that somebody deletes meanwhile.
 */
export async function changeLabels(
  context: UserContext,
  tx: Executor,
  proposalIds: string[],
  { add, remove, field }: Change,
): Promise<number> {
  const before = await store.labelsOf(tx, proposalIds);
  const changed = planLabels(before, proposalIds, { add, remove });
  if (changed.length === 0) return 0;
  await store.unpin(tx, changed, remove);
  await store.pin(tx, changed, add).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? gone(field) : error;
  });
  await store.touchProposals(tx, changed);
  const after = await store.labelsOf(tx, changed);
  const namesOf = (labels: Label[] = []) => labels.map(({ name }) => name).join(', ') || null;
  const entries = changed.map((id) => ({
    id,
    changes: { labels: [namesOf(before.get(id)), namesOf(after.get(id))] },
  }));
  await auditAll(tx, context, 'proposals.label', 'proposal', entries);
  await raiseVersion(tx, 'proposals');
  return changed.length;
}

/** The proposals that a change makes a difference to. */
export function planLabels(
  before: Map<string, Label[]>,
  proposalIds: string[],
  { add, remove }: Omit<Change, 'field'>,
): string[] {
  return proposalIds.filter((id) => {
    const has = new Set((before.get(id) ?? []).map((label) => label.id));
    return add.some((label) => !has.has(label)) || remove.some((label) => has.has(label));
  });
}
