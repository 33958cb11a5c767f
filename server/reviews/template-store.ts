/** Every SQL statement about templates of reasons for declining. */
import { lockRows, type Db, type Executor } from '../db/open.ts';
import type { DeclineTemplatesTable } from '../db/review-tables.ts';

export type TemplateRow = DeclineTemplatesTable;

/** All of them, by title; there are few. */
export async function listTemplates(db: Executor): Promise<TemplateRow[]> {
  return db.selectFrom('decline_templates').selectAll().orderBy('title').orderBy('id').execute();
}

export async function findTemplate(db: Executor, id: string): Promise<TemplateRow | undefined> {
  return db.selectFrom('decline_templates').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countTemplates(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom('decline_templates')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks the row until the transaction ends. */
export async function lockTemplate(
  db: Db,
  tx: Executor,
  id: string,
): Promise<TemplateRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('decline_templates').selectAll().where('id', '=', id),
  ).executeTakeFirst();
}

export async function insertTemplate(tx: Executor, row: TemplateRow): Promise<void> {
  await tx.insertInto('decline_templates').values(row).execute();
}

export async function changeTemplate(
  tx: Executor,
  id: string,
  changes: Partial<TemplateRow>,
): Promise<void> {
  await tx.updateTable('decline_templates').set(changes).where('id', '=', id).execute();
}

export async function deleteTemplate(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('decline_templates').where('id', '=', id).execute();
}
