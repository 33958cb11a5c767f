/** Of what keeps the firm and applicants in touch (contract §10), a person's own. */
import type { Executor } from '../db/open.ts';
import { inBatches, type Owner, type Rows } from './data-store.ts';

/** Messages, and whatever else is as long, in memory at once. */
const BATCH = 20;

/** Both sides of the threads about this person's proposals, and messages that they wrote. */
export const messagesOf = (db: Executor, { id }: Owner): Rows =>
  inBatches(
    BATCH,
    db
      .selectFrom('messages')
      .innerJoin('proposals', 'proposals.id', 'messages.proposal_id')
      .select(['messages.id', 'messages.proposal_id', 'messages.at', 'messages.side as from'])
      .select(['messages.text', 'messages.read_at'])
      .where(({ eb, or }) =>
        or([eb('proposals.user_id', '=', id), eb('messages.author_id', '=', id)]),
      )
      .orderBy('messages.at')
      .orderBy('messages.id'),
  );

/** Later deadlines that they were given. */
export async function* extensionsOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('extensions')
    .select(['id', 'program_id', 'extended_until as until', 'reason', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
}
