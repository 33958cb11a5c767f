/** Every SQL statement about the history of a proposal. */
import type { AuditEntity } from '#domain/audit/rules.ts';
import type { Executor } from '../db/open.ts';
import type { Scope } from './store.ts';

/** A proposal has far fewer entries; this bounds what is read. */
const MAX_ENTRIES = 1000;

/** The proposal with its owner, if it is within the scope. */
export async function findSubject(db: Executor, scope: Scope, id: string) {
  let query = db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    // The one of the submission: edits have later ones.
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.proposal_id', '=', 'proposals.id')
        .onRef('receipts.received_at', '=', 'proposals.received_at'),
    )
    .select(['proposals.created_at', 'proposals.received_at', 'proposals.completed_at'])
    .select([
      'receipts.number as receipt_number',
      'proposals.user_id',
      'proposals.decline_reason',
      'proposals.program_id',
    ])
    .select(['users.first_name', 'users.last_name'])
    // Set on receipts that have waited for documents.
    .select('receipts.complete_until')
    .where('proposals.id', '=', id);
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId);
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

/** The rounds that it is or was in, with how many judges read it. */
export async function listJudging(db: Executor, id: string) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['rounds.position', 'rounds.name', 'rounds.opened_at', 'rounds.closes_at'])
    .select(['rounds.state', 'rounds.released_at', 'entries.outcome'])
    .select((eb) =>
      eb
        .selectFrom('judge_reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('judge_reviews.entry_id', '=', 'entries.id')
        .where('judge_reviews.state', 'in', ['assigned', 'started', 'submitted'])
        .as('judges'),
    )
    .where('entries.proposal_id', '=', id)
    .where('entries.state', '=', 'in')
    .orderBy('rounds.position')
    .execute();
  return rows.map(({ judges, ...row }) => ({ ...row, judges: Number(judges) }));
}
export type JudgingRow = Awaited<ReturnType<typeof listJudging>>[number];

/** Log entries about the subject, oldest first. */
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
