/** Nobody who cannot log in any more has proposals to decide. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update proposals set assigned_to = null, desk_version = desk_version + 1
    where assigned_to in (select id from users where role <> 'admin' or not is_active)`.execute(db);
}
