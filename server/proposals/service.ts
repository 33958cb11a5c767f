/** What owners can do with their proposals: a stranger's one answers like an absent one. */
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { refuseEdit } from '#domain/proposals/rules.ts';
import type {
  Proposal,
  SubmitProposalInput,
  UpdateProposalInput,
} from '#domain/proposals/schema.ts';
import type { AnnouncedDocuments } from '#domain/uploads/schema.ts';
import { audit } from '../audit.ts';
import { raiseVersion } from '../db/versions.ts';
import { requireVersion, type Context, type UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { RichTextMark } from '../db/tables.ts';
import { isId } from '../db/ids.ts';
import { changesIn } from '../db/changes.ts';
import { prepareText } from '../text/stored-text.ts';
import { DESCRIPTION } from './description-service.ts';
import { toSearchText } from '../db/search.ts';
import { requireAnnounced } from './announcement-service.ts';
import {
  acceptDocuments,
  deleteFiles,
  inspectDocuments,
  rowsOf,
  storeWith,
  type CheckedDocument,
  type Uploads,
} from './documents-service.ts';
import { presentProposal } from './presentation-service.ts';
import * as store from './store.ts';

export type Versioned = { proposal: Proposal; version: number };

const SEARCHED_CHARS = 500;

/** Bounded, because it is part of an index. */
export const searchTextOf = (
  proposal: Pick<SubmitProposalInput, 'business_name' | 'business_location'>,
): string =>
  toSearchText(proposal.business_name, proposal.business_location).slice(0, SEARCHED_CHARS);

export const presentVersioned = async (
  row: store.ProposalRow,
  context: Context,
): Promise<Versioned> => ({ proposal: await presentProposal(row, context), version: row.version });

/** Refuses with 404 what is not there or outside the scope. */
export async function requireProposal(
  db: Executor,
  scope: store.Scope,
  id: string,
): Promise<store.ProposalRow> {
  const row = isId(id) ? await store.findProposal(db, scope, id) : undefined;
  if (!row) throw new Problem('not_found', PROPOSAL.notFound);
  return row;
}

/** The same inside a transaction, holding the row until its end. */
export async function holdProposal(
  { db }: Context,
  tx: Executor,
  scope: store.Scope,
  id: string,
): Promise<store.ProposalRow> {
  if (isId(id)) await store.lockProposal(db, tx, scope, id);
  return requireProposal(tx, scope, id);
}

const ownedBy = ({ actor }: UserContext): store.Scope => ({ ownerId: actor.id });

export async function getProposal(context: UserContext, id: string): Promise<Versioned> {
  return presentVersioned(await requireProposal(context.db.read, ownedBy(context), id), context);
}

/** Refuses 409 once approved or locked by the deadline's day, then 412. */
function requireEditable(context: UserContext, row: store.ProposalRow): void {
  const refusal = refuseEdit(
    { isApproved: row.is_approved, deadline: row.deadline_date },
    context.receivedAt,
  );
  if (refusal)
    throw new Problem(
      refusal,
      refusal === 'deadline_passed' ? PROPOSAL.deadlinePassed : PROPOSAL_RULES.approved,
    );
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
}

/** Whether the owner may change it now; ask it before an upload is read. */
export async function requireOwnEditable(context: UserContext, id: string): Promise<void> {
  requireEditable(context, await requireProposal(context.db.read, ownedBy(context), id));
}

type Changes = UpdateProposalInput & Partial<RichTextMark>;

/**
 * Changes what is sent and really differs; files that were replaced, or are the same as before, are
 * deleted after the commit. Refuses 404, 409, 412 and 415.
 */
export async function updateProposal(
  context: UserContext,
  id: string,
  input: UpdateProposalInput,
  uploads: Uploads,
  announced?: AnnouncedDocuments,
): Promise<Versioned> {
  const inspected = await inspectDocuments(context, uploads);
  requireAnnounced(announced, inspected);
  const documents = acceptDocuments(context, inspected);
  const changes = await prepareChanges(input);
  const { row, unused } = await storeWith(context, documents, () =>
    context.db.write((tx) => writeUpdate(context, tx, id, changes, documents)),
  );
  if (documents.length > 0) context.notifyScans();
  await deleteFiles(context, unused);
  return presentVersioned(row, context);
}

async function prepareChanges(input: UpdateProposalInput): Promise<Changes> {
  if (input.business_description === undefined) return input;
  const { html, mark } = await prepareText(DESCRIPTION, input.business_description);
  return { ...input, business_description: html, rich_text_mark: mark };
}

async function writeUpdate(
  context: UserContext,
  tx: Executor,
  id: string,
  { rich_text_mark, ...sent }: Changes,
  uploaded: CheckedDocument[],
): Promise<{ row: store.ProposalRow; unused: string[] }> {
  const old = await holdProposal(context, tx, ownedBy(context), id);
  requireEditable(context, old);
  const changes = changesIn(old, sent);
  const [documents, same] = [
    uploaded.filter((document) => !isStored(old, document)),
    uploaded.filter((document) => isStored(old, document)),
  ];
  const fields = [...Object.keys(changes), ...documents.map(({ kind }) => kind)];
  const unused = same.map(({ key }) => key);
  if (fields.length === 0) return { row: old, unused };
  const stamps = { updated_at: context.clock(), version: old.version + 1 };
  await store.changeProposal(tx, id, {
    ...changes,
    ...(rich_text_mark && { rich_text_mark }),
    search_text: searchTextOf({ ...old, ...changes }),
    ...stamps,
  });
  await replaceDocuments(tx, id, documents);
  await audit(tx, context, 'proposals.update', 'proposal', id, { fields });
  await raiseVersion(tx, 'proposals');
  const replaced = documents.map(({ kind }) =>
    kind === 'pitch_deck' ? old.deck_key : old.money_key,
  );
  return { row: await requireProposal(tx, ownedBy(context), id), unused: [...unused, ...replaced] };
}

const isStored = (row: store.ProposalRow, { kind, sha256 }: CheckedDocument): boolean =>
  sha256 === (kind === 'pitch_deck' ? row.deck_sha256 : row.money_sha256);

async function replaceDocuments(
  tx: Executor,
  id: string,
  documents: CheckedDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await store.deleteDocuments(
    tx,
    id,
    documents.map(({ kind }) => kind),
  );
  await store.insertDocuments(tx, rowsOf(documents, id));
}

/** Refuses 404, 409 once approved or locked, and 412; its files are deleted after the commit. */
export async function deleteProposal(context: UserContext, id: string): Promise<void> {
  const row = await context.db.write(async (tx) => {
    const old = await holdProposal(context, tx, ownedBy(context), id);
    requireEditable(context, old);
    await store.deleteProposal(tx, id);
    await audit(tx, context, 'proposals.delete', 'proposal', id, {
      business_name: old.business_name,
      program_id: old.program_id,
    });
    await raiseVersion(tx, 'proposals');
    return old;
  });
  await deleteFiles(context, [row.deck_key, row.money_key]);
}
