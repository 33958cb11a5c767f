/**
 * Searching words as contract §3.2 says: each must occur somewhere, in any case and without
 * accents.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { foldText } from '#domain/fold-text.ts';
import type { Db } from './open.ts';

/** The tables with a search index (migration 0003). */
export type Searched =
  'users' | 'programs' | 'proposals' | 'faqs' | 'testimonials' | 'posts' | 'enquiries';

/** What a row's search_text holds: its words, folded, each once. */
export const toSearchText = (...parts: (string | null)[]): string =>
  [...new Set(foldText(parts.filter(Boolean).join(' ')).split(/\s+/))].join(' ').trim();

/** The folded words of a search, ten at most. */
export const wordsOf = (q: string | undefined): string[] =>
  foldText(q ?? '')
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 10);

/** What is searched in a row: the very expression that migration 0003 has indexed. */
const textOf = (table: Searched): RawBuilder<string> =>
  table === 'proposals'
    ? sql`(proposals.search_text || ' ' || proposals.applicant_text)`
    : sql`${sql.ref(`${table}.search_text`)}`;

/**
 * That the row's text holds the word, by looking into it. On PostgreSQL the planner may use the
 * index instead.
 */
export const holdsWord = (table: Searched, word: string): Expression<SqlBool> =>
  sql<SqlBool>`${textOf(table)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Shorter words have no trigram. */
const hasTrigram = (word: string): boolean => [...word].length >= 3;

/** That the row's text holds all words, by the index where there is one for them. */
export function findsWords(
  engine: Db['engine'],
  table: Searched,
  words: string[],
): Expression<SqlBool>[] {
  if (engine === 'postgres') return words.map((word) => holdsWord(table, word));
  const [indexed, short] = [words.filter(hasTrigram), words.filter((word) => !hasTrigram(word))];
  const rest = short.map((word) => holdsWord(table, word));
  return indexed.length > 0
    ? [
        sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (${indexedRows(table, indexed, sql`rowid`)})`,
        ...rest,
      ]
    : rest;
}

/** The number of rows that hold all words, from the index alone; undefined where it cannot say. */
export function countsWords(
  engine: Db['engine'],
  table: Searched,
  words: string[],
): RawBuilder<unknown> | undefined {
  if (engine === 'postgres' || words.length === 0 || !words.every(hasTrigram)) return undefined;
  return indexedRows(table, words, sql`count(*) as total`);
}

function indexedRows(
  table: Searched,
  words: string[],
  what: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const index = sql.ref(`${table}_words`);
  return sql`select ${what} from ${index} where ${index} match ${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')}`;
}
