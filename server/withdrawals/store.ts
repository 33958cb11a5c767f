import { lockRowsOn, type Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';

/** What a withdrawal changes and what taking it back within its seconds brings back. */
const KEPT = [
  ...(['decision', 'decline_reason', 'is_approved', 'funding_stage'] as const),
  ...(['announced_decision', 'announce_at', 'mail_text', 'decided_at', 'decided_by'] as const),
  ...(['undo_run', 'undo_decision', 'undo_reason', 'undo_stage', 'undo_text'] as const),
  ...(['undo_decided_at', 'undo_decided_by'] as const),
] as const;
export type Kept = Pick<Row<'proposals'>, (typeof KEPT)[number]>;
const INSTANTS: readonly string[] = ['announce_at', 'decided_at', 'undo_decided_at'];

export const findKept = (tx: Executor, id: string): Promise<Kept> =>
  tx.selectFrom('proposals').select(KEPT).where('id', '=', id).executeTakeFirstOrThrow();

/** Once it has taken effect: what an admin who takes it back brings back. */
export type Settled = { entries: string[]; receipt: string | null };

export async function readKept(tx: Executor, id: string): Promise<Kept & Partial<Settled>> {
  const row = await tx
    .selectFrom('proposals')
    .select('withdrawal_kept')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.withdrawal_kept ?? '{}', (name, value) =>
    INSTANTS.includes(name) && value !== null ? new Date(value as string) : (value as unknown),
  ) as Kept & Partial<Settled>;
}

/** Rounds that it is in; nobody closes, decides, seals or opens them until the transaction ends. */
export async function lockRoundsOf(tx: Executor, proposalId: string) {
  const entered = tx.selectFrom('entries').select('round_id').where('proposal_id', '=', proposalId);
  const rounds = tx.selectFrom('rounds').select('id').where('id', 'in', entered).orderBy('id');
  await lockRowsOn(tx, rounds).execute();
}

/** By round, what it is there. */
export async function listEntriesOf(tx: Executor, proposal_id: string) {
  const rows = await table('entries').list(tx, { proposal_id }, []);
  return new Map(rows.map((row) => [row.round_id, row]));
}

export async function changeReceipt(
  tx: Executor,
  number: string,
  from: 'complete' | 'withdrawn',
  to: 'complete' | 'withdrawn',
) {
  const changed = await tx
    .updateTable('receipts')
    .set({ state: to })
    .where('number', '=', number)
    .where('state', '=', from)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export const listDue = (db: Executor, now: Date, limit: number) =>
  db
    .selectFrom('proposals')
    .select('id')
    .where('withdrawal_due_at', '<=', now)
    .orderBy('withdrawal_due_at')
    .limit(limit)
    .execute();

/** Whether it is still due, now that nobody else can take it back. */
export async function lockDue(tx: Executor, id: string, now: Date) {
  const due = tx
    .selectFrom('proposals')
    .select('id')
    .where('id', '=', id)
    .where('withdrawal_due_at', '<=', now);
  return (await lockRowsOn(tx, due).executeTakeFirst()) !== undefined;
}

export async function nextWithdrawalAt(db: Executor) {
  const next = await db
    .selectFrom('proposals')
    .select('withdrawal_due_at')
    .where('withdrawal_due_at', 'is not', null)
    .orderBy('withdrawal_due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.withdrawal_due_at ?? undefined;
}
