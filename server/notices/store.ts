/** Every SQL statement about the notice on top of every page. */
import type { Executor } from '../db/open.ts';

/** There is one at most. */
const PLACE = 1;

type NoticeRow = { text: string; until: Date };

export async function findNotice(db: Executor): Promise<NoticeRow | undefined> {
  return db
    .selectFrom('notices')
    .select(['text', 'until'])
    .where('place', '=', PLACE)
    .executeTakeFirst();
}

export async function putNotice(tx: Executor, row: NoticeRow, now: Date): Promise<void> {
  const columns = { ...row, updated_at: now };
  await tx
    .insertInto('notices')
    .values({ place: PLACE, ...columns })
    .onConflict((conflict) => conflict.column('place').doUpdateSet(columns))
    .execute();
}

export async function deleteNotice(tx: Executor): Promise<void> {
  await tx.deleteFrom('notices').where('place', '=', PLACE).execute();
}
