/** Looks up the words of a query once for all that is asked about it: its page, total and order. */
import type { Db } from './open.ts';
import { hasOwner, lookup, type ListQuery } from './list-query.ts';
import { findIdHits } from './id-hits.ts';
import { wordsOf } from './search.ts';
import { chooseWay } from './word-density.ts';
import { findHits } from './word-hits.ts';

/**
 * On SQLite, the rows that contain the words are looked up once for all queries about them, unless
 * there are too many.
 */
export async function withHits<Q extends ListQuery>(db: Db, query: Q): Promise<Q> {
  const words = wordsOf(query.q);
  if (words.length === 0 || hasOwner(query)) return query;
  const { table, alternatives = new Map() } = query;
  const search = { table, words, alternatives };
  const found = await chooseWay(db, search);
  if (found.isDense) return { ...query, found };
  if (db.engine === 'postgres') return withIdHits(db, { ...query, found }, found.isRare);
  return { ...query, hits: await findHits(db, search) };
}

/** A transaction does not see its own writes in its snapshot, by which the hits are cached. */
async function withIdHits<Q extends ListQuery>(db: Db, query: Q, isRare: boolean): Promise<Q> {
  if (!isRare || db.read.isTransaction) return query;
  const { table, q, alternatives, sort, found } = query;
  const conditions = lookup(db, {
    ...{ table, q, sort },
    ...(alternatives && { alternatives }),
    ...(found && { found }),
  });
  const hits = await findIdHits(db, table, wordsOf(q).join(' '), conditions);
  return hits ? { ...query, hits } : query;
}
