/** An applicant submits a proposal; trust I1 to I4 say what must hold afterwards. */
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { single, type Answer } from '../http/endpoint.ts';
import type { StagedFile } from '../files/staging.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { recordingRefusals } from '../receipts/attempt-service.ts';
import { prepareText } from '../text/stored-text.ts';
import { DESCRIPTION } from './description-service.ts';
import { acceptDocuments, inspectDocuments, storeWith, type Uploads } from './documents-service.ts';
import {
  lockForSubmission,
  insertWithReceipt,
  programGone,
  requireOpenProgram,
  requireRoom,
  type Submission,
} from './insertion-service.ts';
import { presentProposal } from './presentation-service.ts';

const SUBMIT_CALL = 'POST /proposals/';

/** Checks the two files that a submission needs; returns a sentence for each missing one. */
export function missingFiles(uploads: Uploads): Record<string, string> {
  return Object.fromEntries(
    DOCUMENT_KINDS.filter((kind) => !uploads[kind]).map((kind) => [kind, PROPOSAL.missingFiles]),
  );
}

/**
 * Stores a proposal with both files, an audit entry and a mail to the applicant. Refuses with 415
 * files that are not real PDFs, 422 an unknown program, 409 `deadline_passed` a submission received
 * after the deadline. A repeated key gets the first answer, even after the deadline.
 */
export const submitProposal = (
  context: UserContext,
  input: SubmitProposalInput,
  uploads: Record<DocumentKind, StagedFile>,
  completedAt: Date,
): Promise<Answer> =>
  recordingRefusals(context, input.program_id, () =>
    submitForm(context, input, uploads, completedAt),
  );

async function submitForm(
  context: UserContext,
  input: SubmitProposalInput,
  uploads: Record<DocumentKind, StagedFile>,
  completedAt: Date,
): Promise<Answer> {
  const description = await prepareText(context, DESCRIPTION, input.business_description);
  const inspected = await inspectDocuments(context, uploads);
  const once = {
    call: SUBMIT_CALL,
    content: [input, ...inspected.map(({ kind, inspection }) => [kind, inspection.sha256]).sort()],
  };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  await requireOpenProgram(context, context.db.read, input.program_id);
  await requireRoom(context, context.db.read);
  const documents = acceptDocuments(context, inspected);
  const write = () =>
    writeOnce(context, once, (tx) =>
      insertForm(context, tx, {
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
  submission: Submission,
): Promise<Answer> {
  const facts = await lockForSubmission(context, tx, submission.input.program_id);
  const stored = await insertWithReceipt(context, tx, submission, facts);
  return single(await presentProposal(stored, context), stored.version, 201);
}
