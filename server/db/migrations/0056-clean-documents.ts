/** Copies of documents without what tells whose they are, for rounds without names. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // The file that the copy is of: a document may be replaced. Without a copy, there can be none.
  'alter table documents add column clean_of text',
  'alter table documents add column clean_key text',
  'alter table documents add column clean_size bigint',
  'alter table documents add column clean_sha256 text',
  'create index documents_by_clean_key on documents (clean_key) where clean_key is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
