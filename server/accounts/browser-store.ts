/** Every SQL statement about browsers known to an account. */
import type { KnownBrowsersTable } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import { statement, writeStatement } from '../db/statement.ts';

export const findKnownBrowser = statement((db, userId: string, browser: string, since: Date) =>
  db
    .selectFrom('known_browsers')
    .select('browser')
    .where('user_id', '=', userId)
    .where('browser', '=', browser)
    .where('known_at', '>', since),
);

/** Stores it as known from now on, and forgets all but the `most` newest of this user. */
export async function rememberBrowser(
  tx: Executor,
  row: KnownBrowsersTable,
  most: number,
): Promise<void> {
  await tx
    .insertInto('known_browsers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'browser']).doUpdateSet({ known_at: row.known_at }),
    )
    .execute();
  await tx
    .deleteFrom('known_browsers')
    .where('user_id', '=', row.user_id)
    .where('browser', 'not in', (eb) =>
      eb
        .selectFrom('known_browsers')
        .select('browser')
        .where('user_id', '=', row.user_id)
        .orderBy('known_at', 'desc')
        .orderBy('browser')
        .limit(most),
    )
    .execute();
}

/** Returns how many were deleted. */
export const deleteKnownBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('known_browsers').where('known_at', '<', instant),
);
