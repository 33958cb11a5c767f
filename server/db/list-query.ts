/** The query of a large list, and its conditions and order in SQL. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './open.ts';
import {
  findsByLetters,
  findsWords,
  holdsCommonWord,
  holdsWord,
  readsWord,
  wordsOf,
  type Searched,
} from './search.ts';
import { sortColumn } from './sort-keys.ts';
import { isAmongIds, type IdHits } from './id-hits.ts';
import { isHit, isAmong, type Hits } from './word-hits.ts';

/** An undefined value means no filter. */
export type Filter = {
  column: string;
  is?: '=' | '>' | '<=' | '>=' | '<' | 'is null';
  value: unknown;
  /**
   * Whether the column's index may be used to find rows. By default it is if few rows match:
   * `always` is for a filter that matches few rows, `unless searched` for one that matches more
   * rows than words do, `never` if another condition matches fewer.
   */
  leads?: 'always' | 'unless searched' | 'never';
  /** Whether an index holds this column and then timestamp and id: its rows are in order. */
  isOrdered?: boolean;
};

/**
 * Columns by which rows are ordered before their timestamp and id; of another table, if one is
 * named.
 */
export type Order = { columns: string[]; of?: { table: 'programs'; key: 'program_id' } };

export type ListQuery = {
  table: Searched;
  filters?: Filter[];
  q?: string | undefined;
  /** By word: a condition that makes a row match although it does not contain the word. */
  alternatives?: Map<string, Expression<SqlBool>>;
  /** Further conditions, with columns qualified by their tables. */
  conditions?: Expression<SqlBool>[];
  /** A column, with a minus for descending order. */
  sort: string;
  /** The meaning of `sort`, if it is more than a column. */
  order?: Order;
  /** Which rows contain the words, if `withHits` has looked them up. */
  hits?: Hits | IdHits;
  /** How the words are found otherwise, as decided by `withHits`. */
  found?: { isDense: boolean; byLetters: string[]; readWords: string[] };
};
export type PageQuery = ListQuery & { skip: number; limit: number };

/**
 * Up to this many matches are looked up first and then sorted; more are scanned in the order of an
 * index.
 */
const SMALL_RESULT = 2000;
/** Whether all ids are found at once, so that a larger window costs no more. */
export const isSmall = (total: number): boolean => total <= SMALL_RESULT;

/** One person has fewer rows than contain a word. */
export const hasOwner = (query: ListQuery): boolean =>
  given(query).some(({ leads, is = '=' }) => leads === 'always' && is === '=');

/**
 * Whether an index has exactly the rows of this query, in its order: then a page costs only the
 * rows up to its end.
 */
export function isInOrder(query: ListQuery): boolean {
  const { columns, of } = orderOf(query);
  const isByTime = columns.every((column) => column === 'created_at');
  const isPlain = wordsOf(query.q).length === 0 && !query.conditions?.length && !of;
  const filters = given(query);
  return isPlain && (filters.length === 0 || (isByTime && filters.every((one) => one.isOrdered)));
}

export const columnOf = (table: string, column: string): RawBuilder<unknown> =>
  sql.ref(`${table}.${column}`);

export function orderOf({ table, sort, order }: ListQuery): Order {
  return order ?? { columns: [sortColumn(table, sort.replace(/^-/, ''))] };
}

/** The order columns of the listed table itself. */
export function ownKeys(query: ListQuery): string[] {
  const { columns, of } = orderOf(query);
  return [...new Set([...(of ? [] : columns), 'created_at', 'id'])];
}

export const directionOf = ({ sort }: ListQuery, isBackwards: boolean): RawBuilder<unknown> =>
  sort.startsWith('-') === isBackwards ? sql`asc` : sql`desc`;

