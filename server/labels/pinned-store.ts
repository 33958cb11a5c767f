/** Every SQL statement about the labels of proposals. */
import type { Label } from '#domain/labels/schema.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';

/** By proposal, in the order of their names. */
export async function labelsOf(db: Executor, proposalIds: string[]): Promise<Map<string, Label[]>> {
  const found = new Map<string, Label[]>();
  for (const batch of batchesOf(proposalIds)) {
    const rows = await db
      .selectFrom('proposal_labels')
      .innerJoin('labels', 'labels.id', 'proposal_labels.label_id')
      .select(['proposal_labels.proposal_id', 'labels.id', 'labels.name', 'labels.colour'])
      .where('proposal_labels.proposal_id', 'in', batch)
      .orderBy('labels.name_key')
      .execute();
    for (const { proposal_id: proposal, ...label } of rows)
      found.set(proposal, [...(found.get(proposal) ?? []), label]);
  }
  return found;
}

export async function countLabels(db: Executor, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { total } = await db
    .selectFrom('labels')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function pin(tx: Executor, proposalIds: string[], labels: string[]): Promise<void> {
  for (const label of labels)
    for (const batch of batchesOf(proposalIds))
      await tx
        .insertInto('proposal_labels')
        .values(batch.map((id) => ({ proposal_id: id, label_id: label })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

export async function unpin(tx: Executor, proposalIds: string[], labels: string[]): Promise<void> {
  if (labels.length === 0) return;
  for (const batch of batchesOf(proposalIds))
    await tx
      .deleteFrom('proposal_labels')
      .where('proposal_id', 'in', batch)
      .where('label_id', 'in', labels)
      .execute();
}

/** What admins see of these proposals changes. */
export async function touchProposals(tx: Executor, proposalIds: string[]): Promise<void> {
  for (const batch of batchesOf(proposalIds))
    await tx
      .updateTable('proposals')
      .set((eb) => ({ desk_version: eb('desk_version', '+', 1) }))
      .where('id', 'in', batch)
      .execute();
}
