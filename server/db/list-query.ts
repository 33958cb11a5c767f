/** What is asked of a large list, and the conditions and orders that say it in SQL. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './open.ts';
import {
  findsWords,
  holdsCommonWord,
  holdsLetters,
  holdsWord,
  wordsOf,
  type Searched,
} from './search.ts';
import { sortColumn } from './sort-keys.ts';
import { isHit, isOneOfFew, type Hits } from './word-hits.ts';

/** An undefined value means that nothing is filtered. */
export type Filter = {
  column: string;
  is?: '=' | '>' | '<=' | '>=' | '<' | 'is null';
  value: unknown;
  /**
   * Whether the column's index may lead to the rows. Unless said it does where few match: `always`
   * is for a filter that leaves few, `unless searched` for one that leaves more than words do,
   * `never` where another condition leaves fewer.
   */
  leads?: 'always' | 'unless searched' | 'never';
};

/**
 * Columns that rows are ordered by before their moment and id; of another table where one is named.
 */
export type Order = { columns: string[]; of?: { table: 'programs'; key: 'program_id' } };

export type ListQuery = {
  table: Searched;
  filters?: Filter[];
  q?: string | undefined;
  /** By word: what makes a row match that does not hold the word itself. */
  alternatives?: Map<string, Expression<SqlBool>>;
  /** What else must hold, with columns named after their tables. */
  conditions?: Expression<SqlBool>[];
  /** A column, with a minus for the descending order. */
  sort: string;
  /** What `sort` stands for where it is more than the column itself. */
  order?: Order;
  /** Which rows hold the words, where `withHits` has looked them up. */
  hits?: Hits;
  /** How the words are found where that is not known: `withHits` says it. */
  found?: { isDense: boolean; rareLetters: string[] };
};
export type PageQuery = ListQuery & { skip: number; limit: number };

/**
 * Up to this many matches are looked up first and then sorted; more are scanned in the order of an
 * index.
 */
const SMALL_RESULT = 2000;
/** Whether all ids are found at once, so that a larger window costs no more. */
export const isSmall = (total: number): boolean => total <= SMALL_RESULT;

/** One person's rows are fewer than those with a word. */
export const hasOwner = (query: ListQuery): boolean =>
  given(query).some(({ leads, is = '=' }) => leads === 'always' && is === '=');

export const columnOf = (table: string, column: string): RawBuilder<unknown> =>
  sql.ref(`${table}.${column}`);

export function orderOf({ table, sort, order }: ListQuery): Order {
  return order ?? { columns: [sortColumn(table, sort.replace(/^-/, ''))] };
}

/** The listed table's own columns of the order. */
export function ownKeys(query: ListQuery): string[] {
  const { columns, of } = orderOf(query);
  return [...new Set([...(of ? [] : columns), 'created_at', 'id'])];
}

export const directionOf = ({ sort }: ListQuery, isBackwards: boolean): RawBuilder<unknown> =>
  sort.startsWith('-') === isBackwards ? sql`asc` : sql`desc`;

/** All keys go in one direction: mixed ones cannot use an index on SQLite. */
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
  // `coalesce` keeps the planner from picking the filter's index.
  const held = leads ? ref : sql`coalesce(${ref}, ${ref})`;
  return is === 'is null' ? sql`${held} is null` : sql`${held} ${sql.raw(is)} ${value}`;
}

/** Each word must be in the row's own text, or its alternative hold. */
function matchWords(
  query: ListQuery,
  match: (words: string[]) => Expression<SqlBool>[],
): Expression<SqlBool>[] {
  const { table, q, alternatives = new Map(), hits } = query;
  if (hits) return [areFew(query) ? isOneOfFew(table, hits) : isHit(table, hits)];
  const words = wordsOf(q);
  // Where it may be either of two, the search index leads nowhere.
  const either = words
    .filter((word) => alternatives.has(word))
    .map((word) => sql<SqlBool>`(${alternatives.get(word)} or ${looksInto(query, word)})`);
  const rare = words.filter((word) => query.found?.rareLetters.includes(word));
  const rest = words.filter((word) => !alternatives.has(word) && !rare.includes(word));
  return [...match(rest), ...rare.map((letters) => holdsLetters(table, letters)), ...either];
}

/** That a word is in the row's text, by looking into it. */
const looksInto = ({ table, found }: ListQuery, word: string): Expression<SqlBool> =>
  found?.isDense ? holdsCommonWord(table, word) : holdsWord(table, word);

const findEach = (
  { engine }: Db,
  query: ListQuery,
  words: string[],
  isNear: boolean,
): Expression<SqlBool>[] =>
  isNear || query.found?.isDense
    ? words.map((word) => looksInto(query, word))
    : findsWords(engine, query.table, words);

/** Whether the words lead to so few rows that nothing else need lead there. */
const areFew = ({ hits }: ListQuery): boolean => hits !== undefined && isSmall(hits.total);

const mayLead = ({ leads }: Filter, isSearched: boolean): boolean =>
  leads !== 'never' && !(isSearched && leads === 'unless searched');

const isLedByWords = ({ q, found }: ListQuery): boolean => wordsOf(q).length > 0 && !found?.isDense;

/** Conditions that lead to the rows. */
export function lookup(db: Db, query: ListQuery): Expression<SqlBool>[] {
  const isSearched = query.hits ? areFew(query) : isLedByWords(query);
  return [
    ...given(query).map((filter) => filterBy(query, filter, mayLead(filter, isSearched))),
    ...matchWords(query, (words) => findEach(db, query, words, false)),
    ...(query.conditions ?? []),
  ];
}

/**
 * Conditions that rows are held against while an index is scanned in the order asked; `isNear`
 * looks into each text instead of asking the search index.
 */
export function scan(db: Db, query: ListQuery, isNear: boolean): Expression<SqlBool>[] {
  return [
    ...given(query).map((filter) => filterBy(query, filter, filter.leads === 'always')),
    ...matchWords(query, (words) => findEach(db, query, words, isNear)),
    ...(query.conditions ?? []),
  ];
}
