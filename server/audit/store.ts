/**
 * Every SQL statement that reads the log. It grows forever: no query reads all of it, and counts
 * have a limit.
 */
import { sql, type SqlBool } from 'kysely';
import type { ListAuditQuery } from '#domain/audit/schema.ts';
import { isId } from '../db/ids.ts';
import type { Db } from '../db/open.ts';
import { foldedWordsOf, hasTrigram } from '../db/search.ts';
import {
  and,
  count,
  COUNTED,
  direction,
  holds,
  readFound,
  readInOrder,
  type Condition,
  type Page,
} from './page-store.ts';
import { searchPostgres } from './word-store.ts';

export type { EntryRow } from './page-store.ts';

/**
 * Words of one or two letters have no trigram: they are searched for in this many of the newest
 * entries.
 */
const NEWEST = 5000;

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

/** Entries of a time are next to each other; those of a person or of a kind are not. */
const isScattered = ({ actor, action, entity, entity_id }: ListAuditQuery, ids: string[]) =>
  ids.length > 0 || [actor, action, entity, entity_id].some((filter) => filter !== undefined);

/** A page of the matching entries in the requested order, and their number, up to the limit. */
export async function listEntries(db: Db, query: ListAuditQuery): Promise<Page> {
  const words = foldedWordsOf(query.q);
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
    : searchPostgres(db, { query, filters, isScattered: isScattered(query, ids), texts });
}

async function readPage(db: Db, query: ListAuditQuery, filters: Condition[]) {
  const { skip, limit } = query;
  const way = direction(query);
  const total = await count(db, sql`select 1 from audit_log a ${and(filters)}`, COUNTED);
  const rows = await readInOrder(
    db,
    sql`
    select a.id from audit_log a ${and(filters)}
    order by a.at ${way}, a.id ${way} limit ${limit} offset ${skip}`,
  );
  return { rows, total };
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
      select rowid as place from audit_log_words
      ${and([sql`audit_log_words match ${phrases.join(' ')}`, ...placesIn(query)])}
      order by rowid desc limit ${COUNTED + MARGIN}) w
    cross join audit_log a ${and([sql`a.rowid = w.place`, ...filters, ...short])}`,
  );
}

/**
 * Entries are numbered as they are written. Those of the same moment may be in any order, so a few
 * more are read at both ends, and their timestamps compared.
 */
const MARGIN = 100;

/** The numbers that entries of the requested time have. */
const placesIn = ({ from, to }: ListAuditQuery): Condition[] => [
  ...(from
    ? [
        sql<SqlBool>`rowid >= (select rowid from audit_log where at >= ${from} order by at limit 1) - ${MARGIN}`,
      ]
    : []),
  ...(to
    ? [
        sql<SqlBool>`rowid <= (select rowid from audit_log where at <= ${to} order by at desc limit 1) + ${MARGIN}`,
      ]
    : []),
];

/** By the search index alone; its rows are in chronological order. */
async function readMatches(db: Db, query: ListAuditQuery, phrases: string): Promise<Page> {
  const { skip, limit } = query;
  const way = direction(query);
  const matching = sql`from audit_log_words where audit_log_words match ${phrases}`;
  const total = await count(db, sql`select 1 ${matching}`, COUNTED);
  const rows = await readInOrder(
    db,
    sql`
      select a.id from (
        select rowid as place ${matching} order by rowid ${way} limit ${limit} offset ${skip}) w
      cross join audit_log a where a.rowid = w.place order by a.at ${way}, a.id ${way}`,
  );
  return { rows, total };
}
