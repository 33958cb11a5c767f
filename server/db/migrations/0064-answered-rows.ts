/** SQLite finds the proposals of an answer by their rowids, which all its indexes hold. */
import { sql, type Kysely } from 'kysely';

/**
 * The database maintains it as it does the search indexes (0003). A proposal that is copied from
 * elsewhere may come after its answers; one that is deleted takes its answers along.
 */
const STATEMENTS = [
  `create table answered_rows (
    question_id text not null, option text not null, proposal_row integer not null,
    primary key (question_id, option, proposal_row)) without rowid`,
  `insert into answered_rows select question_id, option, proposals.rowid
    from answered_options join proposals on proposals.id = proposal_id order by 1, 2, 3`,
  `create trigger answered_rows_insert after insert on answered_options begin
    insert into answered_rows select new.question_id, new.option, rowid from proposals
      where id = new.proposal_id; end`,
  `create trigger answered_rows_delete after delete on answered_options begin
    delete from answered_rows where question_id = old.question_id and option = old.option
      and proposal_row = (select rowid from proposals where id = old.proposal_id); end`,
  `create trigger answered_rows_proposal_insert after insert on proposals begin
    insert into answered_rows select question_id, option, new.rowid from answered_options
      where proposal_id = new.id; end`,
  `create trigger answered_rows_proposal_delete before delete on proposals begin
    delete from answered_rows where proposal_row = old.rowid and (question_id, option) in (
      select question_id, option from answered_options where proposal_id = old.id); end`,
];

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
