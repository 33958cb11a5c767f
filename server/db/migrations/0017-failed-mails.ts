/**
 * Mails that were given up are called `failed`. An older release that runs beside this one still
 * writes `parked`: readers accept both (server/mail/store.ts).
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update mails set state = 'failed' where state = 'parked'`.execute(db);
}
