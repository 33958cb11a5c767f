/**
 * Which rows of the embedded database contain all words of a search, as a map with one byte per
 * rowid: built once from the search indexes, then consulted while scanning any other index.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './open.ts';
import { hasTrigram, holdsWord, lookedUpOf, rowsWith, textOf, type Searched } from './search.ts';

/** The number of matching rows, and a byte of 1 at the rowid of each. */
export type Hits = { total: number; map: Uint8Array };

export type Search = {
  table: Searched;
  words: string[];
  /** By word: a condition that makes a row match although it does not contain the word. */
  alternatives: Map<string, Expression<SqlBool>>;
};

const NONE: Hits = { total: 0, map: new Uint8Array() };

/** Bytes of cached maps: pages of the same search are requested one after the other. */
const CACHE_BYTES = 4_000_000;
const caches = new WeakMap<Db, LRUCache<string, Hits>>();

/** The rows that contain all words. Cached until any process writes anything to the database. */
export async function findHits(db: Db, search: Search): Promise<Hits> {
  const cache = cacheOf(db);
  const key = `${await stampOf(db)} ${search.table} ${search.words.join(' ')}`;
  const found = cache.get(key) ?? (await lookUp(db, search));
  cache.set(key, found);
  return found;
}

/** Whether the row is one of them. */
export const isHit = (table: Searched, { map }: Hits): Expression<SqlBool> =>
  sql<SqlBool>`substr(${map}, ${sql.ref(`${table}.rowid`)} + 1, 1) = x'01'`;

