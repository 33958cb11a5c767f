import { sql, type ExpressionWrapper, type Expression, type SqlBool } from 'kysely';
import { foldText } from '#domain/fold-text.ts';

/** What a row's search_text holds: its words, folded (contract.md section 3, `q`). */
export const toSearchText = (...parts: (string | null)[]): string => foldText(parts.filter(Boolean).join(' ')).replace(/\s+/g, ' ');

/** The folded words of a search, ten at most. */
export const wordsOf = (q: string | undefined): string[] => foldText(q ?? '').split(/[\s\p{Cc}]+/u).filter(Boolean).slice(0, 10);

/** Every word must occur. Takes the column and the words as typed; answers conditions for `where`. */
export function matchesWords(column: Expression<string> | ExpressionWrapper<never, never, string>, q: string | undefined): Expression<SqlBool>[] {
  return wordsOf(q).map((word) => sql<SqlBool>`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`);
}
