/** What of judging is forgotten with an applicant, a season, or by time. */
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { isId, table } from '../db/table.ts';
import { rounds } from '../rounds/store.ts';
import { OUT } from './entry-store.ts';

/** A review without what it says. */
const NOTHING = {
  ...{ scores: '{}', strength: '', next_step: '', note: '', reason: null },
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
export async function lockRoundsOf(db: Db, tx: Executor, whom: string) {
  const received = tx
    .selectFrom('receipts')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .select('receipts.program_id')
    .where(isId(whom) ? 'users.id' : 'users.email', '=', whom);
  const theirs = tx
    .selectFrom('rounds')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', entriesOf(tx, whom)),
        eb.and([eb('kept', 'is not', null), eb('program_id', 'in', received)]),
      ]),
    );
  await lockRows(db, theirs.orderBy('id')).execute();
}

/** Rounds that are judged go on without them; what was written about them is gone. */
export async function withdrawEntries(tx: Executor, proposalIds: string[]) {
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
    .set(OUT)
    .where('proposal_id', 'in', proposalIds)
    .where('round_id', 'in', judged)
    .execute();
}

/** Their entries in rounds that have a sealed file, also one that was withdrawn. */
export async function listSealed(tx: Executor, proposalIds: string[]) {
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

/** Those of the entries with these keys that have no proposal any more. */
export async function listGone(tx: Executor, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return tx
    .selectFrom('entries')
    .select(['round_id', 'key'])
    .where('proposal_id', 'is', null)
    .where('key', 'in', keys)
    .orderBy('round_id')
    .execute();
}

/** Hash, time and reason of a withdrawn seal stay for ever; nothing reads its file any more. */
export const deleteWithdrawnFiles = (tx: Executor, roundId: string) =>
  tx
    .updateTable('seals')
    .set({ bytes: '' })
    .where('round_id', '=', roundId)
    .where('withdrawn_at', 'is not', null)
    .execute();

const reviewsOf = (tx: Executor) => tx.selectFrom('judge_reviews').select('id');

/** The rows stay, because the record counts them. */
async function forgetWords(tx: Executor, reviews: ReturnType<typeof reviewsOf>) {
  await tx.deleteFrom('review_versions').where('review_id', 'in', reviews).execute();
  await tx.updateTable('judge_reviews').set(NOTHING).where('id', 'in', reviews).execute();
}

/** What reviews of these proposals say, and redacted texts. */
export async function forgetJudged(tx: Executor, proposalIds: readonly string[]) {
  const entries = tx.selectFrom('entries').select('id').where('proposal_id', 'in', proposalIds);
  await forgetWords(tx, reviewsOf(tx).where('entry_id', 'in', entries));
  await tx
    .updateTable('entries')
    .set({ covered: null, reason: null })
    .where('proposal_id', 'in', proposalIds)
    .execute();
}

/** Rounds released before the instant whose reviews still have their contents. */
export const listForgettable = (db: Executor, before: Date) =>
  db
    .selectFrom('rounds')
    .select('id')
    .where('state', '=', 'released')
    .where('released_at', '<=', before)
    .where('reviews_deleted_at', 'is', null)
    .execute();

export async function deleteContents(tx: Executor, round_id: string, now: Date) {
  await forgetWords(tx, reviewsOf(tx).where('round_id', '=', round_id));
  await table('pitch_judges').remove(tx, { round_id });
  await rounds.change(tx, { id: round_id }, { reviews_deleted_at: now });
}