/** The same for few rows: looks them up by rowid. */
export const isAmong = (table: Searched, { map }: Hits): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (select value from json_each(${JSON.stringify(numbersIn(map))}))`;

function cacheOf(db: Db): LRUCache<string, Hits> {
  const cache = caches.get(db) ?? newCache();
  caches.set(db, cache);
  return cache;
}

const newCache = () =>
  new LRUCache<string, Hits>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ map }) => map.length + 1,
  });

/** Changes after any write, by this connection or by any other. */
async function stampOf(db: Db): Promise<string> {
  const { rows } = await sql<{ own: number; others: number }>`
    select total_changes() as own, data_version as others from pragma_data_version`.execute(
    db.read,
  );
  return `${rows[0]!.own} ${rows[0]!.others}`;
}

async function lookUp(db: Db, search: Search): Promise<Hits> {
  const needsComparison = search.words.length > 1 || search.words.some(isLookedUpInPart);
  const rare = needsComparison ? await findRareWord(db, search) : undefined;
  const map = rare ? await narrowed(db, search, rare) : await combined(db, search);
  return { total: sum(map), map };
}

const isLookedUpInPart = (word: string): boolean => lookedUpOf(word) !== word;

/** Maximum rows of one word, so that the other words are searched in the texts of these rows. */
const SMALL_RESULT = 5000;

/** The rows of a rare word; the longest words usually are the rarest. */
async function findRareWord(
  db: Db,
  { table, words, alternatives }: Search,
): Promise<Hits | undefined> {
  const single = words
    .filter((word) => hasTrigram(word) && !alternatives.has(word))
    .toSorted((one, other) => other.length - one.length);
  for (const word of single) {
    const found = await rowsWithAny(db, table, [lookedUpOf(word)]);
    if (found) return found;
  }
  const short = words.filter((word) => !hasTrigram(word) && !alternatives.has(word));
  for (const word of short) {
    const found = await rowsWithLetters(db, table, word);
    if (found) return found;
  }
  return undefined;
}

/** The rows that contain any of these; undefined if there are more than `SMALL_RESULT`. */
async function rowsWithAny(db: Db, table: Searched, words: string[]): Promise<Hits | undefined> {
  const found = sql`from (select rowid ${rowsWith(table, words, 'or')} limit ${SMALL_RESULT + 1})`;
  const map = await mapOf(db, found);
  const total = sum(map);
  return total <= SMALL_RESULT ? { total, map } : undefined;
}

async function rowsWithLetters(db: Db, table: Searched, word: string): Promise<Hits | undefined> {
  const beginnings = await trigramsFrom(db, table, word);
  if (!beginnings) return undefined;
  const inside = beginnings.length > 0 ? await rowsWithAny(db, table, beginnings) : NONE;
  if (!inside) return undefined;
  const map = either(inside.map, await mapOfEnds(db, table, word));
  return { total: sum(map), map };
}

function narrowed(db: Db, { table, words, alternatives }: Search, rare: Hits): Promise<Uint8Array> {
  const conditions = words.map((word) => {
    const other = alternatives.get(word);
    return other ? sql<SqlBool>`(${holdsWord(table, word)} or ${other})` : holdsWord(table, word);
  });
  const all = [isAmong(table, rare), ...conditions];
  return mapOf(db, rowsWhere(table, sql<SqlBool>`${sql.join(all, sql` and `)}`));
}

async function combined(db: Db, { table, words, alternatives }: Search): Promise<Uint8Array> {
  const together = words.filter((word) => hasTrigram(word) && !alternatives.has(word));
  const single = words.filter((word) => !together.includes(word));
  const maps = together.length > 0 ? [await mapOf(db, rowsWith(table, together))] : [];
  for (const word of single) {
    const held = await holding(db, table, word);
    const other = alternatives.get(word);
    maps.push(other ? either(held, await mapOf(db, rowsWhere(table, other))) : held);
  }
  return maps.reduce(both);
}

async function holding(db: Db, table: Searched, word: string): Promise<Uint8Array> {
  if (hasTrigram(word)) return mapOf(db, rowsWith(table, [word]));
  const beginnings = await trigramsFrom(db, table, word);
  if (!beginnings) return mapOf(db, rowsWhere(table, holdsWord(table, word)));
  const atEnd = await mapOfEnds(db, table, word);
  return beginnings.length > 0
    ? either(atEnd, await mapOf(db, rowsWith(table, beginnings, 'or')))
    : atEnd;
}

/** The rows whose last two letters contain these. */
async function mapOfEnds(db: Db, table: Searched, letters: string): Promise<Uint8Array> {
  const ends = [...letters].length === 2 ? [letters] : await endsWithLetter(db, table, letters);
  if (ends.length === 0) return new Uint8Array();
  return mapOf(db, rowsWhere(table, sql<SqlBool>`${endOf(table)} in (${sql.join(ends)})`));
}

/** The exact expression that migration 0019 has indexed. */
const endOf = (table: Searched): RawBuilder<string> => sql`substr(${textOf(table)}, -2)`;

/** Skips from one ending to the next in the index: there are few different ones. */
async function endsWithLetter(db: Db, table: Searched, letter: string): Promise<string[]> {
  const end = endOf(table);
  const rows = sql.table(table);
  const found = await sql<{ part: string }>`
    with recursive ends (part) as (
      select * from (select ${end} from ${rows} order by ${end} limit 1)
      union all
      select (select ${end} from ${rows} where ${end} > part order by ${end} limit 1)
      from ends where part is not null)
    select part from ends where instr(part, ${letter}) > 0`.execute(db.read);
  return found.rows.map(({ part }) => part);
}

/** Above this number, scanning the texts is cheaper. */
const MOST_TRIGRAMS = 100;

/**
 * The trigrams that begin with this letter or pair. They occur wherever the letters do, except at
 * the end of a text.
 */
async function trigramsFrom(
  db: Db,
  table: Searched,
  letters: string,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ term: string }>`
    select term from ${sql.table(`${table}_trigrams`)}
    where term >= ${letters} and term < ${letters + '\u{10FFFF}'} limit ${MOST_TRIGRAMS + 1}`.execute(
    db.read,
  );
  return rows.length > MOST_TRIGRAMS ? undefined : rows.map(({ term }) => term);
}

const rowsWhere = (table: Searched, condition: Expression<SqlBool>): RawBuilder<unknown> =>
  sql`from ${sql.table(table)} where ${condition}`;

/** One text with all rowids: an object for each of 100,000 rows takes ten times as long. */
async function mapOf(db: Db, source: RawBuilder<unknown>): Promise<Uint8Array> {
  const { rows } = await sql<{
    last: number | null;
    numbers: string | null;
  }>`select max(rowid) as last, group_concat(rowid) as numbers ${source}`.execute(db.read);
  const { last, numbers } = rows[0]!;
  const map = new Uint8Array((last ?? -1) + 1);
  mark(map, Buffer.from(numbers ? `${numbers},` : '', 'latin1'));
  return map;
}

const COMMA = ','.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** Counted loops, because they run over all rows, and iterators take several times as long. */
function mark(map: Uint8Array, numbers: Uint8Array): void {
  let number = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const byte = numbers[at]!;
    if (byte === COMMA) map[number] = 1;
    number = byte === COMMA ? 0 : number * 10 + byte - ZERO;
  }
}

function sum(map: Uint8Array): number {
  let total = 0;
  for (let at = 0; at < map.length; at += 1) total += map[at]!;
  return total;
}

function numbersIn(map: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = map.indexOf(1); at >= 0; at = map.indexOf(1, at + 1)) numbers.push(at);
  return numbers;
}

function both(one: Uint8Array, other: Uint8Array): Uint8Array {
  const map = one.subarray(0, other.length);
  for (let at = 0; at < map.length; at += 1) map[at]! &= other[at]!;
  return map;
}

function either(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  for (let at = 0; at < shorter.length; at += 1) longer[at]! |= shorter[at]!;
  return longer;
}
