/** What each engine has of its own: indexes of words, and triggers that maintain and guard. */

export type Engine = 'sqlite' | 'postgres';

const APPLICANT_TOO = (row: string) => `${row}search_text || ' ' || ${row}applicant_text`;
const OWN = (row: string) => `${row}search_text`;

/** The searched text of each table; a prefix qualifies its columns. */
const TEXTS: Record<string, (row: string) => string> = {
  ...{ users: OWN, programs: OWN, proposals: APPLICANT_TOO, faqs: OWN, testimonials: OWN },
  ...{ posts: OWN, enquiries: OWN, audit_log: OWN },
};

/**
 * The words' trigrams beside each table, maintained by triggers. Rows are identified by their
 * rowid, which nothing here ever renumbers (never run VACUUM).
 */
const sqliteWords = ([table, text]: [string, (row: string) => string]): string[] => {
  const insert = `insert into ${table}_words (rowid, words) values (new.rowid, ${text('new.')});`;
  const remove = `insert into ${table}_words (${table}_words, rowid, words) values ('delete', old.rowid, ${text('old.')});`;
  return [
    `create virtual table ${table}_words using fts5 (words, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${table}_words_insert after insert on ${table} begin ${insert} end`,
    // Entries of the log are never deleted.
    table !== 'audit_log' &&
      `create trigger ${table}_words_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_words_update after update on ${table}
      when ${text('old.')} <> ${text('new.')} begin ${remove} ${insert} end`,
  ].filter((statement) => statement !== false);
};

/** An entry of the log is never deleted, and changed only where its personal data is erased. */
const isErased = (sameActor: string): string =>
  [
    `new.search_text = '' and new.ip is null and new.actor_name is null and ${sameActor}`,
    ...['id', 'at', 'action', 'subject', 'subject_id'].map((name) => `new.${name} = old.${name}`),
  ].join(' and ');

export const SQLITE = [
  ...Object.entries(TEXTS).flatMap(sqliteWords),
  // Words too short for the search index are read here, not from the table with the bodies.
  'create index posts_by_words on posts (created_at, id, search_text, is_published, category)',
  `create trigger audit_log_is_kept before delete on audit_log begin
    select raise(abort, 'audit_log is append-only'); end`,
  `create trigger audit_log_is_not_changed before update on audit_log
    when not (new.erased = 1 and new.changes = '[]' and ${isErased('new.actor_id is old.actor_id')})
    begin select raise(abort, 'audit_log is append-only'); end`,
  // The proposals of an answer by their rowids, which all indexes hold. A proposal that is copied
  // from elsewhere may come after its answers; one that is deleted takes its answers along.
  `create table answered_rows (
    question_id text not null, option text not null, proposal_row integer not null,
    primary key (question_id, option, proposal_row)) without rowid`,
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

/** Without pg_trgm, or a role that may create it, the same queries scan the texts. */
const POSTGRES_WORDS = `do $$ begin
  create extension if not exists pg_trgm;
  ${Object.entries(TEXTS)
    .map(
      ([table, text]) =>
        `create index ${table}_words on ${table} using gin ((${text('')}) gin_trgm_ops);`,
    )
    .join('\n  ')}
exception when others then raise notice 'without pg_trgm: %', sqlerrm; end $$`;

export const POSTGRES = [
  POSTGRES_WORDS,
  'alter table sessions alter column id set not null',
  'create index audit_log_actors on audit_log (actor_id)',
  'create index audit_log_actions on audit_log (action)',
  'create index audit_log_subjects on audit_log (subject)',
  `create function keep_audit_log() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if new.erased and new.changes = '[]'::jsonb and ${isErased('new.actor_id is not distinct from old.actor_id')} then
        return new;
      end if;
    end if;
    raise exception 'audit_log is append-only';
  end $$`,
  `create trigger audit_log_is_not_changed before update or delete on audit_log for each row execute function keep_audit_log()`,
  `create trigger audit_log_is_kept before truncate on audit_log for each statement execute function keep_audit_log()`,
];
