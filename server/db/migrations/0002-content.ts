import { sql, type Kysely } from 'kysely';

const STAMPS =
  'created_at timestamptz not null, updated_at timestamptz not null, version integer not null';

// Long texts come last, so that SQLite reads a row's short columns without following its overflow
// pages.
const STATEMENTS = [
  `create table faqs (id uuid primary key, ${STAMPS}, question text not null, search_text text not null, answer text not null)`,
  `create index faqs_by_date on faqs (created_at, id)`,
  `create index faqs_by_question on faqs (question, id)`,
  `create table testimonials (
    id uuid primary key, ${STAMPS}, is_approved boolean not null, first_name text not null, last_name text not null, position text,
    search_text text not null, message text not null)`,
  `create index testimonials_by_date on testimonials (created_at, id)`,
  `create index testimonials_by_status on testimonials (is_approved, created_at, id)`,
  `create index testimonials_by_name on testimonials (last_name, id)`,
  `create table posts (
    id uuid primary key, ${STAMPS}, category text not null, is_published boolean not null, first_published_at timestamptz,
    slug text not null unique, title text not null, search_text text not null, body text not null)`,
  `create index posts_by_date on posts (created_at, id, is_published, category)`,
  `create index posts_by_status on posts (is_published, created_at, id, category)`,
  `create index posts_by_category on posts (category, is_published, created_at, id)`,
  `create index posts_by_title on posts (title, id)`,
  `create table images (
    id uuid primary key, post_id uuid not null references posts (id) on delete cascade, place integer not null, address text,
    width integer, height integer, color text, widths jsonb, created_at timestamptz not null)`,
  `create index images_by_post on images (post_id, place)`,
  `create table enquiries (
    id uuid primary key, ${STAMPS}, first_name text not null, last_name text not null, email text not null, phone_number text,
    search_text text not null, message text not null)`,
  `create index enquiries_by_date on enquiries (created_at, id)`,
  `create index enquiries_by_name on enquiries (last_name, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
