/** How often applicants have changed a proposal, and how many of the changes an admin has read. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['proposals', 'proposal_reads'])
    await sql.raw(`alter table ${table} add column edits integer not null default 0`).execute(db);
}
