/**
 * How many rows hold the words of a search, by a sample of the newest: what many hold is soon met
 * on the way along any index, and dear to look up.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './open.ts';
import { hasTrigram, holdsWord, type Searched } from './search.ts';
import type { Search } from './word-hits.ts';

/** Rows that are looked into. */
const SAMPLE = 4000;
/** From this share on words are looked for in the texts. */
const DENSE = 0.15;
/** Letters of a smaller share are looked up in PostgreSQL's index of them. */
const RARE = 0.05;
/** Up to so many rows a map of those that match is always the cheaper on SQLite. */
const LARGE_TABLE = 150_000;

type Way = {
  /** Words are looked for in each text on the way. */
  isDense: boolean;
  /** Words of one or two letters that are looked up instead. */
  rareLetters: string[];
};

export async function chooseWay(db: Db, search: Search): Promise<Way> {
  if (db.engine === 'postgres') return { isDense: false, rareLetters: await findRare(db, search) };
  const isDense = (await isLarge(db, search.table)) && (await shareOf(db, search)) >= DENSE;
  return { isDense, rareLetters: [] };
}

async function isLarge(db: Db, table: Searched): Promise<boolean> {
  const { rows } = await sql<{ last: number | null }>`
    select max(rowid) as last from ${sql.table(table)}`.execute(db.read);
  return (rows[0]!.last ?? 0) > LARGE_TABLE;
}

/** The share of the sample that holds all words. */
async function shareOf(db: Db, { table, words, alternatives }: Search): Promise<number> {
  const conditions = words.map((word) => {
    const other = alternatives.get(word);
    return other ? sql<SqlBool>`(${holdsWord(table, word)} or ${other})` : holdsWord(table, word);
  });
  const [share] = await sharesIn(db, table, [sql<SqlBool>`${sql.join(conditions, sql` and `)}`]);
  return share!;
}

async function findRare(db: Db, { table, words, alternatives }: Search): Promise<string[]> {
  const short = words.filter((word) => !hasTrigram(word) && !alternatives.has(word));
  if (short.length === 0) return [];
  const shares = await sharesIn(
    db,
    table,
    short.map((word) => holdsWord(table, word)),
  );
  return short.filter((_, place) => shares[place]! < RARE);
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

/** Under the table's own name, as the conditions know it. */
function sampleOf(table: Searched): RawBuilder<unknown> {
  const columns =
    table === 'proposals' ? sql`search_text, applicant_text, program_id` : sql`search_text`;
  return sql`(select ${columns} from ${sql.table(table)} order by created_at desc limit ${SAMPLE}) as ${sql.table(table)}`;
}
