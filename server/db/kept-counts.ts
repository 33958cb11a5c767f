/**
 * Numbers of proposals that triggers keep (migration 0022): what few rows hold is summed, where
 * otherwise each match would be counted.
 */
import { sql, type Expression, type SqlBool } from 'kysely';
import { columnOf, given, where, type Filter, type ListQuery } from './list-query.ts';
import type { Db } from './open.ts';
import { wordsOf } from './search.ts';

const TABLE = 'proposal_counts';
const KEPT = new Set([
  ...['program_id', 'decision', 'funding_stage', 'business_sector'],
  ...['is_approved', 'flagged'],
]);

/** Which kept counts make up the matches; undefined if other fields are asked for. */
export function keptCounts(query: ListQuery): Expression<SqlBool>[] | undefined {
  const isPlain = query.table === 'proposals' && !query.conditions?.length;
  if (!isPlain || wordsOf(query.q).length > 0) return undefined;
  const kept = given(query).map(toKept);
  return kept.every((condition) => condition !== undefined) ? kept : undefined;
}

function toKept({ column, is = '=', value }: Filter): Expression<SqlBool> | undefined {
  if (column === 'assigned_to' && is === 'is null')
    return sql<SqlBool>`${columnOf(TABLE, 'is_assigned')} = ${false}`;
  if (is !== '=' || !KEPT.has(column)) return undefined;
  return sql<SqlBool>`${columnOf(TABLE, column)} = ${value}`;
}

/** How many proposals these counts hold. */
export async function sumCounts({ read }: Db, kept: Expression<SqlBool>[]): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select coalesce(sum(total), 0) as total from ${sql.table(TABLE)} ${where(kept)}`.execute(read);
  return rows[0]!.total;
}

/** The programs that have any of them, in this order, each with its number. */
export async function sumByProgram(
  { read }: Db,
  kept: Expression<SqlBool>[],
  order: Expression<unknown>,
): Promise<{ id: string; total: number }[]> {
  const { rows } = await sql<{ id: string; total: number }>`
    select programs.id, sum(total) as total from ${sql.table(TABLE)}
    join programs on programs.id = ${columnOf(TABLE, 'program_id')} ${where(kept)}
    group by programs.id having sum(total) > 0 order by ${order}`.execute(read);
  return rows;
}
