/** Programs may keep their decisions until all of them are announced together. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  "alter table programs add column announces text not null default 'at_once'",
  // When the next announcement goes out; null: none is planned.
  'alter table programs add column announce_at timestamptz',
  'create index programs_to_announce on programs (announce_at) where announce_at is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