/** All columns in the same direction: SQLite cannot use an index for mixed directions. */
export function orderBy(
  query: ListQuery,
  source: string,
  isBackwards: boolean,
): RawBuilder<unknown> {
  const direction = directionOf(query, isBackwards);
  const { columns, of } = orderOf(query);
  const keys = [
    ...(of ? columns.map((column) => columnOf(of.table, column)) : []),
    ...ownKeys(query).map((column) => columnOf(source, column)),
  ];
  return sql`order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`;
}

export const where = (conditions: Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

export const given = ({ filters = [] }: ListQuery): Filter[] =>
  filters.filter(({ value }) => value !== undefined);

function filterBy({ table }: ListQuery, filter: Filter, leads: boolean): Expression<SqlBool> {
  const { column, is = '=', value } = filter;
  const ref = columnOf(table, column);
  // `coalesce` prevents the planner from using the filter's index.
  const held = leads ? ref : sql`coalesce(${ref}, ${ref})`;
  return is === 'is null' ? sql`${held} is null` : sql`${held} ${sql.raw(is)} ${value}`;
}

/** Each word must be in the row's own text, or its alternative must hold. */
function matchWords(db: Db, query: ListQuery, isNear: boolean): Expression<SqlBool>[] {
  const { table, q, alternatives = new Map(), hits } = query;
  if (hits && 'ids' in hits) return [isAmongIds(table, hits)];
  if (hits) return [isSmallResult(query) ? isAmong(table, hits) : isHit(table, hits)];
  const words = wordsOf(q);
  // If a word may match in two ways, the search index cannot be used.
  const either = words
    .filter((word) => alternatives.has(word))
    .map((word) => sql<SqlBool>`(${alternatives.get(word)} or ${containsWord(db, query, word)})`);
  const lettered = words.filter((word) => query.found?.byLetters.includes(word));
  const read = words.filter((word) => query.found?.readWords.includes(word));
  const rest = words.filter(
    (word) => ![...alternatives.keys(), ...lettered, ...read].includes(word),
  );
  return [
    ...findEach(db, query, rest, isNear),
    ...lettered.flatMap((word) =>
      isNear ? [readsWord(table, word)] : findsByLetters(table, word),
    ),
    ...read.map((word) => readsWord(table, word)),
    ...either,
  ];
}

/** Whether a word is in the row's text, by reading the text. */
const containsWord = (
  { engine }: Db,
  { table, found }: ListQuery,
  word: string,
): Expression<SqlBool> =>
  found?.isDense ? holdsCommonWord(engine, table, word) : holdsWord(table, word);

const findEach = (
  db: Db,
  query: ListQuery,
  words: string[],
  isNear: boolean,
): Expression<SqlBool>[] =>
  isNear || query.found?.isDense
    ? words.map((word) => containsWord(db, query, word))
    : findsWords(db.engine, query.table, words);

/** Whether the words match so few rows that no other index is needed. */
export const isSmallResult = ({ hits }: ListQuery): boolean =>
  hits !== undefined && ('ids' in hits || isSmall(hits.total));

const mayLead = ({ leads }: Filter, isSearched: boolean): boolean =>
  leads !== 'never' && !(isSearched && leads === 'unless searched');

const isLedByWords = ({ q, found }: ListQuery): boolean => wordsOf(q).length > 0 && !found?.isDense;

/** Conditions that are used to find the rows. */
export function lookup(db: Db, query: ListQuery): Expression<SqlBool>[] {
  const isSearched = query.hits ? isSmallResult(query) : isLedByWords(query);
  return [
    ...given(query).map((filter) => filterBy(query, filter, mayLead(filter, isSearched))),
    ...matchWords(db, query, false),
    ...(query.conditions ?? []),
  ];
}

/**
 * Conditions that are checked for each row while an index is scanned in the requested order;
 * `isNear` reads each text instead of querying the search index.
 */
export function scan(db: Db, query: ListQuery, isNear: boolean): Expression<SqlBool>[] {
  return [
    ...given(query).map((filter) => filterBy(query, filter, filter.leads === 'always')),
    ...matchWords(db, query, isNear),
    ...(query.conditions ?? []),
  ];
}
