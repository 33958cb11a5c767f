/**
 * Reads a page of a large list: first the number of matching rows, then the ids of the page, by the
 * cheapest plan for that number.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { COUNTED_MATCHES, isUncounted } from '#domain/pages.ts';
import {
  columnOf,
  given,
  isInOrder,
  isSmall,
  isSmallResult,
  lookup,
  directionOf,
  orderBy,
  orderOf,
  ownKeys,
  scan,
  where,
  type ListQuery,
  type Order,
  type PageQuery,
} from './list-query.ts';
import type { Db } from './open.ts';
import { keptCounts, sumByProgram, sumCounts } from './kept-counts.ts';
import { passMarked, type Part } from './name-marks.ts';
import { wordsOf } from './search.ts';
import { withHits } from './find-words.ts';

/**
 * From this number of matches, looking all of them up costs more than checking each text while
 * scanning to a page near either end of the list.
 */
const LARGE_RESULT = 40_000;

const isNearEnd = (rows: number, total: number): boolean =>
  isUncounted(total) || (total > LARGE_RESULT && rows <= total / 8);

/**
 * The page's rows in order, and the number of all matches; `read` returns the rows of given ids in
 * any order.
 */
export async function readPage<R extends { id: string }>(
  db: Db,
  asked: PageQuery,
  read: (ids: string[]) => Promise<R[]>,
): Promise<{ rows: R[]; total: number }> {
  const query = await withHits(db, asked);
  const { ids, total } = (await findFarPage(db, query, asked)) ?? (await findPage(db, query));
  return { rows: inOrder(ids, ids.length > 0 ? await read(ids) : []), total };
}

async function findPage(db: Db, query: PageQuery): Promise<IdPage> {
  const total = await countRows(db, query);
  return { ids: await findIds(db, query, { ...query, total }), total };
}

/** A page's ids and the number of all matches. */
export type IdPage = { ids: string[]; total: number };

/** Whether reading this page passes as many matches as are counted. */
export const isFar = ({ skip, limit }: Pick<Window, 'skip' | 'limit'>): boolean =>
  skip + limit >= COUNTED_MATCHES;

/**
 * A far page of common words: reading it counts them. Undefined for any other page, and behind the
 * last match.
 */
export async function findFarPage(
  db: Db,
  query: ListQuery,
  page: Pick<Window, 'skip' | 'limit'>,
): Promise<IdPage | undefined> {
  const isPlain = given(query).length === 0 && !query.conditions?.length;
  if (!isFar(page) || !isPlain || !query.found?.isDense) return undefined;
  const { skip, limit } = page;
  const uncounted = COUNTED_MATCHES + 1;
  const ids = await findIds(db, query, { skip, limit: limit + 1, total: uncounted });
  if (ids.length === 0) return undefined;
  return { ids: ids.slice(0, limit), total: Math.min(skip + ids.length, uncounted) };
}

