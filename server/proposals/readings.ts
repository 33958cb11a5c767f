/** Which proposals the caller has read, and who else is reading one. */
import { REVIEWS } from '#domain/constants.ts';
import type { ListedProposal, Proposal } from '#domain/proposals/schema.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import * as reads from './read-store.ts';
import type { ProposalRow } from './store.ts';

export type Readers = NonNullable<Proposal['readers']>;

/** Adds the caller's `is_read` and `changed_since_read` to the rows of a list. */
export async function withReads(
  { db, actor }: UserContext,
  items: ListedProposal[],
): Promise<ListedProposal[]> {
  const ids = items.map(({ id }) => id);
  const read = await reads.findRead(db.read, actor.id, ids);
  return items.map((item) => ({
    ...item,
    is_read: read.has(item.id),
    changed_since_read: (read.get(item.id) ?? 0) > 0,
  }));
}

type Changes = Pick<Proposal, 'changed_since_read' | 'changes_since_read'>;

/** What the applicant has changed since the caller got it; to be asked before it is marked. */
export async function changesSinceRead({ db, actor }: UserContext, id: string): Promise<Changes> {
  const edits = (await reads.findRead(db.read, actor.id, [id])).get(id) ?? 0;
  const rows = edits > 0 ? await reads.listEdits(db.read, id, edits) : [];
  const fields = rows.flatMap(({ changes }) => changes.map(({ field }) => field));
  return { changed_since_read: edits > 0, changes_since_read: [...new Set(fields)] };
}

/** One proposal, with whether the caller has read it and who else is looking at it. */
export async function withReaders(
  context: UserContext,
  proposal: Proposal,
  changes: Changes,
): Promise<Proposal> {
  const [item, readers] = await Promise.all([
    reads.findRead(context.db.read, context.actor.id, [proposal.id]),
    listReaders(context, proposal.id),
  ]);
  return { ...proposal, ...changes, is_read: item.has(proposal.id), readers };
}

/** Everybody except the caller. */
export async function listReaders(
  { db, actor, clock }: UserContext,
  proposalId: string,
): Promise<Readers> {
  const since = new Date(clock().getTime() - REVIEWS.readingSeconds * 1000);
  const rows = await reads.findReaders(db.read, proposalId, since);
  return rows
    .filter(({ id }) => id !== actor.id)
    .map(({ id, first_name, last_name, at }) => ({
      id,
      name: `${first_name} ${last_name}`,
      at: at.toISOString(),
    }));
}

/** Does not count as a change of the proposal: raises no version and is not logged. */
export async function noteReading(
  { db, actor, clock }: UserContext,
  proposal: Pick<ProposalRow, 'id' | 'edits'>,
  isWhole: boolean,
): Promise<void> {
  const now = { at: clock(), isWhole };
  await reads.markRead(db.read, actor.id, proposal, now).catch((error) => {
    // Deleted in the meantime: there is nothing left to mark.
    if (!isForeignKeyViolation(error)) throw error;
  });
}
