/** Every SQL statement about receipts. */
import type { ReceiptState } from '#domain/receipts/rules.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { insertRows, statement } from '../db/statement.ts';
import type { ReceiptsTable } from '../db/draft-tables.ts';

export type ReceiptRow = ReceiptsTable;

export const insertReceipt = (tx: Executor, row: ReceiptRow): Promise<void> =>
  insertRows(tx, 'receipts', [row]);

export async function findReceipt(db: Executor, number: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('number', '=', number).executeTakeFirst();
}

/** The deadline of a receipt's program; undefined once the program is deleted. */
export async function findDeadline(db: Executor, programId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('programs')
    .select('deadline_date')
    .where('id', '=', programId)
    .executeTakeFirst();
  return row?.deadline_date;
}

const waiting = (db: Executor) =>
  db.selectFrom('receipts').selectAll().where('state', '=', 'waiting_for_documents');

/** The receipt that waits for the documents of this draft. */
export const findWaiting: (db: Executor, draftId: string) => Promise<ReceiptRow | undefined> =
  statement((db, draftId: string) => waiting(db).where('draft_id', '=', draftId));

/** The same, locked until the transaction ends. */
export async function lockWaiting(
  db: Db,
  tx: Executor,
  draftId: string,
): Promise<ReceiptRow | undefined> {
  return lockRows(db, waiting(tx).where('draft_id', '=', draftId)).executeTakeFirst();
}

export async function listWaitingOf(db: Executor, userId: string): Promise<ReceiptRow[]> {
  return waiting(db).where('user_id', '=', userId).execute();
}

/** The newest of a draft's submissions that did not count. */
export async function findLapsedOf(db: Executor, draftId: string): Promise<ReceiptRow | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('state', '=', 'lapsed')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const totalsOf = statement((db, userId: string, since: Date) =>
  db
    .selectFrom('receipts')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'waiting_for_documents').as('waiting'),
      fn.countAll<number>().filterWhere('received_at', '>', since).as('recent'),
    ])
    .where('user_id', '=', userId),
);

/** How many of this applicant's receipts wait, and how many were issued since then. */
export const countReceiptsOf = async (
  db: Executor,
  userId: string,
  since: Date,
): Promise<{ waiting: number; recent: number }> => (await totalsOf(db, userId, since))!;

export async function hasWaitingFor(db: Executor, programId: string): Promise<boolean> {
  const row = await db
    .selectFrom('receipts')
    .select('number')
    .where('state', '=', 'waiting_for_documents')
    .where('program_id', '=', programId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Receipts of this applicant's proposals for this program, newest first. */
export async function listCompleteOf(
  db: Executor,
  owner: { userId: string; programId: string },
  since: Date,
): Promise<ReceiptRow[]> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .where('program_id', '=', owner.programId)
    .where('state', 'in', ['complete', 'replaced'])
    .where('received_at', '>', since)
    .orderBy('received_at', 'desc')
    .limit(20)
    .execute();
}

/**
 * Ends a receipt and deletes its frozen answers, which are either a proposal now or no longer
 * needed.
 */
export async function endReceipt(
  tx: Executor,
  number: string,
  end: Pick<ReceiptRow, 'state'> & Partial<ReceiptRow>,
): Promise<void> {
  await tx
    .updateTable('receipts')
    .set({ ...end, answers: null })
    .where('number', '=', number)
    .execute();
}

/** For an edit of its proposal, whose receipt is the next one. */
export async function replaceReceiptOf(
  tx: Executor,
  proposalId: string,
  next: string,
): Promise<void> {
  const replaced: ReceiptState = 'replaced';
  await tx
    .updateTable('receipts')
    .set({ state: replaced, replaced_by: next })
    .where('proposal_id', '=', proposalId)
    .where('state', '=', 'complete')
    .execute();
}

/** For a proposal that is being deleted. */
export async function withdrawReceiptOf(tx: Executor, proposalId: string): Promise<void> {
  const withdrawn: ReceiptState = 'withdrawn';
  await tx
    .updateTable('receipts')
    .set({ state: withdrawn, answers: null })
    .where('proposal_id', '=', proposalId)
    .execute();
}

/**
 * Drafts whose receipt can be decided: its time is over, or both documents have arrived and nothing
 * has decided it since.
 */
export async function listUnsettled(
  db: Executor,
  now: Date,
  limit: number,
): Promise<{ draft_id: string }[]> {
  return db
    .selectFrom('receipts')
    .select('draft_id')
    .$narrowType<{ draft_id: string }>()
    .where('state', '=', 'waiting_for_documents')
    .where('draft_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('complete_until', '<=', now),
        eb(
          eb
            .selectFrom('draft_documents')
            .select(({ fn }) => fn.countAll<number>().as('ready'))
            .whereRef('draft_documents.draft_id', '=', 'receipts.draft_id')
            .where('draft_documents.state', '=', 'ready'),
          '=',
          2,
        ),
      ]),
    )
    .orderBy('complete_until')
    .limit(limit)
    .execute();
}

/** When the next waiting receipt may lapse. */
export async function nextLapseAt(db: Executor, now: Date): Promise<Date | undefined> {
  const next = await db
    .selectFrom('receipts')
    .select('complete_until')
    .where('state', '=', 'waiting_for_documents')
    .where('complete_until', '>', now)
    .orderBy('complete_until')
    .limit(1)
    .executeTakeFirst();
  return next?.complete_until ?? undefined;
}

export type WaitingRow = Pick<
  ReceiptRow,
  'number' | 'program_id' | 'program_title' | 'answers' | 'received_at'
> & {
  complete_until: Date;
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
};

/** Receipts whose documents may still arrive, the next to lapse first. */
export async function listWaiting(
  db: Executor,
  now: Date,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: WaitingRow[]; total: number }> {
  const found = db
    .selectFrom('receipts')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .where('receipts.state', '=', 'waiting_for_documents')
    .where('receipts.complete_until', '>', now);
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([
      'receipts.number',
      'receipts.program_id',
      'receipts.program_title',
      'receipts.answers',
      'receipts.received_at',
      'receipts.complete_until',
      'users.id as user_id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone_number',
    ])
    .$narrowType<{ complete_until: Date }>()
    .orderBy('receipts.complete_until')
    .orderBy('receipts.number')
    .limit(limit)
    .offset(skip)
    .execute();
  return { rows, total };
}
