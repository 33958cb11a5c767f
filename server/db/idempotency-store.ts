import { IDEMPOTENCY } from '#domain/constants.ts';
import type { Executor } from './open.ts';
import type { Row } from './tables.ts';

/** A key belongs to its user (for visitors, to their address) and call. */
export type Claim = Pick<Row<'idempotency_keys'>, 'scope' | 'call' | 'key'>;
export type FirstResponse = Pick<Row<'idempotency_keys'>, 'fingerprint' | 'status' | 'answer'>;

function expiry(key: string, now: Date): Date {
  const { plainForm } = IDEMPOTENCY;
  const { lifetimeSeconds } = key.startsWith(plainForm.prefix) ? plainForm : IDEMPOTENCY;
  return new Date(now.getTime() - lifetimeSeconds * 1000);
}

export const findAnswer = (db: Executor, claim: Claim, now: Date) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where((eb) => eb.and(claim))
    .where('created_at', '>', expiry(claim.key, now))
    .executeTakeFirst();

/**
 * True for the first transaction that claims the key. A second one waits for the first: on
 * PostgreSQL at the unique index.
 */
export async function claimKey(tx: Executor, claim: Claim, fingerprint: string, now: Date) {
  await tx
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and(claim))
    .where('created_at', '<=', expiry(claim.key, now))
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ ...claim, fingerprint, status: null, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function saveAnswer(tx: Executor, claim: Claim, status: number, answer: string) {
  const query = tx.updateTable('idempotency_keys').set({ status, answer });
  await query.where((eb) => eb.and(claim)).execute();
}

export async function deleteKeysBefore(db: Executor, instant: Date): Promise<number> {
  const query = db.deleteFrom('idempotency_keys').where('created_at', '<', instant);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
