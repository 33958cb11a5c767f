import { SHARED_RULES, Problem } from '#domain/problem.ts';
import { ownDeadline } from '#domain/programs/rules.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { WITHDRAWN } from '#domain/proposals/withdrawals.ts';
import { REQUEST } from '#domain/proposals/requests.ts';
import { isDocumentKind, refuseEdit } from '#domain/proposals/rules.ts';
import type { UpdateProposalForm, UpdateProposalInput } from '#domain/proposals/schema.ts';
import {
  changedQuestions,
  filesIn,
  isSameValue,
  openedBy,
  withFiles,
  type SentFiles,
} from '#domain/questions/answers.ts';
import { answerField } from '#domain/questions/rules.ts';
import type { Answer, SentAnswers } from '#domain/questions/schema.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { changesIn } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { isSound } from '../files/verified.ts';
import { tellRemoved, requireOwner } from '../members/members.ts';
import { requireEdited } from '../questions/service.ts';
import { listQuestions, replaceAnswers } from '../questions/store.ts';
import type { Digests } from '../receipts/service.ts';
import { withdrawReceiptOf } from '../receipts/store.ts';
import { prepareText } from '../text/stored-text.ts';
import { digestsFor, dropEditMail, issueForEdit } from './confirmations.ts';
import { dropReviewMail } from './decisions.ts';
import {
  acceptDocuments,
  inspectDocuments,
  rowsOf,
  storeWith,
  type CheckedDocument,
  type Uploads,
} from './documents.ts';
import { findReopening, type RequestRow, listVersionDocuments } from './history-store.ts';
import { freezeVersion, withoutVersions } from './history.ts';
import {
  DESCRIPTION,
  describeProposal,
  isWithdrawn,
  lockProposal,
  presentVersioned,
  requireOwnedStill,
  requireProposal,
  searchTextOf,
  type VersionedProposal,
} from './presentation.ts';
import * as store from './store.ts';
import { filesOf, wordsOf } from './submission.ts';

const reached = ({ actor }: UserContext): store.Scope => ({ reachedBy: actor.id });

const refusalOf = ({ receivedAt }: UserContext, row: store.ProposalRow) =>
  refuseEdit(
    {
      isWithdrawn: isWithdrawn(row),
      isApproved: row.announced_decision === 'approved',
      deadline: ownDeadline(row),
    },
    receivedAt,
  );

const REFUSALS = {
  withdrawn: WITHDRAWN.already,
  deadline_passed: PROPOSAL.deadlinePassed,
  proposal_approved: PROPOSAL_RULES.approved,
} as const;

const refused = (refusal: NonNullable<ReturnType<typeof refusalOf>>): Problem =>
  new Problem(refusal, REFUSALS[refusal]);

/** Returns the request without which it would be locked. */
async function requireEditable(context: UserContext, db: Executor, row: store.ProposalRow) {
  const refusal = refusalOf(context, row);
  const request =
    refusal === 'deadline_passed' ? await findReopening(db, row.id, context.receivedAt) : undefined;
  if (refusal && !request) throw refused(refusal);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return request;
}

/** For what is its owner's until editing locks, even where a request has reopened fields. */
export function requireEditingOpen(context: UserContext, row: store.ProposalRow): void {
  const refusal = refusalOf(context, row);
  if (refusal) throw refused(refusal);
}

/** Refuses if the owner may not change it now; call it before reading an upload. */
export async function requireOwnEditable(context: UserContext, id: string): Promise<void> {
  const { read } = context.db;
  await requireEditable(context, read, await requireProposal(read, reached(context), id));
}

type Changes = UpdateProposalInput & Partial<Pick<Row<'proposals'>, 'rich_text_mark'>>;

/**
 * Changes the sent fields that differ; files that were replaced, or are identical to stored ones,
 * are deleted after the commit, unless a version has them. An identical file replaces a stored one
 * that was altered or lost. Issues a receipt of the edit and mails it; one that answers a request
 * gets its receipt with the answer.
 */
export async function updateProposal(
  context: UserContext,
  id: string,
  { answers, ...input }: UpdateProposalForm,
  uploads: Uploads,
): Promise<VersionedProposal> {
  const changes = await prepareChanges(context, input);
  const inspected = await inspectDocuments(context, uploads);
  const words = await wordsFor(context, id, inspected);
  const { user_id: ownerId } = await requireProposal(context.db.read, reached(context), id);
  const documents = acceptDocuments(context, inspected, ownerId, words);
  const unchanged = await findUnchanged(context, id, documents);
  const { row, unused } = await storeWith(context, documents, () =>
    context.db.write((tx) =>
      writeUpdate(context, tx, id, { ...changes, answers }, { ownerId, documents, unchanged }),
    ),
  );
  context.notifyMailSoon();
  if (documents.length > 0) context.notifyScans();
  await deleteFiles(context, unused);
  return presentVersioned(row, context);
}

