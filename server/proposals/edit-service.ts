/** How owners change and delete their proposals. */
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { ownDeadline } from '#domain/programs/rules.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { REQUEST } from '#domain/proposals/request-messages.ts';
import { refuseEdit, type DocumentKind } from '#domain/proposals/rules.ts';
import type { UpdateProposalForm, UpdateProposalInput } from '#domain/proposals/schema.ts';
import { changedQuestions, isSameValue, openedBy } from '#domain/questions/edit-rules.ts';
import { answerField } from '#domain/questions/field-rules.ts';
import type { Answer, SentAnswers } from '#domain/questions/schema.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { changesIn } from '../db/changes.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import type { RichTextMark } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { isSound } from '../files/verified.ts';
import { requireEdited } from '../questions/answers.ts';
import { listQuestions, replaceAnswers } from '../questions/store.ts';
import { withdrawReceiptOf } from '../receipts/store.ts';
import { prepareText } from '../text/stored-text.ts';
import { dropReviewMail } from './announcement-service.ts';
import { DESCRIPTION, describeProposal } from './presentation.ts';
import * as documentStore from './document-store.ts';
import {
  acceptDocuments,
  inspectDocuments,
  rowsOf,
  storeWith,
  type CheckedDocument,
  type Uploads,
} from './documents.ts';
import { dropEditMail, issueForEdit } from './edit-receipts.ts';
import { findReopening, type RequestRow } from './request-store.ts';
import {
  lockProposal,
  presentVersioned,
  requireProposal,
  searchTextOf,
  type VersionedProposal,
} from './service.ts';
import * as store from './store.ts';
import { freezeVersion, withoutVersions } from './versions.ts';
import { listVersionDocuments } from './version-store.ts';

const ownedBy = ({ actor }: UserContext): store.Scope => ({ ownerId: actor.id });

const refusalOf = ({ receivedAt }: UserContext, row: store.ProposalRow) =>
  refuseEdit(
    { isApproved: row.announced_decision === 'approved', deadline: ownDeadline(row) },
    receivedAt,
  );

const refused = (refusal: NonNullable<ReturnType<typeof refusalOf>>): Problem =>
  new Problem(
    refusal,
    refusal === 'deadline_passed' ? PROPOSAL.deadlinePassed : PROPOSAL_RULES.approved,
  );

/**
 * Refuses with 409 if approved, or locked by the deadline's day and not reopened by a request for
 * changes, then with 412. Returns the request without which it would be locked.
 */
async function requireEditable(
  context: UserContext,
  db: Executor,
  row: store.ProposalRow,
): Promise<RequestRow | undefined> {
  const refusal = refusalOf(context, row);
  const request =
    refusal === 'deadline_passed' ? await findReopening(db, row.id, context.receivedAt) : undefined;
  if (refusal && !request) throw refused(refusal);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return request;
}

/** Refuses if the owner may not change it now; call it before reading an upload. */
export async function requireOwnEditable(context: UserContext, id: string): Promise<void> {
  const { read } = context.db;
  await requireEditable(context, read, await requireProposal(read, ownedBy(context), id));
}

type Changes = UpdateProposalInput & Partial<RichTextMark>;

