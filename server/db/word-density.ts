/**
 * Estimates how many rows contain the words of a search, from a sample of the newest rows. Words in
 * many rows are soon found while scanning any index, and expensive to look up.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './open.ts';
import {
  hasSigns,
  hasTrigram,
  holdsPairs,
  holdsParts,
  holdsWord,
  type Searched,
} from './search.ts';
import type { Search } from './word-hits.ts';

/** Rows in the sample. */
const SAMPLE = 2000;
/**
 * From this share on, words are searched in the texts; on PostgreSQL, looking them up costs less.
 */
const DENSE: Record<Db['engine'], number> = { sqlite: 0.1, postgres: 0.15 };
/** Letters in a smaller share of the rows are looked up in PostgreSQL's index. */
const RARE = 0.05;
/** Looking up a word's pairs of letters is worth it if so many times fewer rows contain them. */
const PAIR_COST = 2;
/** On PostgreSQL, all matches of a search that a smaller share of the rows meets are looked up. */
const RARE_SEARCH = 0.01;
/** Up to this number of rows, a map of the matches is always cheaper on SQLite. */
const LARGE_TABLE = 150_000;

type Way = {
  /** Words are searched in each text while scanning. */
  isDense: boolean;
  /** Words that the index of letters finds: of one or two letters, or with signs. */
  byLetters: string[];
  /** Words that are searched in the texts of the rows that a rarer one has found. */
  readWords: string[];
  /** Probably so few matches that their ids can be kept. */
  isRare: boolean;
};

const CACHE_LIMITS = { max: 1000, ttl: 60_000 };
const caches = new WeakMap<Db, LRUCache<string, Way>>();

/**
 * Decides how to find these words. Cached for a minute, because it affects the cost, not the
 * result.
 */
export async function chooseWay(db: Db, search: Search): Promise<Way> {
  const cache = caches.get(db) ?? new LRUCache<string, Way>(CACHE_LIMITS);
  caches.set(db, cache);
  const key = `${search.table} ${search.words.join(' ')}`;
  const way = cache.get(key) ?? (await sample(db, search));
  cache.set(key, way);
  return way;
}

async function sample(db: Db, search: Search): Promise<Way> {
  if (db.engine === 'postgres') return sampleOnServer(db, search);
  const isSampled = await isWorthIt(db, search);
  const [share] = isSampled ? await sharesIn(db, search.table, [holdsAll(search)]) : [0];
  return { isDense: share! >= DENSE.sqlite, byLetters: [], readWords: [], isRare: false };
}

async function sampleOnServer(db: Db, search: Search): Promise<Way> {
  const { table } = search;
  const words = search.words.filter((word) => !search.alternatives.has(word));
  const signed = words.filter(hasSigns);
  const [share, ...shares] = await sharesIn(db, table, [
    holdsAll(search),
    ...words.map((word) => holdsWord(table, word)),
    ...signed.flatMap((word) => [holdsPairs(table, word), holdsParts(table, word)]),
  ]);
  const shareOf = (word: string) => shares[words.indexOf(word)]!;
  const isBetterByPairs = (word: string) => {
    const [pairs, parts] = shares.slice(words.length + 2 * signed.indexOf(word));
    return pairs! * PAIR_COST < parts!;
  };
  const rare = words.filter((word) => shareOf(word) < (hasTrigram(word) ? RARE_SEARCH : RARE));
  return {
    isDense: share! >= DENSE.postgres,
    byLetters: words.filter((word) =>
      hasTrigram(word)
        ? hasSigns(word) && shareOf(word) < RARE && isBetterByPairs(word)
        : rare.includes(word),
    ),
    readWords: rare.length > 0 ? words.filter((word) => shareOf(word) >= RARE) : [],
    isRare: share! < RARE_SEARCH,
  };
}

/** A single letter has no index on SQLite, unless few words contain it. */
const isWorthIt = async (db: Db, { table, words }: Search): Promise<boolean> =>
  words.some((word) => [...word].length === 1) || (await isLarge(db, table));

async function isLarge(db: Db, table: Searched): Promise<boolean> {
  const { rows } = await sql<{ last: number | null }>`
    select max(rowid) as last from ${sql.table(table)}`.execute(db.read);
  return (rows[0]!.last ?? 0) > LARGE_TABLE;
}

function holdsAll({ table, words, alternatives }: Search): Expression<SqlBool> {
  const conditions = words.map((word) => {
    const other = alternatives.get(word);
    return other ? sql<SqlBool>`(${other} or ${holdsWord(table, word)})` : holdsWord(table, word);
  });
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

async function sharesIn(
  db: Db,
  table: Searched,
  conditions: Expression<SqlBool>[],
): Promise<number[]> {
  const counts = conditions.map((condition) => sql`count(case when ${condition} then 1 end)`);
  const { rows } = await sql<{ counts: string }>`
    select ${sql.join(counts, sql` || ',' || `)} || ',' || count(*) as counts from ${sampleOf(table)}`.execute(
    db.read,
  );
  const figures = rows[0]!.counts.split(',').map(Number);
  const size = Math.max(figures.at(-1)!, 1);
  return figures.slice(0, -1).map((count) => count / size);
}

/** With the table's own name as alias, which the conditions use. */
function sampleOf(table: Searched): RawBuilder<unknown> {
  const columns =
    table === 'proposals' ? sql`search_text, applicant_text, program_id` : sql`search_text`;
  return sql`(select ${columns} from ${sql.table(table)} order by created_at desc limit ${SAMPLE}) as ${sql.table(table)}`;
}
