/** Every SQL statement that compares documents with stored files. */
import type { Executor } from '../db/open.ts';

/** Which of these file keys belong to a document, as it is or of a version; for the sweep. */
export async function findKnownDocuments(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('documents').select('key').where('key', 'in', keys).execute();
  const copies = await db
    .selectFrom('documents')
    .select('clean_key as key')
    .where('clean_key', 'in', keys)
    .execute();
  const versions = await db
    .selectFrom('version_documents')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  return new Set([...rows, ...copies, ...versions].map(({ key }) => key!));
}

/** How many files the rows of documents refer to. */
export async function countDocuments(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
