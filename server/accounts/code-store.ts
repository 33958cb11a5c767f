/**
 * Every SQL statement about one-time codes that everybody may try: at most one per user and purpose
 * (trust I5). Those of a browser are in browser-store.ts.
 */
import type { Executor } from '../db/open.ts';
import { statement, writeStatement } from '../db/statement.ts';
import type { CodesTable } from '../db/tables.ts';

type Purpose = CodesTable['purpose'];

/** Replaces the older code, of which the hash is kept. */
export async function replaceCode(db: Executor, row: CodesTable): Promise<void> {
  await insertOrReplace(db, ...CODE_COLUMNS.map((column) => row[column]));
}

const CODE_COLUMNS = [
  'user_id',
  'purpose',
  'code_hash',
  'new_email',
  'wrong_tries',
  'created_at',
  'expires_at',
] as const;

const insertOrReplace = writeStatement((db, ...values: unknown[]) => {
  const row = Object.fromEntries(CODE_COLUMNS.map((column, place) => [column, values[place]]));
  const { user_id: _user, purpose: _purpose, ...changes } = row;
  return db
    .insertInto('codes')
    .values(row as CodesTable)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose'])
        .doUpdateSet((eb) => ({ ...changes, older_hash: eb.ref('codes.code_hash') })),
    );
});

/** Call it with the user's row locked. */
export const findCode: (
  db: Executor,
  userId: string,
  purpose: Purpose,
  now: Date,
) => Promise<CodesTable | undefined> = statement(
  (db, userId: string, purpose: Purpose, now: Date) =>
    db
      .selectFrom('codes')
      .selectAll()
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now),
);

export async function countWrongTry(
  db: Executor,
  userId: string,
  purpose: Purpose,
  wrongTries: number,
): Promise<void> {
  await db
    .updateTable('codes')
    .set({ wrong_tries: wrongTries })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteCode(
  db: Executor,
  userId: string,
  purpose: Purpose,
  hash: string,
): Promise<void> {
  await db
    .deleteFrom('codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hash)
    .execute();
}

/** Those of browsers too. */
export async function deleteCodesOf(db: Executor, userId: string): Promise<void> {
  for (const table of ['codes', 'browser_codes'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Returns how many expired ones were deleted. */
export const deleteCodesBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('codes').where('expires_at', '<', instant),
);
