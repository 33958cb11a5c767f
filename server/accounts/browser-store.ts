/** Every SQL statement about browsers known to an account, and codes of one browser. */
import type { BrowserCodesTable, KnownBrowsersTable } from '../db/browser-tables.ts';
import type { Executor } from '../db/open.ts';
import { statement, writeStatement } from '../db/statement.ts';

/** Call it with the user's row locked: replaces the browser's older code, whose hash is kept. */
export async function replaceBrowserCode(db: Executor, row: BrowserCodesTable): Promise<void> {
  const { user_id: _user, purpose: _purpose, browser: _browser, ...changes } = row;
  await db
    .insertInto('browser_codes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose', 'browser'])
        .doUpdateSet((eb) => ({ ...changes, older_hash: eb.ref('browser_codes.code_hash') })),
    )
    .execute();
}

/** Call it with the user's row locked. */
export async function findBrowserCode(
  db: Executor,
  { user_id, purpose, browser }: Pick<BrowserCodesTable, 'user_id' | 'purpose' | 'browser'>,
  now: Date,
): Promise<BrowserCodesTable | undefined> {
  return db
    .selectFrom('browser_codes')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('browser', '=', browser)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function countBrowserTry(
  db: Executor,
  { user_id, purpose, browser, wrong_tries }: BrowserCodesTable,
): Promise<void> {
  await db
    .updateTable('browser_codes')
    .set({ wrong_tries: wrong_tries + 1 })
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('browser', '=', browser)
    .execute();
}

/** A code that was used up, whoever holds it, and the code of the browser that used it. */
export async function deleteBrowserCodes(
  db: Executor,
  { user_id, purpose, code_hash }: Pick<BrowserCodesTable, 'user_id' | 'purpose' | 'code_hash'>,
  browser: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('browser_codes')
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where((eb) => eb.or([eb('code_hash', '=', code_hash), eb('browser', '=', browser ?? '')]))
    .execute();
}

/** Returns how many expired ones were deleted. */
export const deleteBrowserCodesBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('browser_codes').where('expires_at', '<', instant),
);

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
