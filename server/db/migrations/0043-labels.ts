/** Labels that admins pin to proposals. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table labels (
    id uuid primary key, name text not null, name_key text not null unique, colour text not null,
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null)`,
  `create table proposal_labels (
    proposal_id uuid not null references proposals (id) on delete cascade,
    label_id uuid not null references labels (id) on delete cascade,
    primary key (proposal_id, label_id))`,
  'create index proposal_labels_by_label on proposal_labels (label_id, proposal_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
