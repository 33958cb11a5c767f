/** What owners can do with their proposals; another person's proposal looks like a missing one. */
import { SHARED_RULES } from '#domain/messages.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { refuseEdit, type DocumentKind } from '#domain/proposals/rules.ts';
import type {
  Proposal,
  SubmitProposalInput,
  UpdateProposalForm,
  UpdateProposalInput,
} from '#domain/proposals/schema.ts';
import { isSameValue } from '#domain/questions/edit-rules.ts';
import type { Answer, SentAnswers } from '#domain/questions/schema.ts';
import { audit } from '../audit.ts';
import { raiseVersion } from '../db/versions.ts';
import { requireVersion, type Context, type UserContext, type Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { RichTextMark } from '../db/tables.ts';
import { isId } from '../db/ids.ts';
import { changesIn } from '../db/changes.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { requireEdited } from '../questions/answer-service.ts';
import { listQuestions, replaceAnswers } from '../questions/store.ts';
import { withdrawReceiptOf } from '../receipts/store.ts';
import { prepareText } from '../text/stored-text.ts';
import { dropReviewMail } from './announcement-service.ts';
import { dropEditMail, issueForEdit } from './edit-receipt-service.ts';
import { DESCRIPTION } from './description-service.ts';
import { toSearchText } from '../db/search.ts';
import { isSound } from '../files/verified.ts';
import {
  acceptDocuments,
  inspectDocuments,
  rowsOf,
  storeWith,
  type CheckedDocument,
  type Uploads,
} from './documents-service.ts';
import { describeProposal, presentProposal } from './presentation-service.ts';
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

/** Refuses with 409 if approved or locked by the deadline's day, then with 412. */
function requireEditable(context: UserContext, row: store.ProposalRow): void {
  const refusal = refuseEdit(
    { isApproved: row.announced_decision === 'approved', deadline: row.deadline_date },
    context.receivedAt,
  );
  if (refusal)
    throw new Problem(
      refusal,
      refusal === 'deadline_passed' ? PROPOSAL.deadlinePassed : PROPOSAL_RULES.approved,
    );
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
}

/** Refuses if the owner may not change it now; call it before reading an upload. */
export async function requireOwnEditable(context: UserContext, id: string): Promise<void> {
  requireEditable(context, await requireProposal(context.db.read, ownedBy(context), id));
}

type Changes = UpdateProposalInput & Partial<RichTextMark>;

/**
 * Changes the sent fields that differ; files that were replaced, or are identical to stored ones,
 * are deleted after the commit. An identical file replaces a stored one that was altered or lost.
 * Issues a receipt of the edit and mails it. Refuses with 404, 409, 412, 415 and 429.
 */
export async function updateProposal(
  context: UserContext,
  id: string,
  { answers, ...input }: UpdateProposalForm,
  uploads: Uploads,
): Promise<VersionedProposal> {
  const changes = await prepareChanges(context, input);
  const inspected = await inspectDocuments(context, uploads);
  const documents = acceptDocuments(context, inspected);
  const unchanged = await findUnchanged(context, id, documents);
  const { row, unused } = await storeWith(context, documents, () =>
    context.db.write((tx) =>
      writeUpdate(context, tx, id, { ...changes, answers }, { documents, unchanged }),
    ),
  );
  context.notifyMailSoon();
  if (documents.length > 0) context.notifyScans();
  await deleteFiles(context, unused);
  return presentVersioned(row, context);
}

async function prepareChanges(context: UserContext, input: UpdateProposalInput): Promise<Changes> {
  if (input.business_description === undefined) return input;
  const { html, mark } = await prepareText(context, DESCRIPTION, input.business_description);
  return { ...input, business_description: html, rich_text_mark: mark };
}

const storedOf = (row: store.ProposalRow, kind: DocumentKind) =>
  kind === 'pitch_deck'
    ? { key: row.pitch_deck_key, size: row.pitch_deck_size, sha256: row.pitch_deck_sha256 }
    : { key: row.financials_key, size: row.financials_size, sha256: row.financials_sha256 };

/** Keys of stored files that are identical to uploaded ones and intact: these stay. */
async function findUnchanged(
  context: UserContext,
  id: string,
  uploaded: CheckedDocument[],
): Promise<Set<string>> {
  const row =
    uploaded.length > 0 && isId(id)
      ? await store.findProposal(context.db.read, ownedBy(context), id)
      : undefined;
  if (!row) return new Set();
  const same = uploaded
    .map(({ kind, sha256 }) => ({ stored: storedOf(row, kind), sha256 }))
    .filter(({ stored, sha256 }) => stored.sha256 === sha256)
    .map(({ stored }) => stored);
  const sound = await Promise.all(same.map((stored) => isSound(context, stored)));
  return new Set(same.filter((_, place) => sound[place]).map(({ key }) => key));
}

type Uploaded = { documents: CheckedDocument[]; unchanged: Set<string> };

async function writeUpdate(
  context: UserContext,
  tx: Executor,
  id: string,
  { rich_text_mark, answers: sentAnswers, ...sent }: Changes & Pick<UpdateProposalForm, 'answers'>,
  { documents: uploaded, unchanged }: Uploaded,
): Promise<{ row: store.ProposalRow; unused: string[] }> {
  // Locked first, like everything about an account.
  const applicant = await store.lockApplicantFacts(tx, context.actor.id);
  const old = await lockProposal(context, tx, ownedBy(context), id);
  requireEditable(context, old);
  const changes = changesIn(old, sent);
  // Compared by key: the stored file may have been replaced since it was checked.
  const isStored = ({ kind }: CheckedDocument) => unchanged.has(storedOf(old, kind).key);
  const documents = uploaded.filter((document) => !isStored(document));
  const same = uploaded.filter(isStored);
  const answers = sentAnswers && (await findEdited(tx, old, sentAnswers));
  const fields = [
    ...Object.keys(changes),
    ...documents.map(({ kind }) => kind),
    ...(answers ? ['answers'] : []),
  ];
  const unused = same.map(({ key }) => key);
  if (fields.length === 0) return { row: old, unused };
  const stamps = { updated_at: context.clock(), version: old.version + 1, edits: old.edits + 1 };
  const changed = { ...changes, ...(answers && { answers }) };
  const edited = { row: { ...old, ...changed }, documents: digestsOf(old, documents), applicant };
  const number = isOther(old, changed, documents)
    ? (await issueForEdit(context, tx, edited)).number
    : old.receipt_number;
  await store.changeProposal(tx, id, {
    ...changes,
    ...(rich_text_mark && { rich_text_mark }),
    receipt_number: number,
    search_text: searchTextOf({ ...old, ...changes, receipt_number: number }),
    ...stamps,
  });
  await replaceDocuments(tx, id, documents);
  if (answers) await replaceAnswers(tx, id, answers);
  const row = await requireProposal(tx, ownedBy(context), id);
  await audit(tx, context, 'proposals.update', 'proposal', id, {
    before: describeProposal(old),
    after: describeProposal(row),
  });
  await raiseVersion(tx, 'proposals');
  const replaced = documents.map(({ kind }) => storedOf(old, kind).key);
  return { row, unused: [...unused, ...replaced] };
}

/** Not if an altered or lost file was only sent again. */
const isOther = (old: store.ProposalRow, changes: object, sent: CheckedDocument[]): boolean =>
  Object.keys(changes).length > 0 ||
  sent.some(({ kind, sha256 }) => sha256 !== storedOf(old, kind).sha256);

/** Of both documents after an edit. */
const digestsOf = (old: store.ProposalRow, sent: CheckedDocument[]) => {
  const digestOf = (kind: DocumentKind) => {
    const { size, sha256 } = sent.find((document) => document.kind === kind) ?? storedOf(old, kind);
    return { size, sha256 };
  };
  return { pitch_deck: digestOf('pitch_deck'), financials: digestOf('financials') };
};

/** The answers after the edit, or undefined if they stay. Refuses with 422. */
async function findEdited(
  tx: Executor,
  old: store.ProposalRow,
  sent: SentAnswers,
): Promise<Answer[] | undefined> {
  await store.keepProgram(tx, old.program_id);
  const edited = requireEdited(await listQuestions(tx, old.program_id), old.answers, sent);
  return isSameValue(edited, old.answers) ? undefined : edited;
}

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

/**
 * Nobody is told any more what was decided about it. Refuses with 404, 409 if approved or locked,
 * and 412; deletes the files after the commit.
 */
export async function deleteProposal(context: UserContext, id: string): Promise<void> {
  const row = await context.db.write(async (tx) => {
    const old = await lockProposal(context, tx, ownedBy(context), id);
    requireEditable(context, old);
    await store.deleteProposal(tx, id);
    await withdrawReceiptOf(tx, id);
    await dropReviewMail(tx, id, context.clock());
    await dropEditMail(tx, id, context.clock());
    await audit(tx, context, 'proposals.delete', 'proposal', id, { before: describeProposal(old) });
    await raiseVersion(tx, 'proposals');
    return old;
  });
  await deleteFiles(context, [row.pitch_deck_key, row.financials_key]);
}
