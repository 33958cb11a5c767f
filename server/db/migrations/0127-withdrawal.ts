/**
 * Withdrawing (contract §13.4): `decision` and `announced_decision` are `withdrawn` from the call on.
 * `withdrawal_due_at`: until when it can be undone; null once it has taken effect.
 * `withdrawal_kept`: what taking it back brings back.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table proposals add column withdrawn_at timestamptz',
  'alter table proposals add column withdrawn_by text',
  'alter table proposals add column withdrawal_reason text',
  'alter table proposals add column withdrawal_due_at timestamptz',
  'alter table proposals add column withdrawal_kept text',
  `create index proposals_withdrawing on proposals (withdrawal_due_at)
    where withdrawal_due_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
