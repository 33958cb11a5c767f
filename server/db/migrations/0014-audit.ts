/**
 * The log records origin and name, can be searched, and is immutable: its content can only be
 * erased, visibly (docs/decisions/0026).
 */
import { sql, type Kysely } from 'kysely';
import { toSearchText } from '../search.ts';
import { toFieldChanges } from '../changes.ts';

type Engine = 'sqlite' | 'postgres';

const COLUMNS = [
  'alter table audit_log add column ip text',
  'alter table audit_log add column actor_name text',
  'alter table audit_log add column erased boolean not null default false',
  `alter table audit_log add column search_text text not null default ''`,
];

/**
 * Each index carries the other filters, so that entries are counted and found without the table.
 */
const INDEXES = [
  'create index audit_log_by_date on audit_log (at, id, actor_id, action, subject)',
  'create index audit_log_by_actor on audit_log (actor_id, at, id, action, subject)',
  'create index audit_log_by_action on audit_log (action, at, id, actor_id, subject)',
  'create index audit_log_by_entity on audit_log (subject, at, id, actor_id, action)',
  'create index audit_log_by_entity_id on audit_log (subject_id, at, id)',
];

/** Rows per statement. */
const BATCH = 500;

type OldRow = { id: string; action: string; subject: string; changes: unknown };

const SAME = ['id', 'at', 'action', 'subject', 'subject_id'].map(
  (column) => `new.${column} = old.${column}`,
);
const EMPTIED = `new.search_text = '' and new.ip is null and new.actor_name is null`;

const SQLITE = [
  `create virtual table audit_log_words using fts5 (words, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
  `insert into audit_log_words (rowid, words) select rowid, search_text from audit_log`,
  `create trigger audit_log_words_insert after insert on audit_log begin
    insert into audit_log_words (rowid, words) values (new.rowid, new.search_text); end`,
  `create trigger audit_log_words_update after update on audit_log when old.search_text <> new.search_text begin
    insert into audit_log_words (audit_log_words, rowid, words) values ('delete', old.rowid, old.search_text);
    insert into audit_log_words (rowid, words) values (new.rowid, new.search_text); end`,
  `create trigger audit_log_is_kept before delete on audit_log begin
    select raise(abort, 'audit_log is append-only'); end`,
  `create trigger audit_log_is_not_changed before update on audit_log
    when not (new.erased = 1 and new.changes = '[]' and ${EMPTIED} and new.actor_id is old.actor_id and ${SAME.join(' and ')}) begin
    select raise(abort, 'audit_log is append-only'); end`,
];

const POSTGRES = [
  `do $$ begin
    create extension if not exists pg_trgm;
    create index audit_log_words on audit_log using gin (search_text gin_trgm_ops);
  exception when others then raise notice 'without pg_trgm: %', sqlerrm; end $$`,
  `create function keep_audit_log() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if new.erased and new.changes = '[]'::jsonb and ${EMPTIED} and new.actor_id is not distinct from old.actor_id and ${SAME.join(' and ')} then
        return new;
      end if;
    end if;
    raise exception 'audit_log is append-only';
  end $$`,
  `create trigger audit_log_is_not_changed before update or delete on audit_log for each row execute function keep_audit_log()`,
  `create trigger audit_log_is_kept before truncate on audit_log for each statement execute function keep_audit_log()`,
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // The time limit of requests would abort work that takes minutes on a large database.
  if (engine === 'postgres') await run('set local statement_timeout = 0');
  for (const statement of COLUMNS) await run(statement);
  await convertRows(db, engine);
  for (const statement of [...INDEXES, ...(engine === 'sqlite' ? SQLITE : POSTGRES)])
    await run(statement);
}

async function convertRows(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<OldRow>`
      select id, action, subject, changes from audit_log
      ${last ? sql`where id > ${last}` : sql``} order by id limit ${BATCH}`.execute(db);
    if (rows.length > 0) await writeRows(db, engine, rows);
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}

async function writeRows(db: Kysely<unknown>, engine: Engine, rows: OldRow[]): Promise<void> {
  const [uuid, jsonb] = engine === 'postgres' ? ['::uuid', '::jsonb'] : ['', ''];
  const values = rows.map(({ id, action, subject, changes }) => {
    const found = toFieldChanges(changes);
    const words = toSearchText(action, subject, ...found.map(({ field }) => field));
    return sql`(${id}${sql.raw(uuid)}, ${JSON.stringify(found)}${sql.raw(jsonb)}, ${words})`;
  });
  await sql`
    with converted (row_id, changes, words) as (values ${sql.join(values)})
    update audit_log set changes = converted.changes, search_text = converted.words
    from converted where id = converted.row_id`.execute(db);
}
