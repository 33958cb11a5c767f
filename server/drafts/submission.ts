/** Submits a draft with one small request: its documents were uploaded before, or follow. */
import { IDEMPOTENCY, MINUTE_MS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { SubmitDraftInput } from '#domain/drafts/schema.ts';
import { SHARED_RULES, Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, isDocumentKind, labelOfDocument } from '#domain/proposals/rules.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import { filesIn, type EditedAnswers } from '#domain/questions/answers.ts';
import type { Answer, SentAnswers } from '#domain/questions/schema.ts';
import { RECEIPT_RULES } from '#domain/receipts/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { tooLarge } from '../files/staging.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { queueMail } from '../mail/store.ts';
import { showMembers } from '../members/members.ts';
import { DESCRIPTION, presentProposal } from '../proposals/presentation.ts';
import {
  findProgramFacts,
  findProposal,
  keepProgram,
  lockApplicantFacts,
  type ApplicantFacts,
} from '../proposals/store.ts';
import {
  insertWithReceipt,
  requireRoom,
  requireTaking,
  insertSubmission,
  wordsOf,
} from '../proposals/submission.ts';
import type { Words } from '../proposals/documents.ts';
import { requireFit } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { recordingRefusals, saveAttempt } from '../receipts/attempts.ts';
import { presentReceipt } from '../receipts/service.ts';
import {
  findWaiting,
  listCompleteOf,
  type ReceiptRow,
  endReceipt,
  listUnsettled,
  lockWaiting,
} from '../receipts/store.ts';
import { restoreText, type StoredText } from '../text/stored-text.ts';
import { dropReminder } from './deadlines.ts';
import { draftNotFound, fileKeysOf, reachOwnDraft } from './drafts.ts';
import { submissionLapsed } from './mails.ts';
import { checkAnswered, checkFields, toFile } from './presentation.ts';
import * as store from './store.ts';
import {
  isAnnounced,
  toDocumentRow,
  type AnnouncedDocuments,
  issueWaiting,
  keysOf,
  readAnnounced,
  dropNotice,
  type Frozen,
} from './waiting.ts';

const SUBMIT_CALL = 'POST /drafts/{program_id}/submit';
/** How often a draft is read again if it is saved during its submission. */
const MOST_TRIES = 5;

/** The draft has been saved since it was read. */
class SavedMeanwhile extends Error {}

type SubmissionPayload = {
  documents: Partial<AnnouncedDocuments>;
  answers?: SentAnswers | undefined;
};
/** A draft as read before the transaction, in which texts must not be sanitised. */
type CurrentDraft = { draft: store.DraftRow; description: StoredText };

/**
 * Turns a draft whose documents are ready into a proposal, or else into a receipt that waits for
 * them. Submitting again gives the same receipt, a repeated key the first answer.
 */
export async function submitDraft(
  context: UserContext,
  id: string,
  { documents = {}, answers }: SubmitDraftInput,
): Promise<ApiResponse> {
  if (!isId(id)) throw draftNotFound();
  const programId = await programOf(context, id);
  return recordingRefusals(context, programId, () =>
    submitOnce(context, programId, { documents, answers }),
  );
}

/** A draft that was submitted a moment ago is known by its receipt. */
async function programOf(context: UserContext, id: string): Promise<string> {
  const { read } = context.db;
  const programId = await reachOwnDraft(context, read, id);
  return (programId === id && (await store.findSubmitted(read, id, context.actor.id))) || programId;
}

async function submitOnce(context: UserContext, programId: string, sent: SubmissionPayload) {
  const once = { call: SUBMIT_CALL, content: contentOf(programId, sent) };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  let leftOver: string[] = [];
  const { answer, isReplay } = await untilUnchanged(async () => {
    const seen = await readDraft(context, programId);
    return writeOnce(context, once, (tx) =>
      submitWithin(context, tx, programId, sent, {
        seen,
        leaveOver: (keys) => void (leftOver = keys),
      }),
    );
  });
  if (isReplay) return answer;
  await afterSubmit(context, programId, answer);
  await deleteFiles(context, leftOver);
  return answer;
}

function contentOf(programId: string, { documents, answers }: SubmissionPayload) {
  const { pitch_deck, financials, ...files } = documents;
  return [
    ...[programId, pitch_deck, financials],
    ...(Object.keys(files).length > 0 ? [files] : []),
    ...(answers ? [answers] : []),
  ];
}

async function untilUnchanged<R>(submit: () => Promise<R>, triesLeft = MOST_TRIES): Promise<R> {
  try {
    return await submit();
  } catch (error) {
    if (!(error instanceof SavedMeanwhile)) throw error;
    if (triesLeft <= 1)
      throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1, cause: error });
    return untilUnchanged(submit, triesLeft - 1);
  }
}

