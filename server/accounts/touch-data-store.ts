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

export const requestsOf = (db: Executor, { id }: Owner): Rows =>
  inBatches(
    BATCH,
    db
      .selectFrom('change_requests')
      .innerJoin('proposals', 'proposals.id', 'change_requests.proposal_id')
      .select(['change_requests.id', 'change_requests.proposal_id', 'change_requests.text'])
      .select(['change_requests.fields', 'change_requests.due_at', 'change_requests.state'])
      .select(['change_requests.created_at', 'change_requests.answered_at'])
      .where('proposals.user_id', '=', id)
      .orderBy('change_requests.created_at')
      .orderBy('change_requests.id'),
  );

/** Their proposals as they once stood, with the keys of the documents. */
export async function* versionsOf(db: Executor, { id }: Owner): Rows {
  const rows = inBatches(
    BATCH,
    db
      .selectFrom('proposal_versions')
      .innerJoin('proposals', 'proposals.id', 'proposal_versions.proposal_id')
      .selectAll('proposal_versions')
      .where('proposals.user_id', '=', id)
      .orderBy('proposal_versions.proposal_id')
      .orderBy('proposal_versions.version'),
  );
  for await (const { rich_text_mark: _mark, answers, ...row } of rows) {
    const documents = await db
      .selectFrom('version_documents')
      .select(['kind', 'key', 'size', 'sha256'])
      .where('proposal_id', '=', row.proposal_id)
      .where('version', '=', row.version)
      .orderBy('kind')
      .execute();
    yield { ...row, answers: answers === null ? [] : (JSON.parse(answers) as unknown), documents };
  }
}
