/** Every SQL statement about who has read a proposal, and who is reading it. */
import type { Executor } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';

/** Which of these proposals the person has read. */
export async function findRead(
  db: Executor,
  userId: string,
  proposalIds: string[],
): Promise<Set<string>> {
  const rows = await readOf(db, proposalIds, userId);
  return new Set(rows.map(({ proposal_id }) => proposal_id));
}

const readOf = rowsOf((db, isAmong, userId: string) =>
  db
    .selectFrom('proposal_reads')
    .select('proposal_id')
    .where('user_id', '=', userId)
    .where(isAmong('proposal_id')),
);

/** Records that the person is looking at it; the first time is preserved. */
export async function markRead(
  db: Executor,
  userId: string,
  proposalId: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('proposal_reads')
    .values({ user_id: userId, proposal_id: proposalId, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'proposal_id']).doUpdateSet({ last_at: at }),
    )
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