/**
 * Changes the sent fields that differ; files that were replaced, or are identical to stored ones,
 * are deleted after the commit, unless a version has them. An identical file replaces a stored one
 * that was altered or lost. Issues a receipt of the edit and mails it; one that answers a request
 * gets its receipt with the answer. Refuses with 404, 409, 412, 415 and 429.
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

type EditDocuments = { documents: CheckedDocument[]; unchanged: Set<string> };

async function writeUpdate(
  context: UserContext,
  tx: Executor,
  id: string,
  { rich_text_mark, answers: sentAnswers, ...sent }: Changes & Pick<UpdateProposalForm, 'answers'>,
  { documents: uploaded, unchanged }: EditDocuments,
): Promise<{ row: store.ProposalRow; unused: string[] }> {
  // Locked first, like everything about an account.
  const applicant = await store.lockApplicantFacts(tx, context.actor.id);
  const old = await lockProposal(context, tx, ownedBy(context), id);
  const request = await requireEditable(context, tx, old);
  const changes = changesIn(old, sent);
  // Compared by key: the stored file may have been replaced since it was checked.
  const isStored = ({ kind }: CheckedDocument) => unchanged.has(storedOf(old, kind).key);
  const documents = uploaded.filter((document) => !isStored(document));
  const same = uploaded.filter(isStored);
  const answers = sentAnswers && (await findEdited(tx, old, sentAnswers));
  if (request) await requireRequested(tx, old, request, { changes, documents, sentAnswers });
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
  const number =
    !request && isOther(old, changed, documents)
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
  await keepVersions(context, tx, row, request);
  const replaced = documents.map(({ kind }) => storedOf(old, kind).key);
  return { row, unused: [...unused, ...(await withoutVersions(tx, id, replaced))] };
}

/**
 * An edit of a proposal that has versions renews the newest one if nobody asked for it. One that
 * began to arrive before its request lapsed belongs to the version of that.
 */
async function keepVersions(
  { clock }: UserContext,
  tx: Executor,
  row: store.ProposalRow,
  request: RequestRow | undefined,
): Promise<void> {
  if (request?.state === 'open') return;
  const because = request ? 'lapsed' : 'submitted';
  const receipt_number = request ? null : (row.receipt_number ?? null);
  const frozen = { because, at: clock(), receipt_number } as const;
  await freezeVersion(tx, row, frozen, (newest) => newest.because === because);
}

type AnswerPayload = Pick<UpdateProposalForm, 'answers'>['answers'];
type Edit = { changes: object; documents: CheckedDocument[]; sentAnswers: AnswerPayload };

/** Refuses with 409, and names, what the request does not ask for. */
async function requireRequested(
  tx: Executor,
  old: store.ProposalRow,
  request: RequestRow,
  { changes, documents, sentAnswers }: Edit,
): Promise<void> {
  const questions = await listQuestions(tx, old.program_id);
  const allowed = openedBy(questions, JSON.parse(request.fields) as string[]);
  const isOther = (name: string): boolean => !allowed.has(name);
  const answered = sentAnswers ? changedQuestions(questions, old.answers, sentAnswers) : [];
  const others = [
    ...[...Object.keys(changes), ...documents.map(({ kind }) => kind)].filter(isOther),
    ...answered.filter(isOther).map(answerField),
  ];
  if (others.length === 0) return;
  const fields = Object.fromEntries(others.map((name) => [name, REQUEST.notRequested]));
  throw new Problem('not_requested', REQUEST.notRequested, { fields });
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
  await documentStore.deleteDocuments(
    tx,
    id,
    documents.map(({ kind }) => kind),
  );
  await documentStore.insertDocuments(tx, rowsOf(documents, id));
}

/**
 * Nobody is told any more what was decided about it. Refuses with 404, 409 if approved or locked,
 * and 412; deletes the files after the commit.
 */
export async function deleteProposal(context: UserContext, id: string): Promise<void> {
  const keys = await context.db.write(async (tx) => {
    const old = await lockProposal(context, tx, ownedBy(context), id);
    const refusal = refusalOf(context, old);
    if (refusal) throw refused(refusal);
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    const versions = await listVersionDocuments(tx, id);
    await store.deleteProposal(tx, id);
    await withdrawReceiptOf(tx, id);
    await dropReviewMail(tx, id, context.clock());
    await dropEditMail(tx, id, context.clock());
    await audit(tx, context, 'proposals.delete', 'proposal', id, { before: describeProposal(old) });
    await raiseVersion(tx, 'proposals');
    return [old.pitch_deck_key, old.financials_key, ...versions.map(({ key }) => key)];
  });
  await deleteFiles(context, [...new Set(keys)]);
}
