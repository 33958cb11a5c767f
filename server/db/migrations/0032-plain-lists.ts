/**
 * Lists are read by one index for each order: what was kept beside them goes. Searched texts are
 * written anew, without apostrophes and hyphens, and with both spellings of phone numbers; those of
 * proposals with their receipt number.
 *
 * Contract: the release before reads what is dropped here and keeps texts in the other spelling, so
 * every instance of it is stopped first, as docs/operations.md, "Upgrading", says.
 */
import { sql, type Kysely } from 'kysely';
import { SEARCHED, toSearchText } from '../search.ts';

type Engine = 'sqlite' | 'postgres';

const INDEXES = [
  // Unique, so that SQLite reads proposals in the order of their programs without sorting them.
  'create unique index programs_in_order_of_title on programs (title_key, id)',
  'create unique index programs_in_order_of_deadline on programs (deadline_date, id)',
  'create index proposals_by_receipt on proposals (receipt_number)',
];

const SQLITE = [
  ...['insert', 'delete', 'update'].map((name) => `drop trigger proposals_counted_${name}`),
  ...SEARCHED.map((table) => `drop index ${table}_by_end`),
  'drop table proposal_counts',
];

const COUNTED = ['insert', 'delete', 'update', 'truncate'].map(
  (name) => `proposals_counted_${name}`,
);
const MARKED = ['proposals_marked', 'proposals_marked_update', 'proposals_marked_truncate'];
const POSTGRES = [
  ...[...COUNTED, ...MARKED].map((name) => `drop trigger ${name} on proposals`),
  'drop function count_proposals()',
  'drop function mark_proposals()',
  'drop table proposal_counts',
  'drop table proposal_marks',
  ...SEARCHED.map((table) => `drop index if exists ${table}_letters`),
  'drop index if exists proposals_program_words',
  'drop function letters_of(text)',
  'create index if not exists audit_log_actors on audit_log (actor_id)',
  'create index if not exists audit_log_actions on audit_log (action)',
  'create index if not exists audit_log_subjects on audit_log (subject)',
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The time limit of requests would abort work that takes minutes on a large database.
  if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
  for (const statement of [...(engine === 'sqlite' ? SQLITE : POSTGRES), ...INDEXES])
    await sql.raw(statement).execute(db);
  for (const table of SEARCHED) await renewTexts(db, engine, table);
}

const BATCH = 500;

type Row = { id: string; own: string; applicant: string; number: string | null };
type Texts = { id: string; own: string; applicant: string };

/** Longest texts, which are part of an index. */
const MOST_CHARS = { own: 500, applicant: 300 };

function toTexts({ id, own, applicant, number }: Row, isProposal: boolean): Texts {
  if (!isProposal) return { id, own: toSearchText(own), applicant };
  return {
    id,
    own: toSearchText(number, own).slice(0, MOST_CHARS.own),
    applicant: toSearchText(applicant).slice(0, MOST_CHARS.applicant),
  };
}

async function renewTexts(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  const isProposal = table === 'proposals';
  const more = isProposal
    ? 'applicant_text as applicant, receipt_number as number'
    : `'' as applicant, null as number`;
  for (let last: string | undefined; ;) {
    const after = last === undefined ? sql`` : sql`where id > ${last}`;
    const { rows } = await sql<Row>`
      select id, search_text as own, ${sql.raw(more)} from ${sql.table(table)} ${after}
      order by id limit ${BATCH}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    await write(
      db,
      engine,
      table,
      rows.map((row) => toTexts(row, isProposal)),
    );
  }
}

async function write(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  texts: Texts[],
): Promise<void> {
  const json = JSON.stringify(texts);
  const source =
    engine === 'postgres'
      ? sql`jsonb_to_recordset(${json}::jsonb) as renewed (id uuid, own text, applicant text)`
      : sql`(select value ->> 'id' as id, value ->> 'own' as own, value ->> 'applicant' as applicant
          from json_each(${json})) as renewed`;
  const applicant = table === 'proposals' ? sql`, applicant_text = renewed.applicant` : sql``;
  await sql`update ${sql.table(table)} set search_text = renewed.own ${applicant}
    from ${source} where ${sql.table(table)}.id = renewed.id`.execute(db);
}