export async function prepareChanges(
  context: UserContext,
  input: UpdateProposalInput,
): Promise<Changes> {
  if (input.business_description === undefined) return input;
  const { html, mark } = await prepareText(context, DESCRIPTION, input.business_description);
  return { ...input, business_description: html, rich_text_mark: mark };
}

/** The words of the questions of a program whose files are sent. */
export async function wordsFor({ db }: UserContext, id: string, sent: { kind: string }[]) {
  if (sent.every(({ kind }) => isDocumentKind(kind) || kind === 'evidence')) return {};
  const row = await store.findProposal(db.read, 'all', id);
  return row ? wordsOf(await listQuestions(db.read, row.program_id)) : {};
}

export const storedOf = (row: store.ProposalRow, key: string): store.StoredDocument | undefined =>
  store.documentsOf(row, row.files).find(({ kind }) => kind === key);

/** Keys of stored files that are identical to uploaded ones and intact: these stay. */
async function findUnchanged(
  context: UserContext,
  id: string,
  uploaded: CheckedDocument[],
): Promise<Set<string>> {
  const row =
    uploaded.length > 0 && isId(id)
      ? await store.findProposal(context.db.read, reached(context), id)
      : undefined;
  if (!row) return new Set();
  const same = uploaded
    .map(({ kind, sha256 }) => ({ stored: storedOf(row, kind), sha256 }))
    .flatMap(({ stored, sha256 }) => (stored?.sha256 === sha256 ? [stored] : []));
  const sound = await Promise.all(same.map((stored) => isSound(context, stored)));
  return new Set(same.filter((_, place) => sound[place]).map(({ key }) => key));
}

type EditDocuments = { ownerId: string; documents: CheckedDocument[]; unchanged: Set<string> };

async function writeUpdate(
  context: UserContext,
  tx: Executor,
  id: string,
  { rich_text_mark, answers: sentTexts, ...sent }: Changes & Pick<UpdateProposalForm, 'answers'>,
  { ownerId, documents: uploaded, unchanged }: EditDocuments,
): Promise<{ row: store.ProposalRow; unused: string[] }> {
  await requireProposal(tx, reached(context), id);
  // Locked first, like everything about an account.
  const applicant = await store.lockApplicantFacts(tx, ownerId, context.actor.id);
  const old = await lockProposal(context, tx, reached(context), id);
  requireOwnedStill(old, ownerId);
  const request = await requireEditable(context, tx, old);
  const changes = changesIn(old, sent);
  // Compared by key: the stored file may have been replaced since it was checked.
  const isStored = ({ kind }: CheckedDocument) => unchanged.has(storedOf(old, kind)?.key ?? '');
  const { answers, sentAnswers } = await findEdited(tx, old, sentTexts, uploaded);
  const files = filesIn(answers ?? old.answers);
  const isAsked = ({ kind }: { kind: string }) => isDocumentKind(kind) || files[kind] !== undefined;
  const documents = uploaded.filter((one) => isAsked(one) && !isStored(one));
  const unneeded = uploaded.filter((one) => !documents.includes(one));
  const removed = old.files.filter((file) => !isAsked(file));
  if (request) await requireRequested(tx, old, request, { changes, documents, sentAnswers });
  const fields = [
    ...Object.keys(changes),
    ...documents.map(({ kind }) => kind),
    ...(answers ? ['answers'] : []),
  ];
  const unused = unneeded.map(({ key }) => key);
  if (fields.length === 0) return { row: old, unused };
  const stamps = { updated_at: context.clock(), version: old.version + 1, edits: old.edits + 1 };
  const changed = { ...changes, ...(answers && { answers }) };
  const row = { ...old, ...changed };
  const edited = { row, documents: digestsOf(row, documents), applicant };
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
  await replaceDocuments(tx, id, documents, removed);
  if (answers) await replaceAnswers(tx, id, answers);
  const saved = await requireProposal(tx, reached(context), id);
  await audit(tx, context, 'proposals.update', 'proposal', id, {
    before: describeProposal(old),
    after: describeProposal(saved),
  });
  await raiseVersion(tx, 'proposals');
  await keepVersions(context, tx, saved, request);
  const replaced = [...documents, ...removed].flatMap(({ kind }) => storedOf(old, kind)?.key ?? []);
  return { row: saved, unused: [...unused, ...(await withoutVersions(tx, id, replaced))] };
}

