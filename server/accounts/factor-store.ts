/** Every SQL statement about second factors and recovery codes. */
import type { Executor } from '../db/open.ts';
import type { FactorsTable } from '../db/factor-tables.ts';

export async function listFactors(db: Executor, userId: string): Promise<FactorsTable[]> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function hasFactor(db: Executor, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFactor(tx: Executor, row: FactorsTable): Promise<void> {
  await tx.insertInto('second_factors').values(row).execute();
}

export async function changeFactor(
  tx: Executor,
  id: string,
  use: Partial<Pick<FactorsTable, 'last_used_at' | 'last_step' | 'sign_count'>>,
): Promise<void> {
  await tx.updateTable('second_factors').set(use).where('id', '=', id).execute();
}

export async function deleteFactor(tx: Executor, userId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Deletes the recovery codes as well. Returns how many factors there were. */
export async function deleteFactorsOf(tx: Executor, userId: string): Promise<number> {
  await deleteRecoveryCodesOf(tx, userId);
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Replaces all remaining ones. */
export async function replaceRecoveryCodes(
  tx: Executor,
  userId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodesOf(tx, userId);
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Whether the code existed; deletes it. */
export async function takeRecoveryCode(
  tx: Executor,
  userId: string,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

export async function deleteRecoveryCodesOf(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
