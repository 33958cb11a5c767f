import type { KeptRecord } from '../db/tables.ts';
import { isId } from '../db/table.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';

/** A review without what it says. */
const NOTHING = {
  ...{ strength: '', next_step: '', note: '', reason: null },
  ...{ settled_at: null, settled_seq: null, settled_note: null },
};

const entriesOf = (db: Executor, whom: string) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select('entries.round_id')
    .where(isId(whom) ? 'users.id' : 'users.email', '=', whom);

/**
 * `whom`: an address, or the id of an account without one. Nobody seals or releases their rounds
 * until the transaction ends.
 */
export async function lockRoundsOf(db: Db, tx: Executor, whom: string): Promise<void> {
  const received = tx
    .selectFrom('receipts')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .select('receipts.program_id')
    .where(isId(whom) ? 'users.id' : 'users.email', '=', whom);
  const rounds = tx
    .selectFrom('rounds')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', entriesOf(tx, whom)),
        eb.and([eb('kept', 'is not', null), eb('program_id', 'in', received)]),
      ]),
    );
  await lockRows(db, rounds.orderBy('id')).execute();
}

/** Rounds that are judged go on without them; what was written about them is gone. */
export async function withdrawEntries(tx: Executor, proposalIds: string[]): Promise<void> {
  if (proposalIds.length === 0) return;
  const entries = tx.selectFrom('entries').select('id').where('proposal_id', 'in', proposalIds);
  await tx.deleteFrom('judge_reviews').where('entry_id', 'in', entries).execute();
  await tx
    .updateTable('entries')
    .set({ covered: null })
    .where('proposal_id', 'in', proposalIds)
    .execute();
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

/** Receipts of this person, with each sealed round of a season that has ended. */
export const listKeptReceipts = (tx: Executor, userId: string) =>
  tx
    .selectFrom('receipts')
    .innerJoin('rounds', 'rounds.program_id', 'receipts.program_id')
    .select(['receipts.number', 'rounds.id as round_id'])
    .where('receipts.user_id', '=', userId)
    .where('rounds.kept', 'is not', null)
    .where('rounds.id', 'in', tx.selectFrom('seals').select('round_id'))
    .orderBy('rounds.id')
    .execute();

/** Those of these entries that have no proposal any more. */
export async function listGone(
  tx: Executor,
  keys: readonly { round_id: string; key: string }[],
): Promise<{ round_id: string; key: string }[]> {
  if (keys.length === 0) return [];
  return tx
    .selectFrom('entries')
    .select(['round_id', 'key'])
    .where('proposal_id', 'is', null)
    .where(
      'key',
      'in',
      keys.map(({ key }) => key),
    )
    .orderBy('round_id')
    .execute();
}

/** The names that an ended season has stored for the record, without these. */
export async function keepWithout(
  tx: Executor,
  roundId: string,
  kept: KeptRecord,
  keys: ReadonlySet<string>,
): Promise<void> {
  const selected = kept.selected.filter(({ key }) => !keys.has(key));
  await tx
    .updateTable('rounds')
    .set({ kept: JSON.stringify({ ...kept, selected }) })
    .where('id', '=', roundId)
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

/** What reviews of these proposals say, and redacted texts; the rows stay, because the record counts them. */
export async function forgetJudged(tx: Executor, proposalIds: readonly string[]): Promise<void> {
  const entries = tx.selectFrom('entries').select('id').where('proposal_id', 'in', proposalIds);
  const reviews = tx.selectFrom('judge_reviews').select('id').where('entry_id', 'in', entries);
  await tx.deleteFrom('review_versions').where('review_id', 'in', reviews).execute();
  await tx
    .updateTable('judge_reviews')
    .set({ scores: '{}', ...NOTHING } as never)
    .where('entry_id', 'in', entries)
    .execute();
  await tx
    .updateTable('entries')
    .set({ covered: null, reason: null })
    .where('proposal_id', 'in', proposalIds)
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
  await tx.deleteFrom('pitch_judges').where('round_id', '=', roundId).execute();
  await tx
    .updateTable('judge_reviews')
    .set({ scores: '{}', ...NOTHING } as never)
    .where('round_id', '=', roundId)
    .execute();
  await tx
    .updateTable('rounds')
    .set({ reviews_deleted_at: now })
    .where('id', '=', roundId)
    .execute();
}
