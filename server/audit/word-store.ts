/**
 * Finds entries by words on PostgreSQL. Words that many entries contain are searched in the texts
 * while reading back in time; the others are looked up by the rarest of their parts.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ListAuditQuery } from '#domain/audit/schema.ts';
import type { Db } from '../db/open.ts';
import { hasTrigram } from '../db/search.ts';
import {
  and,
  count,
  COUNTED,
  direction,
  holds,
  readFound,
  readInOrder,
  type Condition,
  type Page,
} from './page-store.ts';

/** A search: its words, and the conditions on other columns. */
type Search = {
  query: ListAuditQuery;
  filters: Condition[];
  /** Whether entries that meet them are spread over the whole table, each on its own page. */
  isScattered: boolean;
  texts: string[];
};
/** Words without a trigram apart: they are searched in the newest entries that hold the others. */
type Split = Search & { short: string[] };

/** Entries in a sample: the newest. */
const SAMPLE = 1000;
/** Parts and pieces that are looked for in the sample. */
const MOST_LOOKED = 50;
/** A part in a smaller share of the entries is looked up alone. */
const RARE = 0.01;
/** A part in a larger share of the entries is not worth looking up. */
const COMMON = 0.6;
/** Below this share of matches, nothing is known about how far a scan would have to go. */
const SCANNED = 0.02;
/** So many entries are read back in time before looking words up costs less. */
const READ = { scattered: 25_000, together: 100_000 };

export async function searchPostgres(db: Db, whole: Search): Promise<Page> {
  const texts = whole.texts.filter(hasTrigram);
  const search = { ...whole, texts, short: whole.texts.filter((text) => !hasTrigram(text)) };
  const sample = await takeSample(db, search);
  const reading = entriesToRead(search, sample);
  const read = reading === undefined ? undefined : await readBack(db, search, reading);
  return read ?? lookUp(db, search, chooseParts(search.texts, sample));
}

type Sample = {
  /** Entries that meet the filters, up to `SAMPLE`. */
  size: number;
  /** Of these, how many contain all words. */
  hits: number;
  /** How many contain a part of a word, or a piece of a part. */
  having: Map<string, number>;
};

/** Of the newest entries that meet the filters. */
async function takeSample(db: Db, { filters, texts }: Search): Promise<Sample> {
  const parts = texts.flatMap(partsOf);
  const looked = [...new Set([...parts, ...parts.flatMap(piecesOf)])].slice(0, MOST_LOOKED);
  const conditions = [allOf(texts.map(reads)), ...looked.map(reads)];
  const counts = conditions.map((condition) => sql`count(*) filter (where ${condition})`);
  const { rows } = await sql<{ counts: string }>`
    select concat_ws(',', count(*), ${sql.join(counts)}) as counts from (
      select search_text from audit_log a ${and(filters)}
      order by a.at desc, a.id desc limit ${SAMPLE}) a`.execute(db.read);
  const [size, hits, ...found] = rows[0]!.counts.split(',').map(Number);
  const having = new Map(looked.map((text, place) => [text, found[place]!]));
  return { size: size!, hits: hits!, having };
}

const allOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;

/** In a form that no index answers. */
const reads = (text: string): Condition => sql`position(${text} in a.search_text) > 0`;

/**
 * The number of entries in which all counted matches and the page should be, with a reserve;
 * undefined if looking up the words costs less.
 */
function entriesToRead({ query, isScattered, short }: Split, { size, hits }: Sample) {
  if (size < SAMPLE) return SAMPLE;
  const share = hits / size;
  const most = isScattered ? READ.scattered : READ.together;
  const last = short.length > 0 ? COUNTED : query.skip + query.limit;
  const isSoon = !isScattered && COUNTED / share <= most;
  const isFar = share >= SCANNED && last / share > most / 2;
  return isSoon || isFar ? Math.ceil((2 * Math.max(COUNTED, last)) / share) : undefined;
}

/** Undefined if the matches were not complete. */
async function readBack(db: Db, search: Split, entries: number): Promise<Page | undefined> {
  const { query, filters, texts, short } = search;
  const isBounded = short.length > 0;
  const way = isBounded ? sql`desc` : direction(query);
  const most = isBounded ? COUNTED : Math.max(COUNTED, query.skip + query.limit);
  const page = await readFound(
    db,
    query,
    sql`
    select a.id, a.at, ${hasShort(search)} as has_short from (
      select id, at, search_text from audit_log a ${and(filters)}
      order by a.at ${way}, a.id ${way} limit ${entries}) a
    ${and(texts.map(reads))} limit ${most}`,
    sql`has_short`,
  );
  const isFull = most === COUNTED || page.rows.length === query.limit;
  return (page.found >= COUNTED && isFull) || (await isAll(db, filters, entries))
    ? page
    : undefined;
}

/** Whether no more entries meet the filters. */
const isAll = async (db: Db, filters: Condition[], entries: number): Promise<boolean> =>
  (await count(db, sql`select 1 from audit_log a ${and(filters)}`, entries + 1)) <= entries;

const hasShort = ({ short }: Split): Condition =>
  short.length > 0 ? allOf(short.map(reads)) : sql`true`;

/** Parts of the words: each begins at a word's start or with the character that separates it. */
const partsOf = (text: string): string[] =>
  [...text.matchAll(/[^\p{L}\p{N}]?[\p{L}\p{N}]+/gu)].map(([part]) => part).filter(hasTrigram);

/** Three letters each: what the index holds of a part. */
function piecesOf(part: string): string[] {
  const letters = [...part].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  return letters.slice(2).map((_, place) => letters.slice(place, place + 3).join(''));
}

/**
 * What the index is asked: the rare parts; or else one piece of each part, because the entries of
 * all its pieces are hardly fewer, and many to go through.
 */
function chooseParts(texts: string[], { size, having }: Sample): string[] {
  const parts = [...new Set(texts.flatMap(partsOf))];
  const numberOf = (text: string) => having.get(text) ?? size;
  const below = (share: number) => parts.filter((part) => numberOf(part) < size * share);
  const rare = below(RARE);
  const rarestPieceOf = (part: string) =>
    piecesOf(part).sort((a, b) => numberOf(a) - numberOf(b))[0] ?? part;
  return rare.length > 0 ? rare : [...new Set(below(COMMON).map(rarestPieceOf))];
}

async function lookUp(db: Db, search: Split, parts: string[]): Promise<Page> {
  const { query, filters, texts, short } = search;
  const isBounded = short.length > 0;
  const rest = texts.filter((text) => !parts.includes(text));
  // The limit is outside, where the planner does not count on it: it would visit many more entries
  // instead of combining indexes, in the hope of soon having enough.
  const found = await readFound(
    db,
    query,
    sql`
    with matching as materialized (select a.id, a.at, ${hasShort(search)} as has_short
      from audit_log a ${and([...filters, ...parts.map(holds), ...rest.map(reads)])})
    select id, at, has_short from matching
    ${isBounded ? sql`order by at desc, id desc` : sql``} limit ${COUNTED}`,
    sql`has_short`,
  );
  if (isBounded || found.total < COUNTED) return found;
  const way = direction(query);
  const page: RawBuilder<unknown> = sql`
    select a.id from audit_log a ${and([...filters, ...texts.map(reads)])}
    order by a.at ${way}, a.id ${way} limit ${query.limit} offset ${query.skip}`;
  return { rows: await readInOrder(db, page), total: COUNTED };
}
