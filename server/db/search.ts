/**
 * Full-text search as contract §3.2 says: each word of a search occurs somewhere in a row's text,
 * as a word or a part of one.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { foldText } from '#domain/fold-text.ts';
import type { Db } from './open.ts';

export type SearchedTable =
  | 'users'
  | 'programs'
  | 'proposals'
  | 'faqs'
  | 'testimonials'
  | 'posts'
  | 'enquiries';

/** Apostrophes and hyphens of all kinds: people write names with them, without them, and mixed. */
const MARKS = /['’‘‛ʼʻ`´′\-\u00ad‐‑‒–—―−]/gu;

/** The words of a text as searches compare them: folded, without marks, without duplicates. */
function splitWords(text: string): string[] {
  const words = foldText(text)
    .replace(MARKS, '')
    .split(/[\s\p{Cc}]+/u)
    .map((word) => word.replace(/^\+(?=\d)/, '').replace(/^00(?=233)/, ''));
  return [...new Set(words.filter(Boolean))];
}

/** A Ghanaian phone number is found with its country code and without. */
function spellingsOf(word: string): string[] {
  const number = /^(?:0|233)(\d{9})$/.exec(word)?.[1];
  return number ? [`0${number}`, `233${number}`] : [word];
}

export const toSearchText = (...parts: (string | null)[]): string => {
  const words = splitWords(parts.filter(Boolean).join(' '));
  return [...new Set(words.flatMap(spellingsOf))].join(' ');
};

const MOST_WORDS = 10;

/** The words of a search, ten at most. */
export const wordsOf = (q: string | undefined): string[] =>
  splitWords(q ?? '').slice(0, MOST_WORDS);

/** The same of a search in texts that are stored as they are. */
export const foldedWordsOf = (q: string | undefined): string[] =>
  foldedWords(q ?? '').slice(0, MOST_WORDS);

/** The folded words of a text, marks included, for texts that are stored as they are. */
export const foldedWords = (text: string): string[] => [
  ...new Set(
    foldText(text)
      .split(/[\s\p{Cc}]+/u)
      .filter(Boolean),
  ),
];

/** The searched text of a row: the exact expression that is indexed. */
const textOf = (table: SearchedTable): RawBuilder<string> =>
  table === 'proposals'
    ? sql`(proposals.search_text || ' ' || proposals.applicant_text)`
    : sql`${sql.ref(`${table}.search_text`)}`;

/** A pattern of `like` for a text that contains this one. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const readsWord = (table: SearchedTable, word: string): Expression<SqlBool> =>
  sql<SqlBool>`${textOf(table)} like ${patternOf(word)} escape '\\'`;

/** Shorter words have no trigram. */
export const hasTrigram = (word: string): boolean => [...word].length >= 3;

/** What FTS5 is asked for a text that contains all words. */
export const phrasesOf = (words: string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');

/** Whether the row's text contains all words, by the index where there is one for them. */
export function findsWords({ engine }: Pick<Db, 'engine'>, table: SearchedTable, words: string[]) {
  if (engine === 'postgres') return words.map((word) => readsWord(table, word));
  const indexed = words.filter(hasTrigram);
  const short = words.filter((word) => !hasTrigram(word)).map((word) => readsWord(table, word));
  return indexed.length > 0 ? [isIndexed(table, indexed), ...short] : short;
}

function isIndexed(table: SearchedTable, words: string[]): Expression<SqlBool> {
  const index = sql.ref(`${table}_words`);
  return sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (select rowid from ${index} where ${index} match ${phrasesOf(words)})`;
}
