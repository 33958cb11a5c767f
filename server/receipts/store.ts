import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../db/open.ts';
import { insertRows, rowsOf, statement } from '../db/statement.ts';
import { table } from '../db/table.ts';
import type { NewRow, Row } from '../db/tables.ts';

export type ReceiptRow = Row<'receipts'>;

const receipts = table('receipts');
const WAITING = { state: 'waiting_for_documents' } as const;
/** Of one that never waited. */
export const COMPLETE = { state: 'complete', complete_until: null, answers: null } as const;

export const insertReceipt = (tx: Executor, row: ReceiptRow) => insertRows(tx, 'receipts', [row]);

export const findReceipt = (db: Executor, number: string) => receipts.find(db, { number });

export const findDeadline = async (db: Executor, id: string) =>
  (await table('programs').find(db, { id }))?.deadline_date;

export const findWaiting: (db: Executor, draftId: string) => Promise<ReceiptRow | undefined> =
  statement((db, draftId: string) =>
    db
      .selectFrom('receipts')
      .selectAll()
      .where('state', '=', WAITING.state)
      .where('draft_id', '=', draftId),
  );

export const lockWaiting = (tx: Executor, draft_id: string) =>
  receipts.lock(tx, { ...WAITING, draft_id });

export const listWaitingFor: (db: Executor, draftIds: string[]) => Promise<ReceiptRow[]> = rowsOf(
  (db, isAmong) =>
    db
      .selectFrom('receipts')
      .selectAll()
      .where('state', '=', WAITING.state)
      .where(isAmong('draft_id')),
);

/** The newest of a draft's submissions that did not count. */
export const findLapsedOf = (db: Executor, draftId: string): Promise<ReceiptRow | undefined> =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('state', '=', 'lapsed')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();

const totalsOf = statement((db, userId: string, since: Date) =>
  db
    .selectFrom('receipts')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'waiting_for_documents').as('waiting'),
      fn.countAll<number>().filterWhere('received_at', '>', since).as('recent'),
    ])
    .where('user_id', '=', userId),
);

export const countReceiptsOf = async (db: Executor, userId: string, since: Date) =>
  (await totalsOf(db, userId, since))!;

export const hasWaitingFor = (db: Executor, program_id: string) =>
  receipts.has(db, { ...WAITING, program_id });

export const listCompleteOf = (
  db: Executor,
  owner: { userId: string; programId: string },
  since: Date,
): Promise<ReceiptRow[]> =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .where('program_id', '=', owner.programId)
    .where('state', 'in', ['complete', 'replaced'])
    .where('received_at', '>', since)
    .orderBy('received_at', 'desc')
    .limit(20)
    .execute();

type End = Pick<ReceiptRow, 'state'> & Partial<ReceiptRow>;

/** Its frozen answers are a proposal now, or no longer needed. */
export const endReceipt = (tx: Executor, number: string, end: End) =>
  receipts.change(tx, { number }, { ...end, answers: null });

/** For an edit of its proposal, whose receipt is the next one. */
export const replaceReceiptOf = (tx: Executor, proposal_id: string, replaced_by: string) =>
  receipts.change(tx, { proposal_id, state: 'complete' }, { state: 'replaced', replaced_by });

/** For a proposal that is being deleted. */
export const withdrawReceiptOf = (tx: Executor, proposal_id: string) =>
  receipts.change(tx, { proposal_id }, { state: 'withdrawn', answers: null });

export const findReplaced = async (db: Executor, replaced_by: string) =>
  (await receipts.find(db, { replaced_by }))?.number;

/** Drafts whose receipt can be decided: its time is over, or all its documents have arrived. */
export const listUnsettled = (db: Executor, now: Date, limit: number) =>
  db
    .selectFrom('receipts')
    .select('draft_id')
    .$narrowType<{ draft_id: string }>()
    .where('state', '=', 'waiting_for_documents')
    .where('draft_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('complete_until', '<=', now),
        sql<SqlBool>`(select count(*) from draft_documents
          where draft_documents.draft_id = receipts.draft_id and draft_documents.state = 'ready')
          >= receipts.document_count`,
      ]),
    )
    .orderBy('complete_until')
    .limit(limit)
    .execute();

export async function nextLapseAt(db: Executor, now: Date) {
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

export async function listWaiting(
  db: Executor,
  now: Date,
  { skip, limit }: { skip: number; limit: number },
) {
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
      ...(['number', 'program_id', 'program_title', 'answers'] as const),
      ...(['received_at', 'complete_until', 'user_id'] as const),
    ])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.phone_number'])
    .$narrowType<{ complete_until: Date }>()
    .orderBy('receipts.complete_until')
    .orderBy('receipts.number')
    .limit(limit)
    .offset(skip)
    .execute();
  return { rows, total };
}

const attempts = table('refused_attempts');

/** Keeps the applicant's newest `limit`. */
export async function insertAttempt(tx: Executor, row: NewRow<'refused_attempts'>, limit: number) {
  await attempts.insert(tx, row);
  const older = await tx
    .selectFrom('refused_attempts')
    .select('id')
    .where('user_id', '=', row.user_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(limit)
    .limit(limit)
    .execute();
  for (const { id } of older) await attempts.remove(tx, { id });
}

export const findProgramTitle = async (db: Executor, id: string) =>
  (await table('programs').find(db, { id }))?.title;

type Page = { skip: number; limit: number; sort: string };

/** Of one applicant, or of all. */
export async function listAttempts(db: Executor, userId: string | undefined, page: Page) {
  const direction = page.sort.startsWith('-') ? 'desc' : 'asc';
  const query = db
    .selectFrom('refused_attempts')
    .innerJoin('users', 'users.id', 'refused_attempts.user_id')
    .selectAll('refused_attempts')
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .orderBy('refused_attempts.at', direction)
    .orderBy('refused_attempts.id', direction)
    .offset(page.skip)
    .limit(page.limit);
  const items = await (userId ? query.where('user_id', '=', userId) : query).execute();
  return { items, total: await attempts.count(db, userId ? { user_id: userId } : {}) };
}
