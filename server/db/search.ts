/**
 * Full-text search as contract §3.2 says: each word must occur somewhere, regardless of case and
 * accents.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { foldText } from '#domain/fold-text.ts';
import type { Db } from './open.ts';

/** The tables with a search index (migration 0003). */
export const SEARCHED = [
  'users',
  'programs',
  'proposals',
  'faqs',
  'testimonials',
  'posts',
  'enquiries',
] as const;
export type Searched = (typeof SEARCHED)[number];

/** The value of a row's search_text: its words, folded, without duplicates. */
export const toSearchText = (...parts: (string | null)[]): string =>
  [...new Set(foldText(parts.filter(Boolean).join(' ')).split(/\s+/))].join(' ').trim();

/** The folded words of a search, ten at most. */
export const wordsOf = (q: string | undefined): string[] =>
  foldText(q ?? '')
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 10);

/** The searched text of a row: the exact expression that migration 0003 has indexed. */
export const textOf = (table: Searched): RawBuilder<string> =>
  table === 'proposals'
    ? sql`(proposals.search_text || ' ' || proposals.applicant_text)`
    : sql`${sql.ref(`${table}.search_text`)}`;

/**
 * Whether the row's text contains the word, by reading the text. On PostgreSQL the planner may use
 * the index instead.
 */
export const holdsWord = (table: Searched, word: string): Expression<SqlBool> =>
  sql<SqlBool>`${textOf(table)} like ${patternOf(word)} escape '\\'`;

/**
 * The same for a word in many rows: uses no index, and concatenates no text. On PostgreSQL,
 * `position` takes half as long as `like`.
 */
export function holdsCommonWord(
  engine: Db['engine'],
  table: Searched,
  word: string,
): Expression<SqlBool> {
  const texts = table === 'proposals' ? ['search_text', 'applicant_text'] : ['search_text'];
  const held = texts.map((column) => {
    const text = sql.ref(`${table}.${column}`);
    return engine === 'postgres'
      ? sql`position(${word} in ${text}) > 0`
      : sql`${text} like ${patternOf(word)} escape '\\'`;
  });
  return sql<SqlBool>`(${sql.join(held, sql` or `)})`;
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The same by the index of letters and pairs of letters (migration 0020), on PostgreSQL only: for
 * one or two letters that few rows contain, and for words with signs, which trigrams ignore. Rows
 * found by the pairs of a longer word are then read.
 */
export const findsByLetters = (table: Searched, word: string): Expression<SqlBool>[] => {
  const letters = hasTrigram(word) ? pairsOf(word) : [word];
  const found = sql<SqlBool>`letters_of(${textOf(table)}) @> array[${sql.join(letters)}]::text[]`;
  return hasTrigram(word) ? [found, readsWord(table, word)] : [found];
};

/** Whether the row's text contains all pairs of the word's letters, by reading it. */
export const holdsPairs = (table: Searched, word: string): Expression<SqlBool> =>
  holdsEach(table, pairsOf(word));

/** The same for the parts of the word that trigrams are made of. */
export const holdsParts = (table: Searched, word: string): Expression<SqlBool> =>
  holdsEach(table, word.split(SIGNS).filter(Boolean));

/** Whether the word consists of several parts with signs between them. */
export const hasSigns = (word: string): boolean => word.split(SIGNS).filter(Boolean).length > 1;

const SIGNS = /[^\p{L}\p{N}]+/u;

const holdsEach = (table: Searched, parts: string[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    parts.map((part) => holdsWord(table, part)),
    sql` and `,
  )})`;

function pairsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set(letters.slice(1).map((letter, place) => `${letters[place]}${letter}`))];
}

/** Shorter words have no trigram. */
export const hasTrigram = (word: string): boolean => [...word].length >= 3;

/**
 * What the index is asked for a word. For an email address, this is the part up to the @: the
 * provider's name is in thousands of rows, and intersecting the rows of all its trigrams is most of
 * the cost. The rows found must then be compared with the whole word.
 */
export const lookedUpOf = (word: string): string => /^([^@]{3,}@)./u.exec(word)?.[1] ?? word;

/** The whole word, in a form that no index answers. */
export const readsWord = (table: Searched, word: string): Expression<SqlBool> =>
  sql<SqlBool>`position(${word} in ${textOf(table)}) > 0`;

const findsWord = (table: Searched, word: string): Expression<SqlBool>[] => {
  const part = lookedUpOf(word);
  const found = holdsWord(table, part);
  return part === word ? [found] : [found, readsWord(table, word)];
};

/** Whether the row's text contains all words, by the index if there is one for them. */
export function findsWords(
  engine: Db['engine'],
  table: Searched,
  words: string[],
): Expression<SqlBool>[] {
  if (engine === 'postgres') return words.flatMap((word) => findsWord(table, word));
  const [indexed, short] = [words.filter(hasTrigram), words.filter((word) => !hasTrigram(word))];
  const rest = short.map((word) => holdsWord(table, word));
  return indexed.length > 0
    ? [
        sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (select rowid ${rowsWith(table, indexed)})`,
        ...rest,
      ]
    : rest;
}

/** The rowids of rows that contain all of some words, or any of them, by SQLite's index alone. */
export function rowsWith(
  table: Searched,
  words: string[],
  how: 'and' | 'or' = 'and',
): RawBuilder<unknown> {
  const index = sql.ref(`${table}_words`);
  const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`);
  return sql`from ${index} where ${index} match ${phrases.join(how === 'or' ? ' OR ' : ' ')}`;
}