async function readDraft(context: UserContext, programId: string) {
  const draft = await store.findDraft(context.db.read, { userId: context.actor.id, programId });
  if (!draft) return undefined;
  const html = draft.business_description ?? '';
  return {
    draft,
    description: await restoreText(context, DESCRIPTION, html, draft.rich_text_mark),
  };
}

/** A document that became ready at the same time found no waiting receipt, so this checks again. */
async function afterSubmit(context: UserContext, programId: string, { status }: ApiResponse) {
  context.notifyMailSoon();
  if (status === 201) return context.notifyScans();
  const owner = { userId: context.actor.id, programId };
  const draft = await store.findDraft(context.db.read, owner);
  if (draft) await settleDraft(context, draft.id);
}

/** `leaveOver`: files of the draft that are to be deleted after the commit. */
type Attempt = { seen: CurrentDraft | undefined; leaveOver: (keys: string[]) => void };

async function submitWithin(
  context: UserContext,
  tx: Executor,
  programId: string,
  sent: SubmissionPayload,
  { seen, leaveOver }: Attempt,
): Promise<ApiResponse> {
  const owner = { userId: context.actor.id, programId };
  // Locked first, like everything about an account: of two tabs, the second waits here.
  const applicant = await lockApplicantFacts(tx, context.actor.id);
  await keepProgram(tx, programId);
  const draft = await store.lockDraft(tx, owner);
  if (!draft) return answerCompleted(context, tx, owner, sent);
  const waiting = await findWaiting(tx, draft.id);
  if (waiting) return accepted(waiting);
  requireVersion(context, draft.version, SHARED_RULES.changedMeanwhile);
  if (draft.id !== seen?.draft.id || draft.version !== seen.draft.version)
    throw new SavedMeanwhile();
  const { description } = seen;
  // Checked before the answers: after the deadline nobody can complete them.
  const program = await findProgramFacts(tx, programId, context.actor.id);
  if (!program?.is_public) throw new Problem('not_found', PROGRAM.notFound);
  requireTaking(context, program);
  const questions = await listQuestions(tx, programId);
  const begun = await store.listDocumentsOf(tx, draft.id);
  const answers = checkAnswered(questions, draft, {
    documents: begun,
    ...{ sent: sent.answers, named: sent.documents },
  });
  const input = readSubmission(context, draft, description, sent, answers);
  const announced = announcedBy(sent, answers.answers);
  const ready = readyOf(begun, announced, wordsOf(questions));
  await requireRoom(context, tx);
  await dropReminder(tx, draft, context.clock());
  const facts = { program, applicant };
  if (ready.length < keysOf(announced).length)
    return accepted(
      await issueWaiting(
        context,
        tx,
        { input, description, answers, announced, draftId: draft.id },
        facts,
      ),
    );
  const completedAt = context.clock();
  const documents = ready.map((document) => toDocumentRow(document, completedAt));
  const submission = { input, description, answers, documents, completedAt };
  const row = await insertWithReceipt(context, tx, submission, facts, draft.id);
  await store.deleteDraft(tx, draft.id);
  leaveOver(fileKeysOf(begun.filter((one) => !ready.includes(one))));
  const members = await showMembers(context, tx, 'proposal', row);
  return single(await presentProposal(row, context, members), row.version, 201);
}

const accepted = (receipt: ReceiptRow): ApiResponse => ({
  status: 202,
  body: presentReceipt(receipt),
});

function readSubmission(
  { config }: UserContext,
  draft: Row<'drafts'>,
  description: StoredText,
  sent: SubmissionPayload,
  answers: EditedAnswers,
): SubmitProposalInput {
  const { input, wrong: wrongFields } = checkFields(draft, description.html);
  const { documents } = sent;
  const missing = DOCUMENT_KINDS.filter((kind) => !documents[kind]);
  const wrong = {
    ...wrongFields,
    ...Object.fromEntries(missing.map((kind) => [kind, PROPOSAL.missingFiles])),
  };
  requireFit(answers, wrong);
  const words = Object.fromEntries(answers.answers.map((one) => [one.question_id, one.label]));
  const announced = Object.entries(announcedBy(sent, answers.answers));
  const large = announced.find(([, one]) => one!.size > config.maxUploadBytes)?.[0];
  if (large) throw tooLarge(labelOfDocument(large, words[large]), config.maxUploadBytes);
  return input!;
}

