/**
 * Lists of 100,000 rows: an index per sort, a search index per text, and applicants' words copied
 * to their proposals.
 */
import { sql, type Kysely } from 'kysely';

const NOUNS = [
  'users',
  'programs',
  'proposals',
  'faqs',
  'testimonials',
  'posts',
  'enquiries',
] as const;

/** The searched text of a row; a prefix qualifies its columns. */
const textOf = (noun: string, row = ''): string =>
  noun === 'proposals' ? `${row}search_text || ' ' || ${row}applicant_text` : `${row}search_text`;

const DROPPED = [
  'users_by_name',
  'users_by_role',
  'programs_by_deadline',
  'programs_by_title',
  'programs_by_sector',
  'faqs_by_question',
  'testimonials_by_name',
  'posts_by_category',
  'posts_by_title',
  'enquiries_by_name',
  'proposals_by_words',
];

/**
 * Each index holds what is sorted by, then the rest of every order, then what is filtered by: pages
 * are found without the table.
 */
const INDEXES = {
  users_by_first_name: 'users (first_name, created_at, id, role, is_active, region)',
  users_by_last_name: 'users (last_name, created_at, id, role, is_active, region)',
  users_by_email: 'users (email, created_at, id, role, is_active, region)',
  users_by_region: 'users (region, created_at, id, role, is_active)',
  users_by_role: 'users (role, created_at, id, is_active, region)',
  users_by_status: 'users (is_active, created_at, id, role, region)',
  programs_by_date: 'programs (created_at, id, sector, deadline_date)',
  programs_by_deadline: 'programs (deadline_date, created_at, id, sector)',
  programs_by_title: 'programs (title, created_at, id, sector, deadline_date)',
  programs_by_sector: 'programs (sector, created_at, id, deadline_date)',
  faqs_by_question: 'faqs (question, created_at, id)',
  testimonials_by_name: 'testimonials (last_name, created_at, id, is_approved)',
  posts_by_title: 'posts (title, created_at, id, is_published, category)',
  posts_by_category: 'posts (category, created_at, id, is_published)',
  enquiries_by_name: 'enquiries (last_name, created_at, id)',
  proposals_by_applicant:
    'proposals (applicant_first_name, applicant_last_name, user_id, created_at, id, business_sector, region, funding_stage, is_approved, program_id)',
  proposals_by_words:
    'proposals (created_at, id, search_text, applicant_text, business_sector, region, funding_stage, is_approved, program_id)',
};

const APPLICANTS = [
  `alter table proposals add column applicant_first_name text not null default ''`,
  `alter table proposals add column applicant_last_name text not null default ''`,
  `alter table proposals add column applicant_text text not null default ''`,
  `update proposals set
    applicant_first_name = (select first_name from users where id = user_id), applicant_last_name = (select last_name from users where id = user_id),
    applicant_text = (select substr(search_text, 1, 300) from users where id = user_id)`,
];

/**
 * The words' trigrams beside each table, maintained by triggers. Rows are identified by their
 * rowid, which nothing here ever renumbers (never run VACUUM).
 */
const sqliteSearch = (noun: string): string[] => [
  `create virtual table ${noun}_words using fts5 (words, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
  `insert into ${noun}_words (rowid, words) select rowid, ${textOf(noun)} from ${noun}`,
  `create trigger ${noun}_words_insert after insert on ${noun} begin
    insert into ${noun}_words (rowid, words) values (new.rowid, ${textOf(noun, 'new.')}); end`,
  `create trigger ${noun}_words_delete after delete on ${noun} begin
    insert into ${noun}_words (${noun}_words, rowid, words) values ('delete', old.rowid, ${textOf(noun, 'old.')}); end`,
  `create trigger ${noun}_words_update after update on ${noun} when ${textOf(noun, 'old.')} <> ${textOf(noun, 'new.')} begin
    insert into ${noun}_words (${noun}_words, rowid, words) values ('delete', old.rowid, ${textOf(noun, 'old.')});
    insert into ${noun}_words (rowid, words) values (new.rowid, ${textOf(noun, 'new.')}); end`,
];

/**
 * The queries are the same with and without these indexes: a server without pg_trgm, or a role that
 * may not create it, scans the texts.
 */
const POSTGRES_SEARCH = `do $$ begin
  create extension if not exists pg_trgm;
  ${NOUNS.map((noun) => `create index ${noun}_words on ${noun} using gin ((${textOf(noun)}) gin_trgm_ops);`).join('\n  ')}
exception when others then raise notice 'without pg_trgm: %', sqlerrm; end $$`;

/**
 * Words too short for the search index are searched in this table, not in the bodies. PostgreSQL's
 * indexes cannot hold texts of this length.
 */
const SQLITE_POSTS =
  'create index posts_by_words on posts (created_at, id, search_text, is_published, category)';

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const indexes = Object.entries(INDEXES).map(([name, on]) => `create index ${name} on ${on}`);
  const search =
    engine === 'sqlite' ? [...NOUNS.flatMap(sqliteSearch), SQLITE_POSTS] : [POSTGRES_SEARCH];
  // The time limit of requests would abort work that takes minutes on a large database.
  if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
  for (const statement of [
    ...DROPPED.map((name) => `drop index ${name}`),
    ...APPLICANTS,
    ...indexes,
    ...search,
  ])
    await sql.raw(statement).execute(db);
}
