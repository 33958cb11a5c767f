/** What public pages say beside their content, and what the firm answers to enquiries. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table programs add column amount_text text',
  // A day, such as 2026-12-01.
  'alter table programs add column decision_by text',
  'alter table posts add column publish_at timestamptz',
  'create index posts_to_publish on posts (publish_at) where publish_at is not null',
  // What a picture shows, in words.
  'alter table images add column alt text',
  `create table enquiry_answers (
    id uuid primary key, enquiry_id uuid not null references enquiries (id) on delete cascade,
    at timestamptz not null, author_id uuid references users (id) on delete set null,
    text text not null)`,
  'create index enquiry_answers_by_enquiry on enquiry_answers (enquiry_id, at, id)',
  'create index enquiry_answers_by_author on enquiry_answers (author_id)',
  // One row at most: what stands on top of every page.
  `create table notices (
    place integer primary key, text text not null, until timestamptz not null,
    updated_at timestamptz not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
