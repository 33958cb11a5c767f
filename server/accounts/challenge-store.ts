/** Every SQL statement about logins and set-ups that wait for a second factor. */
import type { FactorChallengesTable } from '../db/factor-tables.ts';
import type { Executor } from '../db/open.ts';
import { writeStatement } from '../db/statement.ts';

type Purpose = FactorChallengesTable['purpose'];

/** Replaces an older challenge. */
export async function replaceChallenge(tx: Executor, row: FactorChallengesTable): Promise<void> {
  const { user_id: _user, purpose: _purpose, ...changes } = row;
  await tx
    .insertInto('factor_challenges')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(changes))
    .execute();
}

/** Call it with the user's row locked. */
export async function findChallenge(
  tx: Executor,
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<FactorChallengesTable | undefined> {
  return tx
    .selectFrom('factor_challenges')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** The user whose login has this token, expired or not. */
export async function findChallenged(db: Executor, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('factor_challenges')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.user_id;
}

export async function changeChallenge(
  tx: Executor,
  userId: string,
  purpose: Purpose,
  changes: Partial<Pick<FactorChallengesTable, 'value' | 'wrong_tries'>>,
): Promise<void> {
  await tx
    .updateTable('factor_challenges')
    .set(changes)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteChallenge(
  tx: Executor,
  userId: string,
  purpose: Purpose,
): Promise<void> {
  await tx
    .deleteFrom('factor_challenges')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteChallengesOf(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
}

/** Returns how many expired ones were deleted. */
export const deleteChallengesBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('factor_challenges').where('expires_at', '<', instant),
);
