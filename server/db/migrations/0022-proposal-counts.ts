/**
 * How many proposals there are with the same values of the fields that lists filter by, kept by
 * triggers, so that every writer keeps them.
 */
import { sql, type Kysely } from 'kysely';

type Engine = 'sqlite' | 'postgres';

const COPIED = [
  ...['program_id', 'decision', 'funding_stage', 'business_sector'],
  ...['is_approved', 'flagged'],
];
const COLUMNS = [...COPIED, 'is_assigned'].join(', ');
const columnsOf = (row: string) =>
  [...COPIED.map((column) => `${row}.${column}`), `${row}.assigned_to is not null`].join(', ');

const tableWith = (key: string) => `create table proposal_counts (
  program_id uuid not null, decision text not null, funding_stage text not null,
  business_sector text not null, is_approved boolean not null, flagged boolean not null,
  is_assigned boolean not null, total integer not null${key}`;

const FILLED = `insert into proposal_counts (${COLUMNS}, total)
  select ${columnsOf('proposals')}, count(*) from proposals group by 1, 2, 3, 4, 5, 6, 7`;

const addInPlace = (row: string, number: 1 | -1) =>
  `insert into proposal_counts (${COLUMNS}, total) values (${columnsOf(row)}, ${number})
    on conflict do update set total = total + excluded.total;`;
const CHANGED = [...COPIED, 'assigned_to'].map((column) => `old.${column} is not new.${column}`);

const SQLITE = [
  `${tableWith(`, primary key (${COLUMNS})`)}) without rowid`,
  `create trigger proposals_counted_insert after insert on proposals begin
    ${addInPlace('new', 1)} end`,
  `create trigger proposals_counted_delete after delete on proposals begin
    ${addInPlace('old', -1)} end`,
  `create trigger proposals_counted_update after update of ${COPIED.join(', ')}, assigned_to on proposals
    when ${CHANGED.join(' or ')} begin
    ${addInPlace('old', -1)} ${addInPlace('new', 1)} end`,
  FILLED,
];

/**
 * Each statement appends what it changed: changing a row in place would let all submissions wait
 * for the same row.
 */
const COUNT = `create function count_proposals() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into proposal_counts (${COLUMNS}, total)
      select ${columnsOf('new_rows')}, count(*) from new_rows group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into proposal_counts (${COLUMNS}, total)
      select ${columnsOf('old_rows')}, -count(*) from old_rows group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'UPDATE' then
    insert into proposal_counts (${COLUMNS}, total)
      select ${COLUMNS}, sum(total) from (
        select ${columnsOf('new_rows')}, 1 from new_rows union all
        select ${columnsOf('old_rows')}, -1 from old_rows) as changes (${COLUMNS}, total)
      group by ${COLUMNS} having sum(total) <> 0;
  else
    delete from proposal_counts;
  end if;
  return null; end $$`;

const POSTGRES = [
  `${tableWith('')})`,
  COUNT,
  // From here on writers wait until all is filled and committed.
  `create trigger proposals_counted_insert after insert on proposals
    referencing new table as new_rows for each statement execute function count_proposals()`,
  `create trigger proposals_counted_delete after delete on proposals
    referencing old table as old_rows for each statement execute function count_proposals()`,
  `create trigger proposals_counted_update after update on proposals
    referencing old table as old_rows new table as new_rows for each statement execute function count_proposals()`,
  `create trigger proposals_counted_truncate after truncate on proposals
    for each statement execute function count_proposals()`,
  FILLED,
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The time limit of requests would abort work that takes seconds on a large database.
  if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
  for (const statement of engine === 'postgres' ? POSTGRES : SQLITE)
    await sql.raw(statement).execute(db);
}
