/** When a judge was last reminded of what is left in a round. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('round_judges').addColumn('reminded_at', 'timestamptz').execute();
}
