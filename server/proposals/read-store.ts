/** Every SQL statement about who has read a proposal, and who is reading it. */
import type { Executor } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';

/**
 * Which of these proposals the person has read, and how often the applicant has changed each of
 * them since.
 */
export async function findRead(
  db: Executor,
  userId: string,
  proposalIds: string[],
): Promise<Map<string, number>> {
  const rows = await readOf(db, proposalIds, userId);
  return new Map(rows.map(({ proposal_id, edits, read }) => [proposal_id, edits - read]));
}

const readOf = rowsOf((db, isAmong, userId: string) =>
  db
    .selectFrom('proposal_reads')
    .innerJoin('proposals', 'proposals.id', 'proposal_reads.proposal_id')
    .select(['proposal_id', 'proposal_reads.edits as read', 'proposals.edits'])
    .where('proposal_reads.user_id', '=', userId)
    .where(isAmong('proposal_id')),
);

type ReadState = { id: string; edits: number };

/**
 * Records that the person is looking at it; the first time is preserved. `isWhole`: they got it as
 * it is now, with all of these changes.
 */
export async function markRead(
  db: Executor,
  userId: string,
  { id, edits }: ReadState,
  { at, isWhole }: { at: Date; isWhole: boolean },
): Promise<void> {
  await db
    .insertInto('proposal_reads')
    .values({ user_id: userId, proposal_id: id, first_at: at, last_at: at, edits })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'proposal_id'])
        .doUpdateSet({ last_at: at, ...(isWhole && { edits }) }),
    )
    .execute();
}

/** The last changes by the applicant, newest first. */
export async function listEdits(db: Executor, proposalId: string, most: number) {
  return db
    .selectFrom('audit_log')
    .select('changes')
    .where('subject', '=', 'proposal')
    .where('subject_id', '=', proposalId)
    .where('action', '=', 'proposals.update')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export type Reader = { id: string; first_name: string; last_name: string; at: Date };

/** Who has looked at it since then, latest first. */
export async function findReaders(
  db: Executor,
  proposalId: string,
  since: Date,
): Promise<Reader[]> {
  return db
    .selectFrom('proposal_reads')
    .innerJoin('users', 'users.id', 'proposal_reads.user_id')
    .select(['users.id', 'first_name', 'last_name', 'last_at as at'])
    .where('proposal_id', '=', proposalId)
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .orderBy('users.id')
    .limit(20)
    .execute();
}