/** Everything that belongs to the submission: what is named, and files that are ready. */
const announcedBy = (
  { documents: { pitch_deck, financials } }: SubmissionPayload,
  answers: readonly Answer[],
): AnnouncedDocuments => ({
  ...{ pitch_deck: pitch_deck!, financials: financials! },
  ...Object.fromEntries(
    Object.entries(filesIn(answers)).map(([id, { pages: _, ...file }]) => [id, file]),
  ),
});

function readyOf(documents: store.DraftDocumentRow[], announced: AnnouncedDocuments, words: Words) {
  const ready = documents.filter(({ kind, state }) => state === 'ready' && announced[kind]);
  const other = ready.find((document) => !isAnnounced(document, announced));
  if (!other) return ready;
  const label = labelOfDocument(other.kind, words[other.kind]);
  throw new Problem('documents_differ', DRAFT_RULES.documentsDiffer(label));
}

/**
 * The draft does not exist: either it was submitted a moment ago with these very documents, or
 * there never was one.
 */
async function answerCompleted(
  context: UserContext,
  tx: Executor,
  owner: store.Owner,
  sent: SubmissionPayload,
): Promise<ApiResponse> {
  const since = new Date(context.clock().getTime() - IDEMPOTENCY.lifetimeSeconds * 1000);
  const complete = await listCompleteOf(tx, owner, since);
  const same = complete.find(({ documents }) => isSame(documents, sent));
  const row =
    same?.proposal_id && (await findProposal(tx, { reachedBy: owner.userId }, same.proposal_id));
  if (!row) throw draftNotFound();
  const members = await showMembers(context, tx, 'proposal', row);
  return single(await presentProposal(row, context, members), row.version, 201);
}

/** Files that were ready need not be named. */
function isSame(frozen: string, { documents }: SubmissionPayload): boolean {
  const known = JSON.parse(frozen) as AnnouncedDocuments;
  return keysOf(known).every((key) =>
    documents[key] || isDocumentKind(key) ? known[key]?.sha256 === documents[key]?.sha256 : true,
  );
}

/**
 * Milliseconds beyond the grace period for documents that arrived within it and are still being
 * checked.
 */
const CHECKING_MS = 10 * MINUTE_MS;
const BATCH = 100;

/**
 * To be called after the commit that made a document `ready` or `refused`. Completes the receipt
 * that waits for the draft's documents, or lets it lapse; does nothing if none waits. Idempotent.
 */
export const settleDocument = (
  services: Services,
  { draftId }: { draftId: string; kind: string },
): Promise<void> => settleDraft(services, draftId);

export async function settleDraft(services: Services, draftId: string): Promise<void> {
  const waiting = await findWaiting(services.db.read, draftId);
  if (!waiting?.user_id) return;
  const userId = waiting.user_id;
  const verdict = await services.db.write(async (tx) => {
    const applicant = await lockApplicantFacts(tx, userId);
    await store.drafts.lock(tx, { id: draftId });
    const receipt = await lockWaiting(tx, draftId);
    return receipt && settle(services, tx, receipt, applicant);
  });
  if (!verdict || verdict.is === 'waiting') return;
  services.notifyMailSoon();
  if (verdict.is !== 'complete') return;
  services.notifyScans();
  await deleteFiles(services, verdict.leftOver);
}

/** For a job: settles what is due, including what a killed process has left behind. */
export async function settleAll(services: Services, isStopped: () => boolean = () => false) {
  for (const { draft_id } of await listUnsettled(services.db.read, services.clock(), BATCH)) {
    if (isStopped()) return;
    // A draft that cannot be settled must not hold up the others.
    await settleDraft(services, draft_id).catch((error) =>
      services.log.error({ err: error, draft: draft_id }, 'a submission could not be settled'),
    );
  }
}

type Lapse = { is: 'lapsed'; code: string; message: string };
type Judgement =
  | { is: 'waiting' }
  | { is: 'complete'; documents: store.DraftDocumentRow[] }
  | Lapse;
/** With files of the draft that are to be deleted after the commit. */
type Verdict = Judgement & { leftOver: string[] };

