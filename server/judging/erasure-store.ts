/** Every SQL statement that takes a person's entries out of rounds. */
import { lockRows, type Db, type Executor } from '../db/open.ts';

const entriesOf = (db: Executor, email: string) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select('entries.round_id')
    .where('users.email', '=', email);

/** Nobody seals or releases these rounds until the transaction ends. */
export async function lockRoundsOf(db: Db, tx: Executor, email: string): Promise<void> {
  const rounds = tx.selectFrom('rounds').select('id').where('id', 'in', entriesOf(tx, email));
  await lockRows(db, rounds.orderBy('id')).execute();
}

/** Rounds that are judged go on without them; what was written about them is gone. */
export async function withdrawEntries(tx: Executor, proposalIds: string[]): Promise<void> {
  if (proposalIds.length === 0) return;
  const entries = tx.selectFrom('entries').select('id').where('proposal_id', 'in', proposalIds);
  await tx.deleteFrom('judge_reviews').where('entry_id', 'in', entries).execute();
  const judged = tx.selectFrom('rounds').select('id').where('state', 'in', ['open', 'closed']);
  await tx
    .updateTable('entries')
    .set({ state: 'withdrawn', reason: null, outcome: null, outcome_reason: null })
    .where('proposal_id', 'in', proposalIds)
    .where('round_id', 'in', judged)
    .execute();
}

/** Their entries in rounds that have a sealed file, also one that was withdrawn. */
export async function listSealed(
  tx: Executor,
  proposalIds: string[],
): Promise<{ round_id: string; key: string }[]> {
  if (proposalIds.length === 0) return [];
  return tx
    .selectFrom('entries')
    .select(['round_id', 'key'])
    .where('proposal_id', 'in', proposalIds)
    .where('round_id', 'in', tx.selectFrom('seals').select('round_id'))
    .orderBy('round_id')
    .execute();
}

/** Hash, time and reason of a withdrawn seal stay for ever; nothing reads its file any more. */
export async function deleteWithdrawnFiles(tx: Executor, roundId: string): Promise<void> {
  await tx
    .updateTable('seals')
    .set({ bytes: '' })
    .where('round_id', '=', roundId)
    .where('withdrawn_at', 'is not', null)
    .execute();
}

/** Rounds released before the instant whose reviews still have their contents. */
export async function listForgettable(db: Executor, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('state', '=', 'released')
    .where('released_at', '<=', before)
    .where('reviews_deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The rows stay, because the record counts them. */
export async function deleteContents(tx: Executor, roundId: string, now: Date): Promise<void> {
  const reviews = tx.selectFrom('judge_reviews').select('id').where('round_id', '=', roundId);
  await tx.deleteFrom('review_versions').where('review_id', 'in', reviews).execute();
  const nothing = { strength: '', next_step: '', note: '', reason: null };
  await tx
    .updateTable('judge_reviews')
    .set({ scores: '{}', ...nothing } as never)
    .where('round_id', '=', roundId)
    .execute();
  await tx
    .updateTable('rounds')
    .set({ reviews_deleted_at: now })
    .where('id', '=', roundId)
    .execute();
}
