/** Who has decided is counted and filtered by, as assignees are. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index proposals_by_decider on proposals (decided_by, created_at, id, business_sector,
        region, funding_stage, is_approved, program_id, decision, assigned_to, flagged)`,
    )
    .execute(db);
}
