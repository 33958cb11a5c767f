/**
 * Reads a page of a large list: first the number of matching rows, then the ids of the page, by the
 * cheapest plan for that number.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './open.ts';
import { sortColumn } from './sort-keys.ts';
import { findsWords, holdsWord, wordsOf, type Searched } from './search.ts';
import { findHits, isHit, isOneOfFew, type Hits } from './word-hits.ts';

/** Undefined means: no filter. */
export type Filter = {
  column: string;
  is?: '=' | '>' | '<=' | '>=' | '<' | 'is null';
  value: unknown;
  /**
   * Whether the column's index may be used to find the rows. By default it is where few rows match.
   * `always`: for a filter with few matches; `unless searched`: for one with more matches than a
   * search has; `never`: if another condition leaves fewer rows.
   */
  leads?: 'always' | 'unless searched' | 'never';
};

/**
 * Columns to order by before the rows' timestamp and id; `of` names another table that holds them.
 */
export type Order = { columns: string[]; of?: { table: 'programs'; key: 'program_id' } };

export type ListQuery = {
  table: Searched;
  filters?: Filter[];
  q?: string | undefined;
  /** By word: a condition that makes a row match although it does not contain the word. */
  alternatives?: Map<string, Expression<SqlBool>>;
  /** Further conditions; columns are qualified with their tables. */
  conditions?: Expression<SqlBool>[];
  /** A column, with a leading minus for descending order. */
  sort: string;
  /** The columns behind `sort`, if it is not just the column itself. */
  order?: Order;
  /** The rows that contain the words, once `withHits` has looked them up. */
  hits?: Hits;
};
export type PageQuery = ListQuery & { skip: number; limit: number };

/**
 * Up to this many matches are looked up first and then sorted; more are scanned in the order of an
 * index.
 */
const SMALL_RESULT = 2000;
/**
 * From this many matches on, looking them all up costs more than checking each text on the way to a
 * page near either end of the list.
 */
const LARGE_RESULT = 40_000;

/** Whether all ids are found at once, so that a larger window costs no more. */
export const isSmall = (total: number): boolean => total <= SMALL_RESULT;

const isNearEnd = (rows: number, total: number): boolean =>
  total > LARGE_RESULT && rows <= total / 8;

/**
 * The page's rows in order, and the number of all matches; `read` returns the rows of given ids in
 * any order.
 */
export async function readPage<R extends { id: string }>(
  db: Db,
  asked: PageQuery,
  read: (ids: string[]) => Promise<R[]>,
): Promise<{ rows: R[]; total: number }> {
  const query = await withHits(db, asked);
  const total = await countRows(db, query);
  const ids = await findIds(db, query, { ...query, total });
  return { rows: inOrder(ids, ids.length > 0 ? await read(ids) : []), total };
}

/** One person has fewer rows than a word has matches. */
const hasOwner = (query: ListQuery): boolean =>
  given(query).some(({ leads, is = '=' }) => leads === 'always' && is === '=');

/** On SQLite, the rows that contain the words are looked up once for all questions about them. */
export async function withHits<Q extends ListQuery>(db: Db, query: Q): Promise<Q> {
  const words = wordsOf(query.q);
  if (db.engine === 'postgres' || words.length === 0 || hasOwner(query)) return query;
  const { table, alternatives = new Map() } = query;
  return { ...query, hits: await findHits(db, { table, words, alternatives }) };
}

