/** What happened to a proposal: requests for changes, versions, events. */
import { sql } from 'kysely';
import type { AuditEntity } from '#domain/audit/rules.ts';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { touchProposals } from '../extensions/store.ts';
import { isWithin, type Scope } from './store.ts';

export type RequestRow = Row<'change_requests'>;
export const requests = table('change_requests');

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
export const findOpenRequest = (db: Executor, proposal_id: string) =>
  requests.find(db, { proposal_id, state: 'open' });

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
export async function findReopening(db: Executor, proposalId: string, receivedAt: Date) {
  const [newest] = await listRequests(db, proposalId);
  const isReopening =
    newest && ['open', 'lapsed'].includes(newest.state) && newest.due_at > receivedAt;
  return isReopening ? newest : undefined;
}

/** Its ETag covers its requests, its thread and its owner's extension, which fail no edit. */
export const touchProposal = (tx: Executor, id: string) => touchProposals(tx, { id });

/** Proposals whose open request is over by then. */
export async function listOverdue(db: Executor, now: Date, limit: number) {
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

/** The program's proposals whose applicant was asked for changes, and until when. */
export const listAsked = (db: Executor, programId: string) =>
  db
    .selectFrom('change_requests')
    .innerJoin('proposals', 'proposals.id', 'change_requests.proposal_id')
    .select(['proposals.id', 'proposals.receipt_number', 'business_name', 'due_at'])
    .where('proposals.program_id', '=', programId)
    .where('change_requests.state', '=', 'open')
    .where('proposals.decision', '!=', 'withdrawn')
    .orderBy('due_at')
    .orderBy('proposals.id')
    .execute();

export type VersionRow = Row<'proposal_versions'>;
const versions = table('proposal_versions');
type VersionDocument = Pick<Row<'version_documents'>, 'version' | 'kind' | 'key' | 'sha256'>;

/** Oldest first. */
export const listVersions = (db: Executor, proposal_id: string) =>
  versions.list(db, { proposal_id }, ['version']);

export async function listVersionDocuments(
  db: Executor,
  proposalId: string,
): Promise<VersionDocument[]> {
  return db
    .selectFrom('version_documents')
    .select(['version', 'kind', 'key', 'sha256'])
    .where('proposal_id', '=', proposalId)
    .execute();
}

/** With the documents that the proposal has now. */
export async function insertVersion(tx: Executor, row: VersionRow): Promise<void> {
  await versions.insert(tx, row);
  await tx
    .insertInto('version_documents')
    .columns(['proposal_id', 'version', 'kind', 'key', 'size', 'sha256', 'scanned_at', 'threat'])
    .expression(
      tx
        .selectFrom('documents')
        .select([
          'proposal_id',
          sql<number>`cast(${row.version} as integer)`.as('version'),
          ...(['kind', 'key', 'size', 'sha256', 'scanned_at', 'threat'] as const),
        ])
        .where('proposal_id', '=', row.proposal_id),
    )
    .execute();
}

/** Its documents go with it. */
export async function deleteVersion(
  tx: Executor,
  { proposal_id, version }: Pick<VersionRow, 'proposal_id' | 'version'>,
): Promise<void> {
  await table('version_documents').remove(tx, { proposal_id, version });
  await versions.remove(tx, { proposal_id, version });
}

export const findReceivedAt = async (db: Executor, number: string | null) =>
  number === null ? undefined : (await table('receipts').find(db, { number }))?.received_at;

/** A proposal has far fewer entries; this bounds what is read. */
const MAX_ENTRIES = 1000;

export async function findSubject(db: Executor, scope: Scope, id: string) {
  const query = db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    // The one of the submission: edits have later ones.
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.proposal_id', '=', 'proposals.id')
        .onRef('receipts.received_at', '=', 'proposals.received_at'),
    )
    .select(['proposals.created_at', 'proposals.received_at', 'proposals.completed_at'])
    .select('proposals.on_behalf')
    .select([
      'receipts.number as receipt_number',
      'proposals.user_id',
      'proposals.decline_reason',
      'proposals.program_id',
    ])
    .select(['users.first_name', 'users.last_name'])
    // Set on receipts that have waited for documents.
    .select('receipts.complete_until')
    .where('proposals.id', '=', id)
    .where(isWithin(scope));
  return query.executeTakeFirst();
}
export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

/** Which admins have read it, and since when; the first one first. */
export async function listReads(db: Executor, id: string) {
  return db
    .selectFrom('proposal_reads')
    .innerJoin('users', 'users.id', 'proposal_reads.user_id')
    .select(['proposal_reads.first_at', 'users.id', 'users.first_name', 'users.last_name'])
    .where('proposal_id', '=', id)
    .orderBy('proposal_reads.first_at')
    .limit(MAX_ENTRIES)
    .execute();
}
export type ReadRow = Awaited<ReturnType<typeof listReads>>[number];

/** The rounds that it is or was in, with how many judges read it, and how many have. */
export async function listJudging(db: Executor, id: string) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['rounds.position', 'rounds.name', 'rounds.opened_at', 'rounds.closes_at'])
    .select(['rounds.state', 'rounds.released_at', 'entries.outcome', 'rounds.kind'])
    .select(['rounds.venue', 'rounds.date', 'rounds.minutes', 'rounds.sessions', 'entries.place'])
    .select('entries.state as entry_state')
    .select(({ selectFrom }) => [
      selectFrom('judge_reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('judge_reviews.entry_id', '=', 'entries.id')
        .where('judge_reviews.state', 'in', ['assigned', 'started', 'submitted'])
        .as('judges'),
      selectFrom('judge_reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('judge_reviews.entry_id', '=', 'entries.id')
        .where('judge_reviews.state', '=', 'submitted')
        .as('readers'),
    ])
    .where('entries.proposal_id', '=', id)
    .where('entries.state', 'in', ['in', 'absent'])
    .orderBy('rounds.position')
    .execute();
  return rows.map(({ judges, readers, ...row }) => ({
    ...row,
    judges: Number(judges),
    readers: Number(readers),
  }));
}
export type JudgingRow = Awaited<ReturnType<typeof listJudging>>[number];

const entries = (db: Executor, kind: AuditEntity, id: string) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.at', 'audit_log.actor_id', 'audit_log.action', 'audit_log.changes'])
    .select(['users.first_name', 'users.last_name'])
    .where('audit_log.subject', '=', kind)
    .where('audit_log.subject_id', '=', id)
    .orderBy('audit_log.at')
    .orderBy('audit_log.id')
    .limit(MAX_ENTRIES);

export const listEntries = (db: Executor, id: string) => entries(db, 'proposal', id).execute();

/** Those about more time for its applicant, whatever the program. */
export const listExtensions = (db: Executor, userId: string) =>
  entries(db, 'user', userId).where('audit_log.action', 'like', 'extensions.%').execute();
export type Entry = Awaited<ReturnType<typeof listEntries>>[number];