async function settle(
  services: Services,
  tx: Executor,
  receipt: ReceiptRow,
  applicant: ApplicantFacts,
): Promise<Verdict> {
  const documents = await store.listDocumentsOf(tx, receipt.draft_id!);
  const verdict = judge(receipt, documents, services);
  if (verdict.is === 'waiting') return { ...verdict, leftOver: [] };
  await dropNotice(tx, receipt.number, services.clock());
  if (verdict.is === 'lapsed') await lapse(services, tx, receipt, verdict, applicant);
  if (verdict.is === 'lapsed') return { ...verdict, leftOver: [] };
  await complete(services, tx, receipt, verdict.documents, applicant);
  const unneeded = documents.filter((one) => !verdict.documents.includes(one));
  return { ...verdict, leftOver: fileKeysOf(unneeded) };
}

function judge(
  receipt: ReceiptRow,
  documents: store.DraftDocumentRow[],
  { clock, config }: Services,
): Judgement {
  const announced = readAnnounced(receipt);
  const ready = documents.filter(
    (document) => document.state === 'ready' && isAnnounced(document, announced),
  );
  if (ready.length === keysOf(announced).length) return { is: 'complete', documents: ready };
  const late = clock().getTime() - receipt.complete_until!.getTime();
  const awaited = documents.filter(({ kind }) => announced[kind]);
  const isChecking = awaited.some(({ state }) => state === 'checking');
  if (late < (isChecking ? CHECKING_MS : 0)) return { is: 'waiting' };
  // A refused document might still have been replaced, so its reason is given only once time is up.
  const refusals = awaited.flatMap(({ state, message }) =>
    state === 'refused' && message ? [message] : [],
  );
  const message = [RECEIPT_RULES.lateDocuments(config.uploadGraceMinutes), ...refusals].join(' ');
  return { is: 'lapsed', code: refusals.length > 0 ? 'wrong_type' : 'deadline_passed', message };
}

/** The applicant as the actor, at the moment of their submission. */
const asApplicant = (services: Services, { user_id, received_at }: ReceiptRow): UserContext => ({
  ...services,
  actor: { id: user_id!, role: 'applicant', tokenHash: '' },
  address: '',
  userAgent: undefined,
  receivedAt: received_at,
  ifMatch: undefined,
  ifNoneMatch: undefined,
  idempotencyKey: undefined,
});

async function complete(
  services: Services,
  tx: Executor,
  receipt: ReceiptRow,
  documents: store.DraftDocumentRow[],
  applicant: ApplicantFacts,
): Promise<void> {
  const program = (await findProgramFacts(tx, receipt.program_id!, receipt.user_id!))!;
  const frozen = JSON.parse(receipt.answers!) as Frozen;
  const completedAt = services.clock();
  const rows = documents.map((document) => toDocumentRow(document, completedAt));
  const answers = { ...frozen.answers, answers: asArrived(frozen.answers.answers, documents) };
  const { id } = await insertSubmission(
    asApplicant(services, receipt),
    tx,
    { ...frozen, answers, documents: rows, completedAt },
    { program, applicant },
    receipt,
    receipt.draft_id,
  );
  await endReceipt(tx, receipt.number, {
    state: 'complete',
    completed_at: completedAt,
    proposal_id: id,
  });
  await store.deleteDraft(tx, receipt.draft_id!);
}

/** Names and pages of files are known once they are here. */
const asArrived = (answers: Answer[], documents: store.DraftDocumentRow[]): Answer[] =>
  answers.map((answer) => {
    const file = documents.find(({ kind }) => kind === answer.question_id);
    return file ? { ...answer, value: toFile(file) } : answer;
  });

async function lapse(
  services: Services,
  tx: Executor,
  receipt: ReceiptRow,
  { code, message }: Lapse,
  applicant: ApplicantFacts,
): Promise<void> {
  const { number, program_id, program_title, user_id } = receipt;
  const now = services.clock();
  await endReceipt(tx, number, { state: 'lapsed', message });
  await audit(
    tx,
    { ...services, actor: { role: 'visitor' } },
    'receipts.lapse',
    'receipt',
    number,
    {
      code,
    },
  );
  // The program may be gone.
  const isThere =
    program_id !== null && (await findProgramFacts(tx, program_id, user_id!)) !== undefined;
  await saveAttempt(
    tx,
    {
      userId: user_id!,
      programId: isThere ? program_id : null,
      programTitle: program_title,
      code,
      message,
    },
    now,
  );
  const url =
    services.publicUrl +
    (isThere ? SCREENS.submitProposal({ programId: program_id }) : SCREENS.dashboard);
  const lapsed = { program: program_title, number, reason: message };
  const words = submissionLapsed(applicant.first_name, lapsed, url);
  const topic = `receipts.lapse:${number}`;
  await queueMail(tx, { ...words, to: applicant.email, topic }, now);
}
