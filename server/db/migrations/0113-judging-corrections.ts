/** What was decided otherwise after the release of a round, for the public record. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('rounds').addColumn('corrections', 'jsonb').execute();
}
