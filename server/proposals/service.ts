/** What owners see of their proposals; another person's proposal looks like a missing one. */
import { mayDoAll } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal, SubmitProposalInput } from '#domain/proposals/schema.ts';
import type { Context, UserContext, Versioned } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { presentProposal } from './presentation.ts';
import * as store from './store.ts';

export type VersionedProposal = Versioned<'proposal', Proposal>;

const SEARCHED_CHARS = 500;

/** Bounded, because it is part of an index. */
export const searchTextOf = (
  proposal: Pick<SubmitProposalInput, 'business_name' | 'business_location'> &
    Partial<Pick<store.ListedRow, 'receipt_number'>>,
): string =>
  toSearchText(
    proposal.receipt_number ?? null,
    proposal.business_name,
    proposal.business_location,
  ).slice(0, SEARCHED_CHARS);

export const presentVersioned = async (
  row: store.ProposalRow,
  context: Context,
): Promise<VersionedProposal> => ({
  proposal: await presentProposal(row, context),
  version: tagFor(context, row),
});

/** In the ETag: a message changes it, but fails no change that names the state before. */
export const tagFor = (context: Context, row: store.ProposalRow): number | string => {
  const version = versionFor(context, row);
  return row.thread_version > 0 ? `${version}.${row.thread_version}` : version;
};

/**
 * The number in the ETag. For admins it includes changes that the applicant does not see; both
 * numbers only grow, so their sum identifies one state.
 */
export const versionFor = (
  { actor }: Context,
  row: Pick<store.ProposalRow, 'version' | 'desk_version'>,
): number =>
  mayDoAll(actor.role, 'proposals.getAny') ? row.version + row.desk_version : row.version;

/** Refuses with 404 a proposal that does not exist or is outside the scope. */
export async function requireProposal(
  db: Executor,
  scope: store.Scope,
  id: string,
): Promise<store.ProposalRow> {
  const row = isId(id) ? await store.findProposal(db, scope, id) : undefined;
  if (!row) throw new Problem('not_found', PROPOSAL.notFound);
  return row;
}

/** The same in a transaction, locking the row until it ends. */
export async function lockProposal(
  { db }: Context,
  tx: Executor,
  scope: store.Scope,
  id: string,
): Promise<store.ProposalRow> {
  if (isId(id)) await store.lockProposal(db, tx, scope, id);
  return requireProposal(tx, scope, id);
}

const ownedBy = ({ actor }: UserContext): store.Scope => ({ ownerId: actor.id });

export async function getProposal(context: UserContext, id: string): Promise<VersionedProposal> {
  return presentVersioned(await requireProposal(context.db.read, ownedBy(context), id), context);
}
