/**
 * Every SQL statement that reads the log. It grows forever: no query reads all of it, and counts
 * have a limit.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListAuditQuery } from '#domain/audit/schema.ts';
import { isId } from '../db/ids.ts';
import { inOrder } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import { wordsOf } from '../db/search.ts';
import { rowsOf } from '../db/statement.ts';

/**
 * The most entries that are counted. Pages go further, except those of a search with other filters
 * on SQLite.
 */
const COUNTED = 10_000;
/**
 * Words of one or two letters have no trigram: they are searched for in this many of the newest
 * entries.
 */
const NEWEST = 5000;

type Condition = RawBuilder<SqlBool>;
type Page = { rows: EntryRow[]; total: number };
export type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

/** Sort direction of timestamps and ids; limits always apply from the newest entry back. */
const direction = ({ sort }: Pick<ListAuditQuery, 'sort'>): RawBuilder<unknown> =>
  sort === 'at' ? sql`asc` : sql`desc`;

const and = (conditions: Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/** Filters on indexed columns. */
function filtersOf({ actor, action, entity, entity_id, from, to }: ListAuditQuery): Condition[] {
  const equal = { action, subject: entity, subject_id: entity_id };
  return [
    ...(actor === 'nobody' ? [sql<SqlBool>`a.actor_id is null`] : []),
    ...(actor && actor !== 'nobody' ? [sql<SqlBool>`a.actor_id = ${actor.toLowerCase()}`] : []),
    ...Object.entries(equal)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql<SqlBool>`${sql.ref(`a.${column}`)} = ${value}`),
    ...(from ? [sql<SqlBool>`a.at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`a.at <= ${to}`] : []),
  ];
}

/** An id pasted into the search is looked up as an id. */
const names = (id: string): Condition => sql`(a.subject_id = ${id} or a.actor_id = ${id})`;

const holds = (word: string): Condition =>
  sql`a.search_text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

const hasTrigram = (word: string): boolean => [...word].length >= 3;

/** A page of the matching entries in the requested order, and their number, up to the limit. */
export async function listEntries(db: Db, query: ListAuditQuery): Promise<Page> {
  const words = wordsOf(query.q);
  const ids = words.filter(isId);
  const texts = words.filter((word) => !isId(word));
  const filters = [...filtersOf(query), ...ids.map(names)];
  if (texts.length === 0) return readPage(db, query, filters);
  if (!texts.some(hasTrigram))
    return readFound(
      db,
      query,
      sql`
      select a.id, a.at from (
        select id, at, actor_id, action, subject, subject_id, search_text
        from audit_log order by at desc, id desc limit ${NEWEST}) a
      ${and([...filters, ...texts.map(holds)])}`,
    );
  return db.engine === 'sqlite'
    ? searchSqlite(db, query, filters, texts)
    : searchPostgres(db, query, [...filters, ...texts.map(holds)]);
}

async function readPage(db: Db, query: ListAuditQuery, filters: Condition[]) {
  const { skip, limit } = query;
  const way = direction(query);
  const total = await count(db, sql`select 1 from audit_log a ${and(filters)}`, COUNTED);
  const ids = await readIds(
    db,
    sql`
    select a.id from audit_log a ${and(filters)}
    order by a.at ${way}, a.id ${way} limit ${limit} offset ${skip}`,
  );
  return { rows: await readEntries(db, ids), total };
}

/**
 * If few entries match the filters, their texts are scanned; else the search index finds the newest
 * ones.
 */
async function searchSqlite(db: Db, query: ListAuditQuery, filters: Condition[], texts: string[]) {
  const isNarrow =
    filters.length > 0 &&
    (await count(db, sql`select 1 from audit_log a ${and(filters)}`, COUNTED)) < COUNTED;
  if (isNarrow)
    return readFound(
      db,
      query,
      sql`
      select a.id, a.at from audit_log a ${and([...filters, ...texts.map(holds)])}`,
    );
  const phrases = texts.filter(hasTrigram).map((word) => `"${word.replaceAll('"', '""')}"`);
  const short = texts.filter((word) => !hasTrigram(word)).map(holds);
  if (filters.length + short.length === 0) return readMatches(db, query, phrases.join(' '));
  return readFound(
    db,
    query,
    sql`
    select a.id, a.at from (
      select rowid as place from audit_log_words where audit_log_words match ${phrases.join(' ')}
      order by rowid desc limit ${COUNTED}) w
    cross join audit_log a ${and([sql`a.rowid = w.place`, ...filters, ...short])}`,
  );
}

/** By the search index alone; its rows are in chronological order. */
async function readMatches(db: Db, query: ListAuditQuery, phrases: string): Promise<Page> {
  const { skip, limit } = query;
  const way = direction(query);
  const matching = sql`from audit_log_words where audit_log_words match ${phrases}`;
  const total = await count(db, sql`select 1 ${matching}`, COUNTED);
  const ids = await readIds(
    db,
    sql`
      select a.id from (
        select rowid as place ${matching} order by rowid ${way} limit ${limit} offset ${skip}) w
      cross join audit_log a where a.rowid = w.place order by a.at ${way}, a.id ${way}`,
  );
  return { rows: await readEntries(db, ids), total };
}

/** If very many entries match, the newest are soon found by reading back in time. */
async function searchPostgres(db: Db, query: ListAuditQuery, conditions: Condition[]) {
  const found = sql`select a.id, a.at from audit_log a ${and(conditions)}`;
  const total = await count(db, found, COUNTED);
  if (total < COUNTED) return readFound(db, query, found, total);
  const way = direction(query);
  const ids = await readIds(
    db,
    sql`${found} order by a.at ${way}, a.id ${way} limit ${query.limit} offset ${query.skip}`,
  );
  return { rows: await readEntries(db, ids), total };
}

/** `found`: ids and timestamps of a bounded number of entries, in any order. */
async function readFound(
  db: Db,
  query: ListAuditQuery,
  found: RawBuilder<unknown>,
  known?: number,
): Promise<Page> {
  const { skip, limit } = query;
  const way = direction(query);
  const total = known ?? (await count(db, found, COUNTED));
  const ids = await readIds(
    db,
    sql`
    with found as materialized (${found}) select id from found
    order by at ${way}, id ${way} limit ${limit} offset ${skip}`,
  );
  return { rows: await readEntries(db, ids), total };
}

async function count(db: Db, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*) as total from (select 1 from (${rows}) r limit ${limit}) c`.execute(db.read);
  return counted[0]!.total;
}

async function readIds(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db.read);
  return rows.map(({ id }) => id);
}

const readEntries = async ({ read }: Db, ids: string[]) => inOrder(ids, await entriesOf(read, ids));

const entriesOf = rowsOf((db, isAmong) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'at',
      'actor_id',
      'actor_name',
      'users.first_name',
      'users.last_name',
      'action',
      'subject',
      'subject_id',
      'ip',
      'changes',
      'erased',
    ])
    .where(isAmong('audit_log.id')),
);
