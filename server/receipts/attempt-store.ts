/** Every SQL statement about refused submissions. */
import type { Executor } from '../db/open.ts';
import type { RefusedAttemptsTable } from '../db/draft-tables.ts';

/** Keeps the applicant's newest `limit`. */
export async function insertAttempt(
  tx: Executor,
  row: RefusedAttemptsTable,
  limit: number,
): Promise<void> {
  await tx.insertInto('refused_attempts').values(row).execute();
  const older = await tx
    .selectFrom('refused_attempts')
    .select('id')
    .where('user_id', '=', row.user_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(limit)
    .limit(limit)
    .execute();
  if (older.length === 0) return;
  const ids = older.map(({ id }) => id);
  await tx.deleteFrom('refused_attempts').where('id', 'in', ids).execute();
}

/** The title of the program; undefined if there is none. */
export async function findProgramTitle(db: Executor, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('programs')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.title;
}

type Page = { skip: number; limit: number; sort: string };

const ordered = (db: Executor, { skip, limit, sort }: Page) => {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return db
    .selectFrom('refused_attempts')
    .innerJoin('users', 'users.id', 'refused_attempts.user_id')
    .selectAll('refused_attempts')
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .orderBy('refused_attempts.at', direction)
    .orderBy('refused_attempts.id', direction)
    .offset(skip)
    .limit(limit);
};

export type AttemptRow = Awaited<ReturnType<ReturnType<typeof ordered>['executeTakeFirstOrThrow']>>;

/** Those of one applicant, or of all. */
export async function listAttempts(
  db: Executor,
  userId: string | undefined,
  page: Page,
): Promise<{ rows: AttemptRow[]; total: number }> {
  const rows = ordered(db, page);
  const totals = db
    .selectFrom('refused_attempts')
    .select((eb) => eb.fn.countAll<number>().as('total'));
  const [listed, { total }] = [
    await (userId ? rows.where('user_id', '=', userId) : rows).execute(),
    await (userId ? totals.where('user_id', '=', userId) : totals).executeTakeFirstOrThrow(),
  ];
  return { rows: listed, total: Number(total) };
}
