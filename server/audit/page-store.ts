/** Reads a page of the log, given the entries that match. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListAuditQuery } from '#domain/audit/schema.ts';
import { inOrder } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';

/**
 * The most entries that are counted. Pages go further, except those of a search with other filters
 * on SQLite.
 */
export const COUNTED = 10_000;

export type Condition = RawBuilder<SqlBool>;
export type Page = { rows: EntryRow[]; total: number };
export type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

/** Sort direction of timestamps and ids; limits always apply from the newest entry back. */
export const direction = ({ sort }: Pick<ListAuditQuery, 'sort'>): RawBuilder<unknown> =>
  sort === 'at' ? sql`asc` : sql`desc`;

/** Whether the entry's text contains these letters; PostgreSQL may use the index of words. */
export const holds = (text: string): Condition =>
  sql`a.search_text like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

export const and = (conditions: Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/**
 * `found`: ids and timestamps of a bounded number of entries, in any order. They are looked up
 * once, for the total and for the page. `fits`: which of them are listed; all, if not given.
 * Returns how many were found, too.
 */
export async function readFound(
  db: Db,
  { skip, limit, sort }: ListAuditQuery,
  found: RawBuilder<unknown>,
  fits: Condition = sql`true`,
): Promise<Page & { found: number }> {
  const way = direction({ sort });
  const { rows } = await sql<{ found: number; total: number; id: string | null }>`
    with found as materialized (${found})
    select counted.found, counted.total, page.id from (
      select count(*) as found, count(case when ${fits} then 1 end) as total from found) counted
    left join (
      select id, at from found where ${fits}
      order by at ${way}, id ${way} limit ${limit} offset ${skip}) page
    on true order by page.at ${way}, page.id ${way}`.execute(db.read);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const { found: all, total } = rows[0]!;
  return { rows: await readEntries(db, ids), total: Math.min(total, COUNTED), found: all };
}

/** How many rows there are, up to the limit. */
export async function count(db: Db, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*) as total from (select 1 from (${rows}) r limit ${limit}) c`.execute(db.read);
  return counted[0]!.total;
}

/** The entries whose ids a query returns, in its order. */
export async function readInOrder(db: Db, query: RawBuilder<unknown>): Promise<EntryRow[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db.read);
  return readEntries(
    db,
    rows.map(({ id }) => id),
  );
}

const readEntries = async ({ read }: Db, ids: string[]) => inOrder(ids, await entriesOf(read, ids));

const entriesOf = rowsOf((db, isAmong) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'at',
      'actor_id',
      'actor_name',
      'users.first_name',
      'users.last_name',
      'action',
      'subject',
      'subject_id',
      'ip',
      'changes',
      'erased',
    ])
    .where(isAmong('audit_log.id')),
);
