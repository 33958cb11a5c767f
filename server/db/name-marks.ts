/**
 * Marks in the order of names (migration 0023), on PostgreSQL: how many proposals come before each
 * is known, so that a page far from both ends is reached without skipping half a million rows.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { directionOf, type ListQuery } from './list-query.ts';
import type { Db, Executor } from './open.ts';

/** By requested order: the columns that the marks are about, the first ones of that order. */
const MARKED: Record<string, string[]> = {
  business_name: ['business_name_key'],
  applicant: ['applicant_first_name_key', 'applicant_last_name_key'],
};
/** Proposals between two marks. */
const APART = 1000;
/** To skip fewer rows than this costs no more than asking for a mark. */
const FAR = 2000;
/** Changes that are added up with the marks at each question. */
const MOST_CHANGES = 5000;

/** A range of rows, counted from one end of the list. */
export type Part = { offset: number; size: number; isBackwards: boolean };

/** The same range, counted from the last mark before it, and the condition to begin there. */
type Beyond = { left: Part; beyond: Expression<SqlBool>[] };

/** For a list of all proposals by name: unchanged if the range is near, or there is no mark. */
export async function passMarked(
  { engine, read }: Db,
  query: ListQuery,
  part: Part,
): Promise<Beyond> {
  const { offset, isBackwards } = part;
  const sort = query.sort.replace(/^-/, '');
  const columns = query.table === 'proposals' ? MARKED[sort] : undefined;
  if (engine === 'sqlite' || !columns || offset < FAR) return { left: part, beyond: [] };
  const isRising = query.sort.startsWith('-') === isBackwards;
  const mark = await findMark(read, sort, offset, isRising, directionOf(query, isBackwards));
  if (!mark) return { left: part, beyond: [] };
  const names = [mark.first, mark.last].slice(0, columns.length);
  const keys = sql.join(columns.map((column) => sql.ref(column)));
  const side = sql.raw(isRising ? '>=' : '<');
  return {
    left: { ...part, offset: offset - mark.passed },
    beyond: [sql<SqlBool>`(${keys}) ${side} (${sql.join(names)})`],
  };
}

type Mark = { first: string; last: string; passed: number };

/** The last mark before the page, and how many proposals are passed with it. */
async function findMark(
  read: Executor,
  sort: string,
  offset: number,
  isRising: boolean,
  way: RawBuilder<unknown>,
): Promise<Mark | undefined> {
  // Read falling, a mark is passed with its own proposals; read rising, before them.
  const own = isRising ? sql`total` : sql`0`;
  const { rows } = await sql<Mark>`
    select first, last, passed::int as passed from (
      select first, last, is_mark, sum(total) over (order by first ${way}, last ${way}) - ${own} as passed
      from (select first, last, bool_or(is_mark) as is_mark, sum(total) as total
        from proposal_marks where sort = ${sort} group by first, last) as names) as marks
    where is_mark and passed <= ${offset} order by passed desc limit 1`.execute(read);
  return rows[0];
}

/** Sets marks anew if there are none, or many changes since, or `isForced`. */
export async function setMarks(db: Db, isForced = false): Promise<void> {
  if (db.engine === 'sqlite') return;
  for (const [sort, columns] of Object.entries(MARKED))
    if (isForced || (await isDue(db.read, sort))) await setAnew(db, sort, columns);
}

async function isDue(read: Executor, sort: string): Promise<boolean> {
  const { rows } = await sql<{ marks: number; changes: number }>`
    select count(*) filter (where is_mark) as marks, count(*) filter (where not is_mark) as changes
    from proposal_marks where sort = ${sort}`.execute(read);
  const { marks, changes } = rows[0]!;
  return marks === 0 || changes > MOST_CHANGES;
}

/**
 * One statement replaces everything: it sees proposals and changes as of the same moment. What a
 * transaction appends that has not ended is not seen, and stays.
 */
async function setAnew(db: Db, sort: string, columns: string[]): Promise<void> {
  const [first, last] = [sql.ref(columns[0]!), columns[1] ? sql.ref(columns[1]) : sql`''`];
  await db.writeUnsynced(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('name marks'))`.execute(tx);
    await sql`
      with gone as (delete from proposal_marks where sort = ${sort}),
      names as (select ${first} as first, ${last} as last, count(*) as own from proposals group by 1, 2),
      placed as (select first, last, sum(own) over (order by first, last) - own as before from names),
      grouped as (
        select *, before::int / ${sql.lit(APART)} as place,
          lag(before::int / ${sql.lit(APART)}) over (order by first, last) as previous from placed)
      insert into proposal_marks (sort, first, last, is_mark, total)
        select ${sort}, first, last, true, lead(before, 1, (select count(*) from proposals))
          over (order by first, last) - before
        from grouped where place is distinct from previous`.execute(tx);
  });
}
