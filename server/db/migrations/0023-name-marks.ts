/**
 * Where pages of the proposals by name begin, on PostgreSQL, kept by triggers
 * A job fills it: until then, and on SQLite, rows are skipped one by one.
 */
import { sql, type Kysely } from 'kysely';

/** A mark stands for all proposals from its name up to the next mark; other rows are changes. */
const TABLE = `create table proposal_marks (
  sort text not null, first text collate "C" not null, last text collate "C" not null,
  is_mark boolean not null default false, total integer not null)`;

const changeOf = (row: 'old' | 'new', total: 1 | -1): string =>
  `insert into proposal_marks (sort, first, last, total) values
    ('business_name', ${row}.business_name_key, '', ${total}),
    ('applicant', ${row}.applicant_first_name_key, ${row}.applicant_last_name_key, ${total});`;

/** Appends, as in 0022: no writer waits for another. */
const FOLLOW = `create function mark_proposals() returns trigger language plpgsql as $$ begin
  if tg_op = 'TRUNCATE' then delete from proposal_marks; return null; end if;
  if tg_op <> 'INSERT' then ${changeOf('old', -1)} end if;
  if tg_op <> 'DELETE' then ${changeOf('new', 1)} end if;
  return null; end $$`;

const KEYS = ['business_name_key', 'applicant_first_name_key', 'applicant_last_name_key'];
const CHANGED = KEYS.map((key) => `old.${key} <> new.${key}`).join(' or ');

const TRIGGERS = [
  `create trigger proposals_marked after insert or delete on proposals
    for each row execute function mark_proposals()`,
  `create trigger proposals_marked_update after update of ${KEYS.join(', ')} on proposals
    for each row when (${CHANGED}) execute function mark_proposals()`,
  `create trigger proposals_marked_truncate after truncate on proposals
    for each statement execute function mark_proposals()`,
];

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  for (const statement of [TABLE, FOLLOW, ...TRIGGERS]) await sql.raw(statement).execute(db);
}
