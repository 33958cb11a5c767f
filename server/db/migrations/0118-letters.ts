/**
 * Where a mail is answered to; what a mailing says of each person and whether it has reached them,
 * which stays when its mails are gone. Folded copies of texts are made anew where they hold
 * characters that nobody sees: what is searched for no longer holds any. The few rows that do are
 * found by one pass over each table.
 */
import { sql, type Kysely } from 'kysely';
import { dropUnseen } from '#domain/fold-text.ts';
import type { Engine } from '../baseline/engines.ts';

const FOLDED: Record<string, string[]> = {
  users: ['search_text', 'first_name_key', 'last_name_key'],
  programs: ['search_text', 'title_key'],
  proposals: [
    ...['search_text', 'applicant_text', 'business_name_key'],
    ...['applicant_first_name_key', 'applicant_last_name_key'],
  ],
  faqs: ['search_text', 'question_key'],
  testimonials: ['search_text', 'last_name_key'],
  posts: ['search_text', 'title_key'],
  enquiries: ['search_text', 'last_name_key'],
  labels: ['name_key'],
};
/** Those that keyboards and copied texts bring. */
const UNSEEN =
  '\u00ad\u034f\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff9-\ufffc';

type Row = { id: string } & Record<string, string>;

const COLUMNS = [
  // Null: the firm's address.
  'alter table mails add column reply_to text',
  // Whom it was chosen for, in words; null for the oldest ones.
  'alter table mailings add column audience text',
  // Of their proposal, as they were told; null for a draft.
  'alter table mailing_people add column receipt_number text',
  'alter table mailing_people add column stage text',
  'alter table mailing_people add column amount text',
  // Written down when the mailing is over; until then, their mail tells.
  'alter table mailing_people add column state text',
  'alter table mailing_people add column sent_at timestamptz',
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of COLUMNS) await sql.raw(statement).execute(db);
  await foldAgain(db, engine);
}

async function foldAgain(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const holds = (column: string) =>
    engine === 'postgres'
      ? sql`${sql.ref(column)} ~ ${`[${UNSEEN}]`}`
      : sql`${sql.ref(column)} glob ${`*[${UNSEEN}]*`}`;
  for (const [table, columns] of Object.entries(FOLDED)) {
    const { rows } = await sql<Row>`select id, ${sql.join(columns.map((name) => sql.ref(name)))}
      from ${sql.table(table)} where ${sql.join(columns.map(holds), sql` or `)}`.execute(db);
    for (const row of rows) await renew(db, table, columns, row);
  }
}

/** A label whose name is that of another one now keeps its key until somebody renames it. */
async function renew(db: Kysely<unknown>, table: string, columns: string[], row: Row) {
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${dropUnseen(row[name]!)}`);
  const isFree =
    table === 'labels'
      ? sql`not exists (select 1 from labels where name_key = ${dropUnseen(row['name_key']!)})`
      : sql`1 = 1`;
  await sql`update ${sql.table(table)} set ${sql.join(changes)}
    where id = ${row.id} and ${isFree}`.execute(db);
}
