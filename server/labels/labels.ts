/** Labels of proposals. A proposal's ETag covers its labels, for admins only. */
import { joinChoices } from '#domain/count-of.ts';
import { labelKeyOf, LABELS } from '#domain/labels/rules.ts';
import {
  createLabelInput,
  label,
  LABEL,
  updateLabelInput,
  type Label,
} from '#domain/labels/schema.ts';
import { invalid } from '#domain/problem.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { resource } from '../http/resource.ts';
import * as store from './store.ts';

export const labels = resource({
  path: '/labels/',
  ...{ table: 'labels', noun: 'labels', entity: 'label', topic: 'proposals', order: ['name_key'] },
  says: {
    list: 'List labels',
    create: 'Create a label',
    update: 'Update a label',
    remove: 'Delete a label and remove it from every proposal',
  },
  ...{ item: label, create: createLabelInput, update: updateLabelInput },
  missing: LABEL.notFound,
  most: {
    count: LABELS.most,
    code: 'too_many_labels',
    sentence: LABEL.tooMany,
    lock: store.lockLabels,
  },
  taken: () => invalid({ name: LABEL.taken }),
  isIdempotent: true,
  complete: ({ name }) => ({ name_key: labelKeyOf(name) }),
  touch: store.touchLabelled,
});

/** Adds the labels of each, by name. For admins only. */
export async function withLabels<Item extends { id: string }>(db: Executor, items: Item[]) {
  const ids = items.map(({ id }) => id);
  const pinned = await store.labelsOf(db, ids);
  return items.map((item) => ({ ...item, labels: pinned.get(item.id) ?? [] }));
}

const gone = (field: string) => invalid({ [field]: LABEL.gone });

export async function requireLabels(tx: Executor, field: string, ids: string[]) {
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
) {
  await requireLabels(tx, 'labels', wanted);
  const has = (await store.labelsOf(tx, [proposalId])).get(proposalId) ?? [];
  const remove = has.map(({ id }) => id).filter((id) => !wanted.includes(id));
  const change = { add: wanted, remove, field: 'labels' };
  return (await changeLabels(context, tx, [proposalId], change)) > 0;
}

/** Returns how many of these proposals it changed. Their lock is the caller's. */
export async function changeLabels(
  context: UserContext,
  tx: Executor,
  proposalIds: string[],
  { add, remove, field }: Change,
) {
  const before = await store.labelsOf(tx, proposalIds);
  const changed = planLabels(before, proposalIds, { add, remove });
  if (changed.length === 0) return 0;
  await store.unpin(tx, changed, remove);
  await store.pin(tx, changed, add).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? gone(field) : error;
  });
  await store.touchProposals(tx, changed);
  const after = await store.labelsOf(tx, changed);
  const namesOf = (labels: Label[] = []) => joinChoices(labels.map(({ name }) => name)) || null;
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
) {
  return proposalIds.filter((id) => {
    const has = new Set((before.get(id) ?? []).map((label) => label.id));
    return add.some((label) => !has.has(label)) || remove.some((label) => has.has(label));
  });
}