/** The existing rows of these ids, in the order of the ids. */
export function inOrder<R extends { id: string }>(ids: string[], rows: R[]): R[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * The number of matches; above `most` it may be `most` plus one. Without `most` all are counted,
 * except those of a search, which have the limit of contract §3.2.
 */
export async function countRows(db: Db, query: ListQuery, most?: number): Promise<number> {
  if (query.hits && given(query).length === 0 && !query.conditions?.length) return query.hits.total;
  const kept = keptCounts(query);
  if (kept) return sumCounts(db, kept);
  const limit = most ?? (isSearched(query) && !query.hits ? COUNTED_MATCHES : Infinity);
  const matching = sql`from ${sql.table(query.table)} ${where(lookup(db, query))}`;
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total ${upTo(limit + 1, matching)}`.execute(db.read);
  return rows[0]!.total;
}

const isSearched = ({ q }: ListQuery): boolean => wordsOf(q).length > 0;

const upTo = (most: number, matching: RawBuilder<unknown>): RawBuilder<unknown> =>
  Number.isFinite(most) ? sql`from (select 1 ${matching} limit ${most}) as counted` : matching;

/** A range of rows, in order, of the `total` that match. */
export type Window = { skip: number; limit: number; total: number };

/** The ids of a window in the query's order; the total decides the plan. */
export const findIds = (db: Db, query: ListQuery, window: Window): Promise<string[]> =>
  readFromNearestEnd(window, async (part) => {
    if (isInOrder(query)) {
      const { left, beyond } = await passMarked(db, query, part);
      return findInOrder(db, query, left, [...lookup(db, query), ...beyond]);
    }
    if (isSmall(window.total) || isSmallResult(query)) return findSmall(db, query, part);
    const isNear = isNearEnd(part.offset + part.size, window.total);
    const { of } = orderOf(query);
    return of
      ? findByParents(db, query, { ...part, isNear }, of)
      : findInOrder(db, query, part, scan(db, query, isNear));
  });

/**
 * Finds the ids of a window from the nearer end: a window in the second half is read backwards.
 * Stops after the last match, if the total is known.
 */
async function readFromNearestEnd(
  { skip, limit, total }: Window,
  find: (part: Part) => Promise<string[]>,
): Promise<string[]> {
  if (isUncounted(total)) return find({ offset: skip, size: limit, isBackwards: false });
  const size = Math.min(limit, total - skip);
  if (size <= 0) return [];
  const isBackwards = skip > total / 2;
  const ids = await find({
    offset: isBackwards ? total - skip - size : skip,
    size,
    isBackwards,
  });
  return isBackwards ? ids.reverse() : ids;
}

async function readIds(db: Db, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${statement}`.execute(db.read);
  return rows.map(({ id }) => id);
}

function findInOrder(
  db: Db,
  query: ListQuery,
  { offset, size, isBackwards }: Part,
  conditions: Expression<SqlBool>[],
): Promise<string[]> {
  const { table } = query;
  return readIds(
    db,
    sql`select ${columnOf(table, 'id')} from ${sql.table(table)} ${where(conditions)}
      ${orderBy(query, table, isBackwards)} limit ${size} offset ${offset}`,
  );
}

/** Looks up all of them, then sorts. */
function findSmall(
  db: Db,
  query: ListQuery,
  { offset, size, isBackwards }: Part,
): Promise<string[]> {
  const { of } = orderOf(query);
  const columns = [...ownKeys(query), ...(of ? [of.key] : [])].map((column) =>
    columnOf(query.table, column),
  );
  const found = sql`with found as materialized (select ${sql.join(columns)} from ${sql.table(query.table)} ${where(lookup(db, query))}) select found.id from found`;
  const joined = of
    ? sql`${found} cross join ${sql.table(of.table)} where ${columnOf(of.table, 'id')} = ${columnOf('found', of.key)}`
    : found;
  return readIds(
    db,
    sql`${joined} ${orderBy(query, 'found', isBackwards)} limit ${size} offset ${offset}`,
  );
}

/** Rows of the other table that are processed together. */
const PARENTS = 100;

/**
 * Orders by another table: reads its rows one after the other, each with its listed rows. A join
 * would sort all of them, or scan the rows of earlier pages.
 */
async function findByParents(
  db: Db,
  query: ListQuery,
  { offset, size, isBackwards, isNear }: Part & { isNear: boolean },
  of: NonNullable<Order['of']>,
): Promise<string[]> {
  const kept = keptCounts(query);
  if (kept) return findByCounts(db, query, { offset, size, isBackwards, isNear }, of, kept);
  const found: string[] = [];
  let left = offset;
  for (let from = 0; ; from += PARENTS) {
    const parents = await readParents(db, query, isBackwards, from);
    for (const parent of parents) {
      const own = ownRows(query, of, parent);
      const part = { offset: left, size: size - found.length, isBackwards };
      const { ids, passed } = await passRows(db, own, part, isNear);
      found.push(...ids);
      left = Math.max(left - passed, 0);
      if (found.length >= size) return found;
    }
    if (parents.length < PARENTS) return found;
  }
}

/** The same where the number of each parent's rows is kept: only the page's own are read. */
async function findByCounts(
  db: Db,
  query: ListQuery,
  { offset, size, isBackwards, isNear }: Part & { isNear: boolean },
  of: NonNullable<Order['of']>,
  kept: Expression<SqlBool>[],
): Promise<string[]> {
  const found: string[] = [];
  let left = offset;
  for (const { id, total } of await sumByProgram(db, kept, parentOrder(query, isBackwards))) {
    const own = ownRows(query, of, id);
    const window = { skip: left, limit: size - found.length, total };
    const read = (part: Part) =>
      findInOrder(
        db,
        own,
        { ...part, isBackwards: part.isBackwards !== isBackwards },
        scan(db, own, isNear),
      );
    if (left < total) found.push(...(await readFromNearestEnd(window, read)));
    left = Math.max(left - total, 0);
    if (found.length >= size) return found;
  }
  return found;
}

/** The rows after the offset, and how many were skipped, up to the requested number. */
async function passRows(
  db: Db,
  own: ListQuery,
  part: Part,
  isNear: boolean,
): Promise<{ ids: string[]; passed: number }> {
  const { offset, size } = part;
  if (isSearched(own) && !own.hits) {
    // Reads the texts once for both.
    const whole = { ...part, offset: 0, size: offset + size };
    const all = await findInOrder(db, own, whole, scan(db, own, isNear));
    return { ids: all.slice(offset), passed: all.length };
  }
  const passed = offset > 0 ? await countRows(db, own, offset) : 0;
  const isPassed = offset > 0 && passed <= offset;
  return { ids: isPassed ? [] : await findInOrder(db, own, part, scan(db, own, isNear)), passed };
}

/** Ids of those that have listed rows, starting at `from`. */
function readParents(
  db: Db,
  query: ListQuery,
  isBackwards: boolean,
  from: number,
): Promise<string[]> {
  const { table, key } = orderOf(query).of!;
  return readIds(
    db,
    sql`select id from ${sql.table(table)}
      where exists (select 1 from ${sql.table(query.table)} where ${columnOf(query.table, key)} = ${columnOf(table, 'id')})
      order by ${parentOrder(query, isBackwards)}
      limit ${PARENTS} offset ${from}`,
  );
}

function parentOrder(query: ListQuery, isBackwards: boolean): RawBuilder<unknown> {
  const { columns, of } = orderOf(query);
  const direction = directionOf(query, isBackwards);
  return sql.join(columns.map((column) => sql`${columnOf(of!.table, column)} ${direction}`));
}

/** The listed rows of one row of the other table, by timestamp. */
const ownRows = (query: ListQuery, { key }: NonNullable<Order['of']>, id: string): ListQuery => ({
  ...query,
  filters: [
    { column: key, value: id, leads: 'always' },
    ...given(query).map((filter) => ({ ...filter, leads: 'never' as const })),
  ],
  order: { columns: ['created_at'] },
});
