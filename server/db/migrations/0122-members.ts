/**
 * Who works on a draft or a proposal beside its owner (contract §13.2): invited by address, a member
 * once accepted. Belongs to a draft until that is submitted, then to its proposal.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table members (
    id uuid not null primary key,
    draft_id uuid references drafts (id) on delete cascade,
    proposal_id uuid references proposals (id) on delete cascade,
    user_id uuid references users (id) on delete cascade,
    email text not null,
    token_hash text not null unique,
    invited_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz)`,
  'create unique index members_by_draft on members (draft_id, email)',
  'create unique index members_by_proposal on members (proposal_id, email)',
  'create index members_by_user on members (user_id)',
  // Null once whoever saved it has closed their account.
  'alter table drafts add column saved_by uuid references users (id) on delete set null',
  'update drafts set saved_by = user_id',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
