/** It grows forever: no query reads all of it, and counts have a limit. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListAuditQuery } from '#domain/audit/schema.ts';
import { isId } from '../db/table.ts';
import { inOrder, where } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import { foldedWordsOf, hasTrigram, patternOf, phrasesOf } from '../db/search.ts';
import { rowsOf } from '../db/statement.ts';

/** The most entries that are counted. Pages go on, except those of a word beside a filter. */
const COUNTED = 10_000;
/** The newest entries, in which words without a trigram are searched for. */
const NEWEST = 5000;
/**
 * On SQLite, entries are numbered as they are written. Those of the same moment may be in any
 * order, so a few more are read at both ends, and their timestamps compared.
 */
const MARGIN = 100;

type Condition = RawBuilder<SqlBool>;
type Source = RawBuilder<unknown>;
export type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number];

export async function listEntries(db: Db, query: ListAuditQuery) {
  const words = foldedWordsOf(query.q);
  const texts = words.filter((word) => !isId(word));
  const conditions = [...filtersOf(query), ...words.filter(isId).map(names)];
  const { source, rest, isByNumber } = await sourceOf(db, query, conditions, texts);
  const matching = sql`from ${source} ${where(rest)}`;
  const total = await count(db, matching);
  const way = query.sort === 'at' ? sql`asc` : sql`desc`;
  const order = isByNumber ? sql`w.place ${way}` : sql`a.at ${way}, a.id ${way}`;
  const { rows } = await sql<{ id: string }>`
    select a.id ${matching} order by ${order}
    limit ${query.limit} offset ${query.skip}`.execute(db.read);
  const ids = rows.map(({ id }) => id);
  return { rows: inOrder(ids, await entriesOf(db.read, ids)), total };
}

/**
 * Where the entries are read, and what they must meet there. Words beside a filter that many
 * entries meet are looked for in the newest entries only.
 */
async function sourceOf(db: Db, query: ListAuditQuery, filters: Condition[], texts: string[]) {
  const indexed = texts.filter(hasTrigram);
  const short = texts.filter((text) => !hasTrigram(text)).map(holds);
  const all = sql`audit_log a`;
  if (texts.length === 0) return { source: all, rest: filters };
  if (indexed.length === 0)
    return { source: newest(sql`audit_log a`, [], NEWEST), rest: [...filters, ...short] };
  const holdsAll = indexed.map(holds);
  if (await isFew(db, filters)) return { source: all, rest: [...filters, ...holdsAll, ...short] };
  if (db.engine === 'postgres' && short.length === 0)
    return { source: all, rest: [...filters, ...holdsAll] };
  if (db.engine === 'postgres')
    return { source: newest(all, [...filters, ...holdsAll], COUNTED), rest: short };
  const rest = [...filters, ...short];
  const matches = sql<SqlBool>`audit_log_words match ${phrasesOf(indexed)}`;
  const places = where([matches, ...placesIn(query)]);
  const last = rest.length > 0 ? sql`order by rowid desc limit ${COUNTED + MARGIN}` : sql``;
  const found = sql`(select rowid as place from audit_log_words ${places} ${last}) w`;
  // The index of words is read in the order of numbers, and stops with the page.
  const isByNumber = rest.length === 0;
  return { source: sql`${found} cross join audit_log a on a.rowid = w.place`, rest, isByNumber };
}

const newest = (from: Source, conditions: Condition[], limit: number) =>
  sql`(select a.* from ${from} ${where(conditions)} order by a.at desc, a.id desc limit ${limit}) a`;

function filtersOf(query: ListAuditQuery): Condition[] {
  const { actor, action, entity, entity_id, logins, from, to } = query;
  const equal = { action, subject: entity, subject_id: entity_id };
  return [
    ...(actor === 'nobody' ? [sql<SqlBool>`a.actor_id is null`] : []),
    ...(actor && actor !== 'nobody' ? [sql<SqlBool>`a.actor_id = ${actor.toLowerCase()}`] : []),
    ...Object.entries(equal)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql<SqlBool>`${sql.ref(`a.${column}`)} = ${value}`),
    ...(logins === false
      ? [sql<SqlBool>`a.action not in ('accounts.login', 'accounts.renew', 'accounts.logout')`]
      : []),
    ...(from ? [sql<SqlBool>`a.at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`a.at <= ${to}`] : []),
  ];
}

const names = (id: string): Condition => sql`(a.subject_id = ${id} or a.actor_id = ${id})`;

const holds = (text: string): Condition => sql`a.search_text like ${patternOf(text)} escape '\\'`;

/** The numbers that entries of the requested time have on SQLite. */
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

/** Whether so few entries meet the filters that their texts can be read one by one. */
const isFew = async (db: Db, filters: Condition[]) =>
  filters.length > 0 && (await count(db, sql`from audit_log a ${where(filters)}`)) < COUNTED;

async function count(db: Db, matching: Source) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 ${matching} limit ${COUNTED}) c`.execute(db.read);
  return Number(rows[0]!.total);
}

const entriesOf = rowsOf((db, isAmong) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'actor_id', 'actor_name', 'action', 'subject', 'subject_id'])
    .select(['ip', 'changes', 'erased', 'users.first_name', 'users.last_name'])
    .where(isAmong('audit_log.id')),
);
