/** An applicant submits a proposal; trust I1 to I4 say what must hold afterwards. */
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import { submitProposalForm, type SubmitProposalInput } from '#domain/proposals/schema.ts';
import { answersInput, type SentAnswers } from '#domain/questions/schema.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import type { StagedFile } from '../files/staging.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { toInvalid } from '../http/problems.ts';
import { checkSent, requireFit } from '../questions/answers.ts';
import { listQuestions } from '../questions/store.ts';
import { recordingRefusals } from '../receipts/attempt-service.ts';
import { prepareText } from '../text/stored-text.ts';
import { findUnstorable } from '../text/unstorable.ts';
import { DESCRIPTION, presentProposal } from './presentation.ts';
import { acceptDocuments, inspectDocuments, storeWith, type Uploads } from './documents.ts';
import {
  lockForSubmission,
  insertWithReceipt,
  programGone,
  requireOpenProgram,
  requireRoom,
  type Submission,
} from './insertion.ts';
import { findProgramFacts } from './store.ts';

const SUBMIT_CALL = 'POST /proposals/';

/** Checks the two files that a submission needs; returns a sentence for each missing one. */
function missingFiles(uploads: Uploads): Record<string, string> {
  return Object.fromEntries(
    DOCUMENT_KINDS.filter((kind) => !uploads[kind]).map((kind) => [kind, PROPOSAL.missingFiles]),
  );
}

/** A form whose fields and answers fit. */
type SentForm = {
  input: SubmitProposalInput;
  answers: SentAnswers | undefined;
  uploads: Record<DocumentKind, StagedFile>;
};

/**
 * Reads a form. Refuses with 422 and a sentence for each field, file and answer that is missing or
 * wrong, and `not_eligible` where only answers do not qualify.
 */
export async function readForm(
  { db, actor }: UserContext,
  fields: unknown,
  uploads: Uploads,
): Promise<SentForm> {
  const form = submitProposalForm.safeParse(fields);
  const wrong = {
    ...(form.error && toInvalid(form.error).fields),
    ...findUnstorable(submitProposalForm, fields),
    ...missingFiles(uploads),
  };
  const { program_id } = (fields ?? {}) as { program_id?: unknown };
  const isNamed = typeof program_id === 'string' && isId(program_id);
  const program = isNamed ? await findProgramFacts(db.read, program_id, actor.id) : undefined;
  // A hidden program asks nobody.
  const questions = program?.is_public ? await listQuestions(db.read, program.id) : [];
  const sent = answersInput.safeParse((fields as { answers?: unknown } | null)?.answers);
  requireFit(checkSent(questions, sent.data), wrong);
  const { answers, ...input } = form.data!;
  return { input, answers, uploads: uploads as SentForm['uploads'] };
}

/**
 * Stores a proposal with both files, an audit entry and a mail to the applicant. Refuses with 415
 * files that are not real PDFs, 422 an unknown program, 409 `deadline_passed` a submission received
 * after the deadline. A repeated key gets the first answer, even after the deadline.
 */
export const submitProposal = (
  context: UserContext,
  form: SentForm,
  completedAt: Date,
): Promise<ApiResponse> =>
  recordingRefusals(context, form.input.program_id, () => submitForm(context, form, completedAt));

async function submitForm(
  context: UserContext,
  { input, answers, uploads }: SentForm,
  completedAt: Date,
): Promise<ApiResponse> {
  const description = await prepareText(context, DESCRIPTION, input.business_description);
  const inspected = await inspectDocuments(context, uploads);
  const once = {
    call: SUBMIT_CALL,
    content: [
      input,
      ...(answers ? [answers] : []),
      ...inspected.map(({ kind, inspection }) => [kind, inspection.sha256]).sort(),
    ],
  };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  await requireOpenProgram(context, context.db.read, input.program_id);
  await requireRoom(context, context.db.read);
  const documents = acceptDocuments(context, inspected);
  const write = () =>
    writeOnce(context, once, (tx) =>
      insertForm(context, tx, answers, {
        input,
        description,
        documents: documents.map(({ staged: _staged, ...document }) => document),
        completedAt,
      }),
    ).catch(refuseGoneProgram);
  const { answer, isReplay } = await storeWith(
    context,
    documents,
    write,
    (outcome) => !outcome.isReplay,
  );
  if (!isReplay) {
    context.notifyMailSoon();
    context.notifyScans();
  }
  return answer;
}

function refuseGoneProgram(error: unknown): never {
  throw isForeignKeyViolation(error) ? programGone() : error;
}

async function insertForm(
  context: UserContext,
  tx: Executor,
  sent: SentAnswers | undefined,
  submission: Omit<Submission, 'answers'>,
): Promise<ApiResponse> {
  const { program_id } = submission.input;
  const facts = await lockForSubmission(context, tx, program_id);
  const answers = checkSent(await listQuestions(tx, program_id), sent);
  requireFit(answers);
  const stored = await insertWithReceipt(context, tx, { ...submission, answers }, facts);
  return single(await presentProposal(stored, context), stored.version, 201);
}
