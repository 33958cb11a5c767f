/** Mails to many applicants at once, and the firm's own texts for them. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table mailings (
    id uuid primary key, subject text not null, text text not null, state text not null,
    people integer not null, send_at timestamptz,
    created_by uuid references users (id) on delete set null,
    sent integer not null, failed integer not null,
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null)`,
  'create index mailings_by_author on mailings (created_by)',
  "create index mailings_planned on mailings (send_at) where state = 'planned'",
  // Whom a mailing goes to was settled when it was created.
  `create table mailing_people (
    mailing_id uuid not null references mailings (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    business_name text not null, program text not null, deadline timestamptz not null,
    path text not null, primary key (mailing_id, user_id))`,
  'create index mailing_people_by_user on mailing_people (user_id)',
  `create table mail_templates (
    id uuid primary key, name text not null, kind text not null, subject text not null,
    text text not null,
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
