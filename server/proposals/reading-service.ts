/** Which proposals the caller has read, and who else is reading one. */
import { REVIEWS } from '#domain/constants.ts';
import type { ListedProposal, Proposal } from '#domain/proposals/schema.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import * as reads from './read-store.ts';

export type Readers = NonNullable<Proposal['readers']>;

/** Adds the caller's `is_read` to lists, which are cached for all admins alike. */
export async function withReads(
  { db, actor }: UserContext,
  items: ListedProposal[],
): Promise<ListedProposal[]> {
  const ids = items.map(({ id }) => id);
  const read = await reads.findRead(db.read, actor.id, ids);
  return items.map((item) => ({ ...item, is_read: read.has(item.id) }));
}

/** One proposal, with whether the caller has read it and who else is looking at it. */
export async function withReaders(context: UserContext, proposal: Proposal): Promise<Proposal> {
  const [item, readers] = await Promise.all([
    reads.findRead(context.db.read, context.actor.id, [proposal.id]),
    listReaders(context, proposal.id),
  ]);
  return { ...proposal, is_read: item.has(proposal.id), readers };
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
  proposalId: string,
): Promise<void> {
  await reads.markRead(db.read, actor.id, proposalId, clock()).catch((error) => {
    // Deleted in the meantime: there is nothing left to mark.
    if (!isForeignKeyViolation(error)) throw error;
  });
}
