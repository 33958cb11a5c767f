import { sql } from 'kysely';
import type { Label } from '#domain/labels/schema.ts';
import { batchesOf, table } from '../db/table.ts';
import { rowsOf } from '../db/statement.ts';
import { isOnPostgres, type Executor } from '../db/open.ts';

/** By proposal, in the order of their names. */
export async function labelsOf(db: Executor, proposalIds: string[]) {
  const found = new Map<string, Label[]>();
  for (const { proposal_id: proposal, ...label } of await pinnedOf(db, proposalIds))
    found.set(proposal, [...(found.get(proposal) ?? []), label]);
  return found;
}

const pinnedOf = rowsOf((db, isAmong) =>
  db
    .selectFrom('proposal_labels')
    .innerJoin('labels', 'labels.id', 'proposal_labels.label_id')
    .select(['proposal_labels.proposal_id', 'labels.id', 'labels.name', 'labels.colour'])
    .where(isAmong('proposal_labels.proposal_id'))
    .orderBy('labels.name_key'),
);

export const countLabels = async (db: Executor, ids: string[]) =>
  ids.length === 0 ? 0 : (await table('labels').ofIds(db, ids)).length;

export async function pin(tx: Executor, proposalIds: string[], labels: string[]) {
  for (const label_id of labels)
    for (const batch of batchesOf(proposalIds))
      await tx
        .insertInto('proposal_labels')
        .values(batch.map((proposal_id) => ({ proposal_id, label_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

export async function unpin(tx: Executor, proposalIds: string[], labels: string[]) {
  if (labels.length === 0) return;
  for (const batch of batchesOf(proposalIds)) {
    const pinned = tx.deleteFrom('proposal_labels').where('proposal_id', 'in', batch);
    await pinned.where('label_id', 'in', labels).execute();
  }
}

/** What admins see of proposals changes. */
const touching = (tx: Executor) =>
  tx.updateTable('proposals').set((eb) => ({ desk_version: eb('desk_version', '+', 1) }));

export async function touchProposals(tx: Executor, proposalIds: string[]) {
  for (const batch of batchesOf(proposalIds)) await touching(tx).where('id', 'in', batch).execute();
}

export async function touchLabelled(tx: Executor, id: string) {
  const pinned = tx.selectFrom('proposal_labels').select('proposal_id').where('label_id', '=', id);
  await touching(tx).where('id', 'in', pinned).execute();
}

/** Nobody else adds a label until the transaction ends. */
export async function lockLabels(tx: Executor) {
  if (isOnPostgres(tx)) await sql`lock table labels in share row exclusive mode`.execute(tx);
}
