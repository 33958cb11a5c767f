/** How a proposal stood before the bulk run that can still be undone. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table proposals add column undo_run uuid',
  'alter table proposals add column undo_decision text',
  'alter table proposals add column undo_reason text',
  'alter table proposals add column undo_stage text',
  'alter table proposals add column undo_text text',
  'alter table proposals add column undo_decided_at timestamptz',
  // No reference: whoever it was may close their account before it is undone.
  'alter table proposals add column undo_decided_by uuid',
  'create index proposals_by_undo_run on proposals (undo_run) where undo_run is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
