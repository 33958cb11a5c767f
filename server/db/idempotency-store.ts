/** Every SQL statement about idempotency keys. */
import { sql } from 'kysely';
import { IDEMPOTENCY } from '#domain/constants.ts';
import type { Db, Executor } from './open.ts';
import { statement } from './statement.ts';
import type { IdempotencyTable } from './tables.ts';

/** A key belongs to its user (for visitors, to their address) and call. */
export type Claim = Pick<IdempotencyTable, 'scope' | 'call' | 'key'>;
export type FirstAnswer = Pick<IdempotencyTable, 'fingerprint' | 'status' | 'answer'>;

const expiry = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY.lifetime * 1000);

export const findAnswer = (
  db: Executor,
  { scope, call, key }: Claim,
  now: Date,
): Promise<FirstAnswer | undefined> => answerAfter(db, scope, call, key, expiry(now));

const answerAfter = statement((db, scope: string, call: string, key: string, after: Date) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('call', '=', call)
    .where('key', '=', key)
    .where('created_at', '>', after),
);

const deleteExpired = statement((db, scope: string, call: string, key: string, until: Date) =>
  db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('call', '=', call)
    .where('key', '=', key)
    .where('created_at', '<=', until),
);

/**
 * True for the first transaction that claims the key. A second one waits for the first: on
 * PostgreSQL at the unique index.
 */
export async function claimKey(
  tx: Executor,
  engine: Db['engine'],
  { scope, call, key }: Claim,
  fingerprint: string,
  now: Date,
): Promise<boolean> {
  if (engine === 'postgres')
    await sql`set local lock_timeout = ${sql.lit(IDEMPOTENCY.wait * 1000)}`.execute(tx);
  await deleteExpired(tx, scope, call, key, expiry(now));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ scope, call, key, fingerprint, status: null, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function saveAnswer(
  tx: Executor,
  { scope, call, key }: Claim,
  status: number,
  answer: string,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where('scope', '=', scope)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute();
}

/** Returns how many were deleted. */
export async function deleteKeysBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
