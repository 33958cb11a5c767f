/** A copy of what an admin left of a description, which nobody reads and an erasure forgot. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update entries set redacted_description = null
    where redacted_description is not null`.execute(db);
}
