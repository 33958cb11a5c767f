/** Every SQL statement that maintains the kept numbers of proposals (docs/decisions/0043). */
import { sql } from 'kysely';
import type { Db, Executor } from '../db/open.ts';

const COPIED = [
  ...['program_id', 'decision', 'funding_stage', 'business_sector'],
  ...['is_approved', 'flagged'],
].map((column) => sql.ref(column));
const columns = sql.join([...COPIED, sql.ref('is_assigned')]);
const columnsOfRows = sql.join([...COPIED, sql`assigned_to is not null`]);

/**
 * Replaces the appended changes of each combination by their sum, on PostgreSQL. Transactions that
 * have not ended are not seen, and none waits: what they append stays for the next time.
 */
export async function mergeCounts(db: Executor): Promise<void> {
  await sql`
    with repeated as (
      select ${columns} from proposal_counts group by ${columns} having count(*) > 1 or sum(total) = 0),
    gone as (
      delete from proposal_counts where (${columns}) in (select ${columns} from repeated) returning *)
    insert into proposal_counts (${columns}, total)
      select ${columns}, sum(total) from gone group by ${columns} having sum(total) <> 0`.execute(
    db,
  );
}

/** The programs that have, or had, proposals. */
export async function listCounted(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from programs union select program_id from proposal_counts`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Counts a program's proposals and adds the difference to what is kept, in one statement: both are
 * seen as of the same moment. Returns how many combinations were wrong.
 */
export async function correctCounts(
  { engine, read }: Pick<Db, 'engine' | 'read'>,
  programId: string,
): Promise<number> {
  const inPlace =
    engine === 'sqlite' ? sql`on conflict do update set total = total + excluded.total` : sql``;
  const { rows } = await sql`
    insert into proposal_counts (${columns}, total)
    select ${columns}, sum(total) from (
      select ${columns}, -total as total from proposal_counts where program_id = ${programId}
      union all
      select ${columnsOfRows}, count(*) from proposals where program_id = ${programId}
        group by 1, 2, 3, 4, 5, 6, 7
    ) as difference
    where true group by ${columns} having sum(total) <> 0 ${inPlace} returning 1`.execute(read);
  return rows.length;
}
