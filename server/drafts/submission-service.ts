/** Submits a draft with one small request: its documents were uploaded before, or follow. */
import type { Digest, SubmitDraftInput } from '#domain/drafts/schema.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { IDEMPOTENCY } from '#domain/constants.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '#domain/proposals/rules.ts';
import { submitProposalInput, type SubmitProposalInput } from '#domain/proposals/schema.ts';
import type { EditedAnswers } from '#domain/questions/edit-rules.ts';
import type { Question, SentAnswers } from '#domain/questions/schema.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import type { DraftsTable } from '../db/draft-tables.ts';
import { tooLarge } from '../files/staging.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { toInvalid } from '../http/problems.ts';
import { DESCRIPTION, presentProposal } from '../proposals/presentation.ts';
import { insertWithReceipt, requireRoom, requireTaking } from '../proposals/insertion.ts';
import {
  findProgramFacts,
  findProposal,
  keepProgram,
  lockApplicantFacts,
} from '../proposals/store.ts';
import { checkSent, readStored, requireFit } from '../questions/answers.ts';
import { liveOf } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { recordingRefusals } from '../receipts/attempt-service.ts';
import { presentReceipt } from '../receipts/service.ts';
import { findWaiting, listCompleteOf, type ReceiptRow } from '../receipts/store.ts';
import { restoreText, type StoredText } from '../text/stored-text.ts';
import { settleDraft } from './completion-service.ts';
import { isAnnounced, toDocumentRow, type AnnouncedDocuments } from './announced-documents.ts';
import { dropReminder } from './reminder-service.ts';
import { draftNotFound } from './service.ts';
import * as store from './store.ts';
import { issueWaiting } from './waiting-service.ts';

const SUBMIT_CALL = 'POST /drafts/{program_id}/submit';
/** How often a draft is read again if it is saved during its submission. */
const MOST_TRIES = 5;

/** The draft has been saved since it was read. */
class SavedMeanwhile extends Error {}

type SubmissionPayload = Partial<AnnouncedDocuments> & { answers?: SentAnswers | undefined };
/** A draft as read before the transaction, in which texts must not be sanitised. */
type CurrentDraft = { draft: store.DraftRow; description: StoredText };

/**
 * Turns a draft whose documents are ready into a proposal, or else into a receipt that waits for
 * them. Refuses with 404, 413 and 422 what `POST /proposals/` refuses; with 409 `deadline_passed`,
 * `documents_differ` and `too_many_proposals`; with 412 and 429. Submitting again gives the same
 * receipt, a repeated key the first answer.
 */
export const submitDraft = (
  context: UserContext,
  programId: string,
  { documents = {}, answers }: SubmitDraftInput,
): Promise<ApiResponse> =>
  recordingRefusals(context, programId, () =>
    submitOnce(context, programId, { ...documents, answers }),
  );

async function submitOnce(
  context: UserContext,
  programId: string,
  sent: SubmissionPayload,
): Promise<ApiResponse> {
  if (!isId(programId)) throw draftNotFound();
  const once = { call: SUBMIT_CALL, content: contentOf(programId, sent) };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  const { answer, isReplay } = await untilUnchanged(async () => {
    const seen = await readDraft(context, programId);
    return writeOnce(context, once, (tx) => submitWithin(context, tx, programId, sent, seen));
  });
  if (!isReplay) await afterSubmit(context, programId, answer);
  return answer;
}

const contentOf = (programId: string, sent: SubmissionPayload) => [
  ...[programId, sent.pitch_deck, sent.financials],
  ...(sent.answers ? [sent.answers] : []),
];

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

async function readDraft(
  context: UserContext,
  programId: string,
): Promise<CurrentDraft | undefined> {
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

async function submitWithin(
  context: UserContext,
  tx: Executor,
  programId: string,
  sent: SubmissionPayload,
  seen: CurrentDraft | undefined,
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
  const answers = readAnswers(await listQuestions(tx, programId), draft, sent);
  const input = readSubmission(context, draft, description, sent, answers);
  const announced = sent as AnnouncedDocuments;
  const ready = await readReady(tx, draft.id, announced);
  await requireRoom(context, tx);
  await dropReminder(tx, draft, context.clock());
  const facts = { program, applicant };
  if (ready.length < DOCUMENT_KINDS.length)
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
  return single(await presentProposal(row, context), row.version, 201);
}

const accepted = (receipt: ReceiptRow): ApiResponse => ({
  status: 202,
  body: presentReceipt(receipt),
});

/** Refuses with 422 and 413, with the sentences of `POST /proposals/`. */
function readSubmission(
  { config }: UserContext,
  draft: DraftsTable,
  description: StoredText,
  sent: SubmissionPayload,
  answers: EditedAnswers,
): SubmitProposalInput {
  const { program_id, business_name, business_location, business_website } = draft;
  const input = submitProposalInput.safeParse({
    program_id,
    business_name: business_name ?? undefined,
    business_location: business_location ?? undefined,
    business_website: business_website ?? '',
    business_description: description.html,
  });
  const missing = DOCUMENT_KINDS.filter((kind) => !sent[kind]);
  const wrong = {
    ...(input.error && toInvalid(input.error).fields),
    ...Object.fromEntries(missing.map((kind) => [kind, PROPOSAL.missingFiles])),
  };
  requireFit(answers, wrong);
  const large = DOCUMENT_KINDS.find((kind) => sent[kind]!.size > config.maxUploadBytes);
  if (large) throw tooLarge(DOCUMENT_LABELS[large], config.maxUploadBytes);
  return input.data!;
}

/**
 * Those of the draft, and what is sent with the submission: refused if it is retired, as elsewhere.
 */
function readAnswers(questions: Question[], { answers }: DraftsTable, sent: SubmissionPayload) {
  const drafted = Object.entries(readStored(answers));
  const isLive = new Set(liveOf(questions).map(({ id }) => id));
  const live = Object.fromEntries(drafted.filter(([id]) => isLive.has(id)));
  return checkSent(questions, { ...live, ...sent.answers });
}

/**
 * The documents that are ready. Refuses with 409 a document that differs from the announced one.
 */
async function readReady(
  tx: Executor,
  draftId: string,
  announced: Record<DocumentKind, Digest>,
): Promise<store.DraftDocumentRow[]> {
  const ready = (await store.listDocumentsOf(tx, draftId)).filter(({ state }) => state === 'ready');
  const other = ready.find((document) => !isAnnounced(document, announced));
  if (other) throw new Problem('documents_differ', DRAFT_RULES.documentsDiffer(other.kind));
  return ready;
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
    same?.proposal_id && (await findProposal(tx, { ownerId: owner.userId }, same.proposal_id));
  if (!row) throw draftNotFound();
  return single(await presentProposal(row, context), row.version, 201);
}

function isSame(frozen: string, sent: SubmissionPayload): boolean {
  const known = JSON.parse(frozen) as AnnouncedDocuments;
  return DOCUMENT_KINDS.every((kind) => known[kind].sha256 === sent[kind]?.sha256);
}
