/** Finds what is decided and not announced among all proposals: it is few of them. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index proposals_unannounced on proposals (program_id, decision)
    where (decision <> announced_decision or funding_stage <> announced_stage
    or coalesce(decline_reason, '') <> coalesce(announced_reason, ''))`.execute(db);
}
