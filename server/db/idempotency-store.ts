/** Every SQL statement about idempotency keys. */
import { sql } from 'kysely';
import { IDEMPOTENCY } from '#domain/constants.ts';
import type { Db, Executor } from './open.ts';
import { statement, writeStatement } from './statement.ts';
import type { IdempotencyTable } from './tables.ts';

/** A key belongs to its user (for visitors, to their address) and call. */
export type Claim = Pick<IdempotencyTable, 'scope' | 'call' | 'key'>;
export type FirstResponse = Pick<IdempotencyTable, 'fingerprint' | 'status' | 'answer'>;

function expiry(key: string, now: Date): Date {
  const { plainForm } = IDEMPOTENCY;
  const { lifetimeSeconds } = key.startsWith(plainForm.prefix) ? plainForm : IDEMPOTENCY;
  return new Date(now.getTime() - lifetimeSeconds * 1000);
}

const answerOf = statement((db, scope: string, call: string, key: string, after: Date) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('call', '=', call)
    .where('key', '=', key)
    .where('created_at', '>', after),
);

export const findAnswer = (
  db: Executor,
  { scope, call, key }: Claim,
  now: Date,
): Promise<FirstResponse | undefined> => answerOf(db, scope, call, key, expiry(key, now));

const deleteExpired = writeStatement((tx, scope: string, call: string, key: string, until: Date) =>
  tx
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('call', '=', call)
    .where('key', '=', key)
    .where('created_at', '<=', until),
);

const insertKey = writeStatement(
  (tx, scope: string, call: string, key: string, fingerprint: string, now: Date) =>
    tx
      .insertInto('idempotency_keys')
      .values({ scope, call, key, fingerprint, status: null, answer: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
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
    await sql`set local lock_timeout = ${sql.lit(IDEMPOTENCY.waitSeconds * 1000)}`.execute(tx);
  await deleteExpired(tx, scope, call, key, expiry(key, now));
  return (await insertKey(tx, scope, call, key, fingerprint, now)) > 0;
}

const storeAnswer = writeStatement(
  (tx, scope: string, call: string, key: string, status: number, answer: string) =>
    tx
      .updateTable('idempotency_keys')
      .set({ status, answer })
      .where('scope', '=', scope)
      .where('call', '=', call)
      .where('key', '=', key),
);

export async function saveAnswer(
  tx: Executor,
  { scope, call, key }: Claim,
  status: number,
  answer: string,
): Promise<void> {
  await storeAnswer(tx, scope, call, key, status, answer);
}

/** Returns how many were deleted. */
export const deleteKeysBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', instant),
);
