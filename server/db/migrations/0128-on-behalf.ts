/**
 * What did not come through the portal (contract §13.3): typed in by an admin, for an account that
 * may have no address. `on_behalf` is part of what the receipt signs.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table users alter column email drop not null',
  'create index users_without_email on users (id) where email is null',
  'alter table proposals add column on_behalf boolean not null default false',
  'create index proposals_on_behalf on proposals (program_id, region) where on_behalf = true',
  'alter table receipts add column on_behalf boolean not null default false',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