/**
 * An edit that no request asked for renews the newest version, if there is one. An edit that began
 * to arrive before its request lapsed belongs to that request's version.
 */
export async function keepVersions(
  { clock }: Pick<UserContext, 'clock'>,
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
type Edit = {
  changes: object;
  documents: CheckedDocument[];
  sentAnswers: AnswerPayload;
};

export async function requireRequested(
  tx: Executor,
  old: store.ProposalRow,
  request: RequestRow,
  { changes, documents, sentAnswers }: Edit,
): Promise<void> {
  const questions = await listQuestions(tx, old.program_id);
  const allowed = openedBy(questions, JSON.parse(request.fields) as string[]);
  const isOther = (name: string): boolean => !allowed.has(name);
  const answered = sentAnswers ? changedQuestions(questions, old.answers, sentAnswers) : [];
  const names = [...Object.keys(changes), ...documents.map(({ kind }) => kind), ...answered];
  const others = [...new Set(names)]
    .filter(isOther)
    .map((name) => (isId(name) ? answerField(name) : name));
  if (others.length === 0) return;
  const fields = Object.fromEntries(others.map((name) => [name, REQUEST.notRequested]));
  throw new Problem('not_requested', REQUEST.notRequested, { fields });
}

/** Not if an altered or lost file was only sent again. */
const isOther = (old: store.ProposalRow, changes: object, sent: CheckedDocument[]): boolean =>
  Object.keys(changes).length > 0 ||
  sent.some(({ kind, sha256 }) => sha256 !== storedOf(old, kind)?.sha256);

/** Of all documents after an edit; `row` has its answers. */
export const digestsOf = (row: store.ProposalRow, sent: CheckedDocument[]): Digests => ({
  ...digestsFor(row),
  ...Object.fromEntries(
    sent
      .filter(({ kind }) => isDocumentKind(kind))
      .map(({ kind, size, sha256 }) => [kind, { size: Number(size), sha256 }]),
  ),
});

type Edited = { answers?: Answer[] | undefined; sentAnswers?: SentAnswers };

/** What is sent as answers, files included; and the answers after the edit, unless they stay. */
export async function findEdited(
  tx: Executor,
  old: store.ProposalRow,
  sent: SentAnswers | undefined,
  uploaded: CheckedDocument[],
): Promise<Edited> {
  const files = uploaded.filter(({ kind }) => !isDocumentKind(kind));
  if (!sent && files.length === 0) return {};
  await store.keepProgram(tx, old.program_id);
  const questions = await listQuestions(tx, old.program_id);
  const removed = Object.entries(sent ?? {}).filter(([, value]) => value === null);
  const stored = filesIn(old.answers);
  // The same file again stays what it was called.
  const same = files.filter(({ kind, sha256 }) => stored[kind]?.sha256 === sha256);
  const sentAnswers = withFiles(questions, sent ?? {}, {
    ...(Object.fromEntries(removed) as SentFiles),
    ...filesOf(files),
    ...Object.fromEntries(same.map(({ kind }) => [kind, stored[kind]!])),
  });
  const edited = requireEdited(questions, old.answers, sentAnswers);
  return { sentAnswers, answers: isSameValue(edited, old.answers) ? undefined : edited };
}

export async function replaceDocuments(
  tx: Executor,
  id: string,
  documents: CheckedDocument[],
  removed: store.StoredDocument[],
): Promise<void> {
  const gone = [...documents, ...removed].map(({ kind }) => kind);
  if (gone.length > 0) await store.deleteDocuments(tx, id, gone);
  if (documents.length > 0) await store.insertDocuments(tx, rowsOf(documents, id));
}

/** Drops pending news of its decision. */
export async function deleteProposal(context: UserContext, id: string): Promise<void> {
  const keys = await context.db.write(async (tx) => {
    const old = await lockProposal(context, tx, reached(context), id);
    requireOwner(context, old);
    requireEditingOpen(context, old);
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    const versions = await listVersionDocuments(tx, id);
    await tellRemoved(context, tx, 'proposal', [id]);
    await store.proposals.remove(tx, { id });
    await withdrawReceiptOf(tx, id);
    await dropReviewMail(tx, id, context.clock());
    await dropEditMail(tx, id, context.clock());
    await audit(tx, context, 'proposals.delete', 'proposal', id, { before: describeProposal(old) });
    await raiseVersion(tx, 'proposals');
    const keys = [...store.documentsOf(old, old.files), ...versions].map(({ key }) => key);
    return old.evidence_key ? [...keys, old.evidence_key] : keys;
  });
  context.notifyMailSoon();
  await deleteFiles(context, [...new Set(keys)]);
}
