/** Every SQL statement about the firm's own texts for mails. */
import type { MailTemplatesTable } from '../db/mailing-tables.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';

export type TemplateRow = MailTemplatesTable;

/** All of them, by name; there are few. */
export async function listTemplates(db: Executor): Promise<TemplateRow[]> {
  return db.selectFrom('mail_templates').selectAll().orderBy('name').orderBy('id').execute();
}

export async function countTemplates(db: Executor): Promise<number> {
  return (await db.selectFrom('mail_templates').select('id').execute()).length;
}

export async function findTemplate(db: Executor, id: string): Promise<TemplateRow | undefined> {
  return db.selectFrom('mail_templates').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks it until the transaction ends. */
export async function lockTemplate(
  db: Db,
  tx: Executor,
  id: string,
): Promise<TemplateRow | undefined> {
  const query = tx.selectFrom('mail_templates').selectAll().where('id', '=', id);
  return lockRows(db, query).executeTakeFirst();
}

export async function insertTemplate(tx: Executor, row: TemplateRow): Promise<void> {
  await tx.insertInto('mail_templates').values(row).execute();
}

export async function changeTemplate(
  tx: Executor,
  id: string,
  changes: Partial<TemplateRow>,
): Promise<void> {
  await tx.updateTable('mail_templates').set(changes).where('id', '=', id).execute();
}

export async function deleteTemplate(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('mail_templates').where('id', '=', id).execute();
}
