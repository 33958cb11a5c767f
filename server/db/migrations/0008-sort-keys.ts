/**
 * Folded copies of the texts that lists are ordered by, compared byte by byte on both engines; and
 * the rules by which a rich text was cleaned.
 */
import { sql, type Kysely } from 'kysely';
import { toSortKey } from '#domain/fold-text.ts';

type Engine = 'sqlite' | 'postgres';

const TEXTS: Record<string, string[]> = {
  users: ['email', 'first_name', 'last_name'],
  programs: ['title'],
  proposals: ['business_name', 'applicant_first_name', 'applicant_last_name'],
  faqs: ['question'],
  testimonials: ['last_name'],
  posts: ['title'],
  enquiries: ['last_name'],
};

/** Fixed ASCII values need no copy, only byte order. SQLite has no other. */
const OWN_WORDS: Record<string, string[]> = {
  users: ['region', 'role'],
  programs: ['sector'],
  proposals: ['business_sector', 'region', 'funding_stage'],
};

const MARKED = ['programs', 'proposals', 'posts'];

const INDEXES: Record<string, string> = {
  users_by_first_name: 'users (first_name_key, created_at, id, role, is_active, region)',
  users_by_last_name: 'users (last_name_key, created_at, id, role, is_active, region)',
  users_by_email: 'users (email_key, created_at, id, role, is_active, region)',
  programs_by_title: 'programs (title_key, created_at, id, sector, deadline_date)',
  faqs_by_question: 'faqs (question_key, created_at, id)',
  testimonials_by_name: 'testimonials (last_name_key, created_at, id, is_approved)',
  posts_by_title: 'posts (title_key, created_at, id, is_published, category)',
  enquiries_by_name: 'enquiries (last_name_key, created_at, id)',
  proposals_by_name:
    'proposals (business_name_key, created_at, id, business_sector, region, funding_stage, is_approved, program_id)',
  proposals_by_applicant:
    'proposals (applicant_first_name_key, applicant_last_name_key, user_id, created_at, id, business_sector, region, funding_stage, is_approved, program_id)',
};

/** Rows per statement; SQLite allows 32,766 values. */
const BATCH = 1000;

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // The time limit of requests would abort work that takes minutes on a large database.
  if (engine === 'postgres') await run('set local statement_timeout = 0');
  for (const name of Object.keys(INDEXES)) await run(`drop index ${name}`);
  for (const [table, columns] of Object.entries(TEXTS)) {
    for (const column of columns)
      await run(
        `alter table ${table} add column ${column}_key text ${engine === 'postgres' ? 'collate "C"' : ''} not null default ''`,
      );
    await fillKeys(db, engine, table, columns);
  }
  for (const table of MARKED)
    await run(`alter table ${table} add column rich_text_mark text not null default ''`);
  if (engine === 'postgres') await orderByBytes(run);
  for (const [name, on] of Object.entries(INDEXES)) await run(`create index ${name} on ${on}`);
}

/** Folding is done here, not by the engine: rows are read and written in batches. */
async function fillKeys(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  columns: string[],
): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<Record<string, string>>`
      select ${sql.join(['id', ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
      ${last ? sql`where id > ${last}` : sql``} order by id limit ${BATCH}`.execute(db);
    if (rows.length > 0) await writeKeys(db, engine, table, columns, rows);
    if (rows.length < BATCH) return;
    last = rows.at(-1)!['id']!;
  }
}

async function writeKeys(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  columns: string[],
  rows: Record<string, string>[],
): Promise<void> {
  const cast = sql.raw(engine === 'postgres' ? '::uuid' : '');
  const values = rows.map(
    (row) =>
      sql`(${row['id']}${cast}, ${sql.join(columns.map((column) => toSortKey(row[column]!)))})`,
  );
  const names = columns.map((column) => sql.ref(`${column}_key`));
  await sql`
    with keys (row_id, ${sql.join(names)}) as (values ${sql.join(values)})
    update ${sql.table(table)} set ${sql.join(names.map((name) => sql`${name} = keys.${name}`))} from keys where id = keys.row_id`.execute(
    db,
  );
}

async function orderByBytes(run: (statement: string) => Promise<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(OWN_WORDS)) {
    await run(
      `alter table ${table} ${columns.map((column) => `alter column ${column} type text collate "C"`).join(', ')}`,
    );
  }
}