/** The rows of these ids that exist, in the order of the ids. */
export function inOrder<R extends { id: string }>(ids: string[], rows: R[]): R[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function countRows(db: Db, query: ListQuery): Promise<number> {
  if (query.hits && given(query).length === 0 && !query.conditions?.length) return query.hits.total;
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from ${sql.table(query.table)} ${where(lookup(db, query))}`.execute(
    db.read,
  );
  return rows[0]!.total;
}

/** Which of the `total` matching rows to read, in order. */
export type Window = { skip: number; limit: number; total: number };

/** The ids of a window in the query's order; the total decides the plan. */
export const findIds = (db: Db, query: ListQuery, window: Window): Promise<string[]> =>
  readFromNearestEnd(window, async ({ offset, size, isBackwards }) => {
    const source = isSmall(window.total)
      ? lookupFirst(db, query)
      : scanInOrder(db, query, isNearEnd(offset + size, window.total));
    const order = orderBy(query, isSmall(window.total) ? 'found' : query.table, isBackwards);
    return (
      await sql<{
        id: string;
      }>`${source} ${order} limit ${size} offset ${offset}`.execute(db.read)
    ).rows;
  });

/**
 * Finds the ids of a window from the nearer end: one in the second half is read backwards. The scan
 * stops at the last match.
 */
async function readFromNearestEnd(
  { skip, limit, total }: Window,
  find: (part: { offset: number; size: number; isBackwards: boolean }) => Promise<{ id: string }[]>,
): Promise<string[]> {
  const size = Math.min(limit, total - skip);
  if (size <= 0) return [];
  const isBackwards = skip > total / 2;
  const ids = (
    await find({ offset: isBackwards ? total - skip - size : skip, size, isBackwards })
  ).map(({ id }) => id);
  return isBackwards ? ids.reverse() : ids;
}

const columnOf = (table: string, column: string): RawBuilder<unknown> =>
  sql.ref(`${table}.${column}`);

function orderOf({ table, sort, order }: ListQuery): Order {
  return order ?? { columns: [sortColumn(table, sort.replace(/^-/, ''))] };
}

/** The columns of the order that belong to the listed table. */
function ownKeys(query: ListQuery): string[] {
  const { columns, of } = orderOf(query);
  return [...new Set([...(of ? [] : columns), 'created_at', 'id'])];
}

/** All keys have one direction: SQLite cannot use an index for mixed ones. */
function orderBy(query: ListQuery, source: string, isBackwards: boolean): RawBuilder<unknown> {
  const direction = query.sort.startsWith('-') === isBackwards ? sql`asc` : sql`desc`;
  const { columns, of } = orderOf(query);
  const keys = [
    ...(of ? columns.map((column) => columnOf(of.table, column)) : []),
    ...ownKeys(query).map((column) => columnOf(source, column)),
  ];
  return sql`order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`;
}

const where = (conditions: Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

const given = ({ filters = [] }: ListQuery): Filter[] =>
  filters.filter(({ value }) => value !== undefined);

function filterBy({ table }: ListQuery, filter: Filter, leads: boolean): Expression<SqlBool> {
  const { column, is = '=', value } = filter;
  const ref = columnOf(table, column);
  // `coalesce` keeps the planner from picking the filter's index.
  const held = leads ? ref : sql`coalesce(${ref}, ${ref})`;
  return is === 'is null' ? sql`${held} is null` : sql`${held} ${sql.raw(is)} ${value}`;
}

/** Each word must occur in the row's own text, or its alternative must hold. */
function matchWords(
  query: ListQuery,
  match: (words: string[]) => Expression<SqlBool>[],
): Expression<SqlBool>[] {
  const { table, q, alternatives = new Map(), hits } = query;
  if (hits) return [areFew(query) ? isOneOfFew(table, hits) : isHit(table, hits)];
  const words = wordsOf(q);
  // If either may hold, the search index is of no use.
  const either = words
    .filter((word) => alternatives.has(word))
    .map((word) => sql<SqlBool>`(${holdsWord(table, word)} or ${alternatives.get(word)})`);
  return [...match(words.filter((word) => !alternatives.has(word))), ...either];
}

/** Whether the words match so few rows that no other index is needed. */
const areFew = ({ hits }: ListQuery): boolean => hits !== undefined && isSmall(hits.total);

const mayLead = ({ leads }: Filter, isSearched: boolean): boolean =>
  leads !== 'never' && !(isSearched && leads === 'unless searched');

/** Conditions that find rows by an index. */
export function lookup(db: Db, query: ListQuery): Expression<SqlBool>[] {
  const isSearched = query.hits ? areFew(query) : wordsOf(query.q).length > 0;
  return [
    ...given(query).map((filter) => filterBy(query, filter, mayLead(filter, isSearched))),
    ...matchWords(query, (words) => findsWords(db.engine, query.table, words)),
    ...(query.conditions ?? []),
  ];
}

/**
 * Conditions to check while an index is scanned in the requested order; `isNear` checks each text
 * instead of asking the search index.
 */
export function scan(db: Db, query: ListQuery, isNear: boolean): Expression<SqlBool>[] {
  const { table } = query;
  return [
    ...given(query).map((filter) => filterBy(query, filter, filter.leads === 'always')),
    ...matchWords(query, (words) =>
      isNear ? words.map((word) => holdsWord(table, word)) : findsWords(db.engine, table, words),
    ),
    ...(query.conditions ?? []),
  ];
}

/** On SQLite, a cross join also fixes the outer table. */
function scanInOrder(db: Db, query: ListQuery, isNear: boolean): RawBuilder<unknown> {
  const { of } = orderOf(query);
  const conditions = scan(db, query, isNear);
  const id = columnOf(query.table, 'id');
  if (!of) return sql`select ${id} from ${sql.table(query.table)} ${where(conditions)}`;
  const isOf = sql<SqlBool>`${columnOf(query.table, of.key)} = ${columnOf(of.table, 'id')}`;
  return sql`select ${id} from ${sql.table(of.table)} cross join ${sql.table(query.table)} ${where([isOf, ...conditions])}`;
}

function lookupFirst(db: Db, query: ListQuery): RawBuilder<unknown> {
  const { of } = orderOf(query);
  const columns = [...ownKeys(query), ...(of ? [of.key] : [])].map((column) =>
    columnOf(query.table, column),
  );
  const found = sql`with found as materialized (select ${sql.join(columns)} from ${sql.table(query.table)} ${where(lookup(db, query))}) select found.id from found`;
  return of
    ? sql`${found} cross join ${sql.table(of.table)} where ${columnOf(of.table, 'id')} = ${columnOf('found', of.key)}`
    : found;
}
