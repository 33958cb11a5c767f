/** Mails that the mail server has refused for good: their address has bounced. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table mails add column is_bounced boolean not null default false',
    // The reason of a refusal for good begins with its code, such as `550 5.1.1`.
    `update mails set is_bounced = true where state in ('failed', 'parked') and last_error like '5__ %'`,
    'create index mails_bounced on mails (recipient) where is_bounced',
  ])
    await sql.raw(statement).execute(db);
}
