/** Reads pages of lists: one statement counts the matches, one finds the page, one reads it. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { COUNTED_MATCHES, isUncounted } from '#domain/pages.ts';
import type { Db } from './open.ts';
import { findsWords, readsWord, wordsOf, type SearchedTable } from './search.ts';
import { sortColumn } from './table.ts';

/** An undefined value means no filter. */
export type Filter = {
  column: string;
  is?: '=' | '>' | '<=' | '>=' | '<' | 'is null';
  value: unknown;
};

/**
 * Columns by which rows are ordered before their timestamp and id; of another table, if one is
 * named. Each order has an index.
 */
export type Order = {
  columns: string[];
  of?: { table: 'programs'; key: 'program_id' };
  /** A value of each row, before its timestamp and id; rows that have none are last, either way. */
  by?: RawBuilder<unknown>;
};

/**
 * Rows that another table lists, as a filter: `select` finds those that meet the conditions and no
 * others; undefined if no other table lists them.
 */
export type Members = {
  select: RawBuilder<unknown> | undefined;
  conditions: Expression<SqlBool>[];
  /** So few that SQLite should begin with them, which it cannot know. */
  areFew?: boolean;
};

export type ListQuery = {
  table: SearchedTable;
  filters?: Filter[];
  q?: string | undefined;
  /** By word: a condition that makes a row match although it does not contain the word. */
  alternatives?: Map<string, Expression<SqlBool>>;
  /** Further conditions, with columns qualified by their tables. */
  conditions?: Expression<SqlBool>[];
  /** Further conditions that another table may answer. */
  members?: Members[];
  /** A column, with a minus for descending order. */
  sort: string;
  /** The meaning of `sort`, if it is more than a column. */
  order?: Order | undefined;
};
export type Window = { skip: number; limit: number };

/**
 * The page's rows in order, and the number of all matches; `read` returns the rows of given ids in
 * any order.
 */
export async function readPage<R extends { id: string }>(
  db: Db,
  query: ListQuery & Window,
  read: (ids: string[]) => Promise<R[]>,
): Promise<{ rows: R[]; total: number }> {
  const total = await countRows(db, query);
  const ids = isWithin(query, total) ? await findIds(db, query, query) : [];
  return { rows: inOrder(ids, ids.length > 0 ? await read(ids) : []), total };
}

/** The pages of an uncounted search go on behind its total. */
export const isWithin = ({ skip }: Pick<Window, 'skip'>, total: number): boolean =>
  skip < total || isUncounted(total);

export function inOrder<R extends { id: string }>(ids: string[], rows: R[]): R[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The number of matches; of a search, contract §3.2 bounds it. */
export async function countRows(db: Db, query: ListQuery): Promise<number> {
  const matching =
    onlyMembers(query) ?? sql`from ${sql.table(query.table)} ${where(conditionsOf(db, query))}`;
  const isSearched = wordsOf(query.q).length > 0;
  const counted = isSearched
    ? sql`from (select 1 ${matching} limit ${COUNTED_MATCHES + 1}) as counted`
    : matching;
  const { rows } = await sql<{ total: number }>`select count(*) as total ${counted}`.execute(
    db.read,
  );
  return Number(rows[0]!.total);
}

/** Members of whom nothing else is asked are counted where they are listed. */
function onlyMembers({ members = [], ...query }: ListQuery): RawBuilder<unknown> | undefined {
  if (members.length !== 1 || wordsOf(query.q).length > 0 || filtersOf(query).length > 0)
    return undefined;
  const { select } = members[0]!;
  return select && sql`from (${select}) as members`;
}

/** The ids of a window in the query's order. */
export async function findIds(db: Db, query: ListQuery, { skip, limit }: Window) {
  const { table } = query;
  const { of } = orderOf(query);
  // SQLite reads the tables of a cross join in the order in which they are named.
  const source = of ? sql`${sql.table(of.table)} cross join ${sql.table(table)}` : sql.table(table);
  const joined = of ? [sql<SqlBool>`${ref(table, of.key)} = ${ref(of.table, 'id')}`] : [];
  const { rows } = await sql<{ id: string }>`
    select ${ref(table, 'id')} from ${source} ${where([...joined, ...conditionsOf(db, query)])}
    ${orderBy(query)} limit ${limit} offset ${skip}`.execute(db.read);
  return rows.map(({ id }) => id);
}

/** The query's conditions, for statements of other stores. */
export const conditionsOf = (db: Db, query: ListQuery): Expression<SqlBool>[] => [
  ...filtersOf(query),
  ...searchOf(query, (words) => findsWords(db, query.table, words)),
];

/**
 * The same for statements that pass many rows in another order, such as exports: each text is read
 * on its way, instead of asking an index for all matches every time.
 */
export const passedConditionsOf = (query: ListQuery): Expression<SqlBool>[] => [
  ...filtersOf(query),
  ...searchOf(query, (words) => words.map((word) => readsWord(query.table, word))),
];

const ref = (table: string, column: string): RawBuilder<unknown> => sql.ref(`${table}.${column}`);

export const where = (conditions: Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

function filtersOf(query: ListQuery): Expression<SqlBool>[] {
  const { table, filters = [], conditions = [], members = [] } = query;
  const given = filters.filter(({ value }) => value !== undefined);
  // A column with a plus is looked up in no index.
  const plus = sql.raw(members.some(({ areFew }) => areFew) ? '+' : '');
  return [
    ...given.map(({ column, is = '=', value }) =>
      is === 'is null'
        ? sql<SqlBool>`${plus}${ref(table, column)} is null`
        : sql<SqlBool>`${plus}${ref(table, column)} ${sql.raw(is)} ${value}`,
    ),
    ...conditions,
    ...members.flatMap((one) => one.conditions),
  ];
}

type Finds = (words: string[]) => Expression<SqlBool>[];

/** Each word is in the row's own text, or its alternative holds. */
function searchOf({ q, alternatives = new Map() }: ListQuery, finds: Finds): Expression<SqlBool>[] {
  const words = wordsOf(q);
  const own = words.filter((word) => !alternatives.has(word));
  const either = words
    .filter((word) => alternatives.has(word))
    .map((word) => sql<SqlBool>`(${alternatives.get(word)} or ${finds([word])[0]})`);
  return [...(own.length > 0 ? finds(own) : []), ...either];
}

const orderOf = ({ table, sort, order }: ListQuery): Order =>
  order ?? { columns: [sortColumn(table, sort.replace(/^-/, ''))] };

/** All columns in the same direction: SQLite cannot use an index for mixed directions. */
function orderBy(query: ListQuery): RawBuilder<unknown> {
  const { columns, of, by } = orderOf(query);
  const direction = query.sort.startsWith('-') ? sql`desc` : sql`asc`;
  const own = [...new Set([...(of ? [] : columns), 'created_at', 'id'])];
  const keys = [
    ...(by ? [by] : []),
    ...(of ? columns.map((column) => ref(of.table, column)) : []),
    ...own.map((column) => ref(query.table, column)),
  ];
  const first = by ? sql`case when ${by} is null then 1 else 0 end, ` : sql``;
  return sql`order by ${first}${sql.join(keys.map((key) => sql`${key} ${direction}`))}`;
}
