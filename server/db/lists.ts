/**
 * A page of a large list: first how many rows match, then the ids of the page, by the cheapest way
 * for that many.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './open.ts';
import { sortColumn } from './sort-keys.ts';
import { countsWords, findsWords, holdsWord, wordsOf, type Searched } from './search.ts';

/** An undefined value means that nothing is filtered. */
export type Filter = { column: string; is?: '=' | '>' | '<='; value: unknown };
export type PageQuery = {
  table: Searched;
  filters?: Filter[];
  q?: string | undefined;
  sort: string;
  skip: number;
  limit: number;
};

/**
 * Up to this many matches are found first and then sorted; more are walked to in the order of an
 * index.
 */
export const FEW = 2000;
/**
 * From this many matches on it costs more to find them all than to look into each text on the way
 * to a page near one of the list's ends.
 */
const MANY = 40_000;

export const isNear = (rows: number, total: number): boolean => total > MANY && rows <= total / 8;

/**
 * The page's rows in their order, and the number of all that match; `read` answers the rows of some
 * ids in any order.
 */
export async function readPage<R extends { id: string }>(
  db: Db,
  query: PageQuery,
  read: (ids: string[]) => Promise<R[]>,
): Promise<{ rows: R[]; total: number }> {
  const total = await countMatches(db, query);
  const ids = await findIds(db, query, total);
  const found = new Map(ids.length > 0 ? (await read(ids)).map((row) => [row.id, row]) : []);
  return { rows: ids.flatMap((id) => found.get(id) ?? []), total };
}

/** Which rows, in their order, of the `total` that match. */
export type Window = { skip: number; limit: number; total: number };

/**
 * Finds the ids of a window from the nearer end: one in the second half is walked to backwards.
 * None looks further than to the last match.
 */
export async function fromNearerEnd(
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

const findIds = (db: Db, query: PageQuery, total: number): Promise<string[]> =>
  fromNearerEnd({ ...query, total }, async ({ offset, size, isBackwards }) => {
    const source =
      total <= FEW
        ? foundFirst(db, query)
        : sql`select id from ${sql.table(query.table)} ${where(walking(db, query, isNear(offset + size, total)))}`;
    return (
      await sql<{
        id: string;
      }>`${source} ${orderOf(query, isBackwards)} limit ${size} offset ${offset}`.execute(db.read)
    ).rows;
  });

async function countMatches(db: Db, query: PageQuery): Promise<number> {
  const counted =
    given(query).length === 0 ? countsWords(db.engine, query.table, wordsOf(query.q)) : undefined;
  const { rows } = await sql<{
    total: number;
  }>`${counted ?? sql`select count(*) as total from ${sql.table(query.table)} ${where(finding(db, query))}`}`.execute(
    db.read,
  );
  return rows[0]!.total;
}

const columnOf = ({ table, sort }: PageQuery): string => sortColumn(table, sort.replace(/^-/, ''));

/** All keys go in one direction: mixed ones can't use an index on SQLite. */
const keysOf = (query: PageQuery): string[] => [...new Set([columnOf(query), 'created_at', 'id'])];

function orderOf(query: PageQuery, isBackwards: boolean): RawBuilder<unknown> {
  const direction = query.sort.startsWith('-') === isBackwards ? sql`asc` : sql`desc`;
  return sql`order by ${sql.join(keysOf(query).map((key) => sql`${sql.ref(key)} ${direction}`))}`;
}

const where = (conditions: Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

const given = ({ filters = [] }: PageQuery): Filter[] =>
  filters.filter(({ value }) => value !== undefined);

/** Conditions that lead to the rows. */
function finding(db: Db, query: PageQuery): Expression<SqlBool>[] {
  const filters = given(query).map(
    ({ column, is = '=', value }) => sql<SqlBool>`${sql.ref(column)} ${sql.raw(is)} ${value}`,
  );
  return [...filters, ...findsWords(db.engine, query.table, wordsOf(query.q))];
}

/**
 * Conditions that rows are held against on a walk; `coalesce` keeps the planner from picking a
 * filter's index instead of the order's.
 */
function walking(db: Db, query: PageQuery, isLookingInto: boolean): Expression<SqlBool>[] {
  const filters = given(query).map(
    ({ column, is = '=', value }) =>
      sql<SqlBool>`coalesce(${sql.ref(column)}, ${sql.ref(column)}) ${sql.raw(is)} ${value}`,
  );
  const words = wordsOf(query.q);
  return [
    ...filters,
    ...(isLookingInto
      ? words.map((word) => holdsWord(query.table, word))
      : findsWords(db.engine, query.table, words)),
  ];
}

const foundFirst = (db: Db, query: PageQuery): RawBuilder<unknown> =>
  sql`with found as materialized (select ${sql.join(keysOf(query).map((key) => sql.ref(key)))} from ${sql.table(query.table)} ${where(finding(db, query))}) select id from found`;
