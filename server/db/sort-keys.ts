/**
 * Texts that lists are ordered by have a folded copy, `{column}_key`, which both engines compare
 * byte by byte (decision 19).
 */
import type { Generated } from 'kysely';
import { toSortKey } from '#domain/fold-text.ts';

export const SORTED_TEXTS = {
  users: ['email', 'first_name', 'last_name'],
  programs: ['title'],
  proposals: ['business_name', 'applicant_first_name', 'applicant_last_name'],
  faqs: ['question'],
  testimonials: ['last_name'],
  posts: ['title'],
  enquiries: ['last_name'],
} as const;

type SortedTable = keyof typeof SORTED_TEXTS;
type KeyOf<T extends SortedTable> = `${(typeof SORTED_TEXTS)[T][number]}_key`;

/** Columns that our rows never name: `withSortKeys` adds them. */
export type SortKeyColumns<T extends SortedTable> = { [Name in KeyOf<T>]: Generated<string> };

/** The column that a list is actually ordered by when this one is requested. */
export const sortColumn = (table: SortedTable, column: string): string =>
  (SORTED_TEXTS[table] as readonly string[]).includes(column) ? `${column}_key` : column;

/**
 * Adds to a row, or to changes of one, the key of each sortable text. Every insert and update of
 * these tables goes through here.
 */
export function withSortKeys<R extends object, T extends SortedTable>(
  table: T,
  row: R,
): R & { [Name in KeyOf<T>]?: string } {
  const texts = Object.entries(row).filter(
    ([column, value]) => typeof value === 'string' && sortColumn(table, column) !== column,
  );
  return {
    ...row,
    ...Object.fromEntries(
      texts.map(([column, value]) => [sortColumn(table, column), toSortKey(value as string)]),
    ),
  };
}
