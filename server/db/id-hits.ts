/**
 * Which rows of PostgreSQL contain the words of a search that few rows match: looked up once, then
 * used for the total and for each page.
 */
import { sql, type Expression, type SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './open.ts';
import type { Searched } from './search.ts';

/** The number of matching rows, and their ids as one array value. */
export type IdHits = { total: number; ids: string };

/** More are counted and scanned instead. */
const MOST = 5000;

/** Characters of cached ids: pages of the same search are requested one after the other. */
const CACHE_CHARACTERS = 4_000_000;
/** Undefined: there are too many. */
type Cached = { hits: IdHits | undefined };
const caches = new WeakMap<Db, LRUCache<string, Cached>>();

/**
 * The rows of the table that meet all conditions, or undefined if there are more than 5,000. `key`
 * identifies the conditions. Cached until any transaction begins to write or ends.
 */
export async function findIdHits(
  db: Db,
  table: Searched,
  key: string,
  conditions: Expression<SqlBool>[],
): Promise<IdHits | undefined> {
  const cache = caches.get(db) ?? newCache();
  caches.set(db, cache);
  const stamped = `${await snapshotOf(db)} ${table} ${key}`;
  const found = cache.get(stamped) ?? { hits: await lookUp(db, table, conditions) };
  cache.set(stamped, found);
  return found.hits;
}

/** Whether the row is one of them. */
export const isAmongIds = (table: Searched, { ids }: IdHits): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${ids}::uuid[])`;

const newCache = () =>
  new LRUCache<string, Cached>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ hits }) => (hits?.ids.length ?? 0) + 1,
  });

/** Equal snapshots see the same rows. */
async function snapshotOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    snapshot: string;
  }>`select pg_current_snapshot()::text as snapshot`.execute(db.read);
  return rows[0]!.snapshot;
}

async function lookUp(
  db: Db,
  table: Searched,
  conditions: Expression<SqlBool>[],
): Promise<IdHits | undefined> {
  const { rows } = await sql<{ total: number; ids: string | null }>`
    select count(*) as total, string_agg(id::text, ',') as ids from (
      select id from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
      limit ${MOST + 1}) as found`.execute(db.read);
  const { total, ids } = rows[0]!;
  return total > MOST ? undefined : { total, ids: `{${ids ?? ''}}` };
}
