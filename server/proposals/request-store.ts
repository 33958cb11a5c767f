/** Every SQL statement about requests for changes. */
import { sql } from 'kysely';
import type { Executor } from '../db/open.ts';
import type { ChangeRequestsTable } from '../db/touch-tables.ts';

export type RequestRow = ChangeRequestsTable;

/** Newest first. */
export async function listRequests(db: Executor, proposalId: string): Promise<RequestRow[]> {
  return db
    .selectFrom('change_requests')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** The open one; its time may be over, if nobody has ended it yet. */
export async function findOpenRequest(
  db: Executor,
  proposalId: string,
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('change_requests')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** The open ones of these proposals. */
export async function listOpenRequests(db: Executor, ids: string[]): Promise<RequestRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('change_requests')
    .selectAll()
    .where('proposal_id', 'in', ids)
    .where('state', '=', 'open')
    .execute();
}

/**
 * The request that reopens the proposal for what began to arrive then: also one that has lapsed
 * while it arrived.
 */
export async function findReopening(
  db: Executor,
  proposalId: string,
  receivedAt: Date,
): Promise<RequestRow | undefined> {
  const [newest] = await listRequests(db, proposalId);
  const isReopening =
    newest && ['open', 'lapsed'].includes(newest.state) && newest.due_at > receivedAt;
  return isReopening ? newest : undefined;
}

export async function insertRequest(tx: Executor, row: RequestRow): Promise<void> {
  await tx.insertInto('change_requests').values(row).execute();
}

export async function changeRequest(
  tx: Executor,
  id: string,
  changes: Partial<Pick<RequestRow, 'state' | 'answered_at' | 'reminded_at'>>,
): Promise<void> {
  await tx.updateTable('change_requests').set(changes).where('id', '=', id).execute();
}

/** The proposal's ETag covers its requests, which fail no edit. */
export async function touchProposal(tx: Executor, id: string): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ thread_version: sql`thread_version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Proposals whose open request is over by then. */
export async function listOverdue(
  db: Executor,
  now: Date,
  limit: number,
): Promise<{ proposal_id: string }[]> {
  return db
    .selectFrom('change_requests')
    .select('proposal_id')
    .where(sql<boolean>`state = 'open'`)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

type Window = { now: Date; dueBefore: Date; hours: number };

/** Open requests that are due soon, whose applicants were given more time than that. */
export async function listUnreminded(
  db: Executor,
  { now, dueBefore, hours }: Window,
  limit: number,
): Promise<RequestRow[]> {
  const rows = await db
    .selectFrom('change_requests')
    .selectAll()
    .where(sql<boolean>`state = 'open'`)
    .where('reminded_at', 'is', null)
    .where('due_at', '>', now)
    .where('due_at', '<=', dueBefore)
    .limit(limit)
    .execute();
  return rows.filter(
    ({ created_at, due_at }) => due_at.getTime() - created_at.getTime() > hours * 3_600_000,
  );
}

/** Receipts of the program's proposals whose applicant was asked for changes. */
export async function listAsked(db: Executor, programId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('change_requests')
    .innerJoin('proposals', 'proposals.id', 'change_requests.proposal_id')
    .select(['proposals.id', 'proposals.receipt_number'])
    .where('proposals.program_id', '=', programId)
    .where('change_requests.state', '=', 'open')
    .execute();
  return rows.map(({ id, receipt_number }) => receipt_number ?? id);
}
