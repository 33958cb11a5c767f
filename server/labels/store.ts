/** Every SQL statement about labels. */
import { sql } from 'kysely';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import type { LabelsTable } from '../db/touch-tables.ts';

export type LabelRow = LabelsTable;

/** All of them, by name; there are few. */
export async function listLabels(db: Executor): Promise<LabelRow[]> {
  return db.selectFrom('labels').selectAll().orderBy('name_key').orderBy('id').execute();
}

/** How many there are; nobody else adds one until the transaction ends. */
export async function lockAndCountLabels(db: Db, tx: Executor): Promise<number> {
  if (db.engine === 'postgres')
    await sql`lock table labels in share row exclusive mode`.execute(tx);
  const { total } = await tx
    .selectFrom('labels')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Locks the label until the transaction ends. */
export async function lockLabel(db: Db, tx: Executor, id: string): Promise<LabelRow | undefined> {
  return lockRows(db, tx.selectFrom('labels').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function insertLabel(tx: Executor, row: LabelRow): Promise<void> {
  await tx.insertInto('labels').values(row).execute();
}

export async function changeLabel(tx: Executor, { id, ...row }: LabelRow): Promise<void> {
  await tx.updateTable('labels').set(row).where('id', '=', id).execute();
}

export async function deleteLabel(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('labels').where('id', '=', id).execute();
}

/** What admins see of the proposals with this label changes. */
export async function touchLabelled(tx: Executor, id: string): Promise<void> {
  await tx
    .updateTable('proposals')
    .set((eb) => ({ desk_version: eb('desk_version', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('proposal_labels').select('proposal_id').where('label_id', '=', id),
    )
    .execute();
}
