/** Every SQL statement about what applicants know of decisions and stages. */
import { sql, type Insertable } from 'kysely';
import { batchesOf } from '../db/batches.ts';
import { isOnPostgres, lockRowsOn, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import type { AnnouncementsTable } from '../db/review-tables.ts';

/** For a change after which no bulk run can be undone any more. */
export const NO_UNDO = {
  ...{ undo_run: null, undo_decision: null, undo_reason: null, undo_stage: null, undo_text: null },
  ...{ undo_decided_at: null, undo_decided_by: null },
} as const;

/** When the next announcement is due; undefined if none has a moment. */
export async function nextAnnouncementAt(db: Executor): Promise<Date | undefined> {
  const next = await db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .select('proposals.announce_at')
    .where('proposals.announce_at', 'is not', null)
    .where('programs.announces', '=', 'at_once')
    .orderBy('proposals.announce_at')
    .limit(1)
    .executeTakeFirst();
  return next?.announce_at ?? undefined;
}

/** Locks what is due, in the order of ids, until the transaction ends. */
export async function lockDue(tx: Executor, now: Date, limit: number): Promise<string[]> {
  const due = tx
    .selectFrom('proposals')
    .select('id')
    .where('announce_at', '<=', now)
    // What was decided while a program began to announce together waits for its announcement.
    .where('program_id', 'in', (eb) =>
      eb.selectFrom('programs').select('id').where('announces', '=', 'at_once'),
    )
    .orderBy('id')
    .limit(limit);
  return (await lockRowsOn(tx, due).execute()).map(({ id }) => id);
}

/**
 * Nobody changes how the programs of these proposals announce before the transaction ends; to be
 * called before the proposals are locked, as an announcement does. On SQLite, which has one writer
 * at a time, it does nothing.
 */
export async function keepProgramsOf(tx: Executor, ids: string[]): Promise<void> {
  if (!isOnPostgres(tx)) return;
  for (const batch of batchesOf(ids))
    await tx
      .selectFrom('programs')
      .select('id')
      .where('id', 'in', (eb) =>
        eb.selectFrom('proposals').select('program_id').where('id', 'in', batch),
      )
      .orderBy('id')
      .forKeyShare()
      .execute();
}

/** What was decided and what is known, with what a mail needs. */
export async function findUnannounced(db: Executor, ids: string[]) {
  return db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['proposals.id', 'proposals.business_name', 'proposals.mail_text'])
    .select(['proposals.decision', 'proposals.decline_reason', 'proposals.funding_stage'])
    .select([
      'proposals.announced_decision',
      'proposals.announced_reason',
      'proposals.announced_stage',
    ])
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'proposals.program_id')
        .onRef('extensions.user_id', '=', 'proposals.user_id'),
    )
    .select(['programs.title', 'programs.deadline_date', 'extensions.extended_until'])
    .select(['users.first_name', 'users.email'])
    .where('proposals.id', 'in', ids)
    .execute();
}
export type UnannouncedProposal = Awaited<ReturnType<typeof findUnannounced>>[number];

/**
 * From now on it is known. The applicant's version grows; the sum of both, which admins compare,
 * has grown with the decision.
 */
export async function markAnnounced(tx: Executor, ids: string[], now: Date): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({
      announced_decision: sql`decision`,
      announced_approved: sql`is_approved`,
      announced_reason: sql`decline_reason`,
      announced_stage: sql`funding_stage`,
      announce_at: null,
      mail_text: null,
      ...NO_UNDO,
      version: sql`version + 1`,
      desk_version: sql`desk_version - 1`,
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute();
}

export const insertAnnouncements = (
  tx: Executor,
  rows: Insertable<AnnouncementsTable>[],
): Promise<void> => insertRows(tx, 'announcements', rows);

/** What its applicant was told about a proposal, oldest first. */
export async function listAnnouncements(db: Executor, proposalId: string) {
  return db
    .selectFrom('announcements')
    .select(['at', 'decision', 'decline_reason', 'funding_stage'])
    .where('proposal_id', '=', proposalId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
export type Announcement = Awaited<ReturnType<typeof listAnnouncements>>[number];
