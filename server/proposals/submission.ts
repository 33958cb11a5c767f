/** An applicant submits a proposal; trust I1 to I4 say what must hold afterwards. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PROPOSALS, HOUR_MS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import {
  isNotOpenYet,
  isOpen,
  ownDeadline,
  PROGRAM,
  PROGRAM_REFUSALS,
  type Opening,
  type OwnDeadline,
} from '#domain/programs/rules.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import {
  DOCUMENT_KINDS,
  documentFileName,
  INITIAL_STAGE,
  isDocumentKind,
} from '#domain/proposals/rules.ts';
import { submitProposalForm, type SubmitProposalInput } from '#domain/proposals/schema.ts';
import { filesIn, withFiles, type SentFiles } from '#domain/questions/answers.ts';
import { answersInput, type Question, type SentAnswers } from '#domain/questions/schema.ts';
import { applicantColumnsOf } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import type { StagedFile } from '../files/staging.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { toInvalid } from '../http/problems.ts';
import { followSubmission, renewSearch } from '../members/store.ts';
import { checkSent, requireFit, coveredBy, type SubmittedAnswers } from '../questions/service.ts';
import { listQuestions, insertAnswers } from '../questions/store.ts';
import { recordingRefusals } from '../receipts/attempts.ts';
import { fileDigests, requireFewReceipts, signReceipt } from '../receipts/service.ts';
import { COMPLETE, countReceiptsOf, insertReceipt, type ReceiptRow } from '../receipts/store.ts';
import { prepareText, type StoredText } from '../text/stored-text.ts';
import { findUnstorable } from '../text/unstorable.ts';
import { queueConfirmation } from './confirmations.ts';
import {
  acceptDocuments,
  inspectDocuments,
  storeWith,
  type CheckedDocument,
  type Uploads,
  type Words,
} from './documents.ts';
import { DESCRIPTION, presentProposal, describeProposal, searchTextOf } from './presentation.ts';
import * as store from './store.ts';

const SUBMIT_CALL = 'POST /proposals/';

type SentForm = {
  input: SubmitProposalInput;
  answers: SentAnswers | undefined;
  uploads: Record<string, StagedFile>;
  /** Of the questions that the files answer. */
  words: Words;
};

export const programIn = (fields: unknown): string | undefined => {
  const { program_id: id } = (fields ?? {}) as { program_id?: unknown };
  return typeof id === 'string' && isId(id) ? id : undefined;
};

/** Refuses with all that is wrong: fields, answers, and files that are `missing`. */
export function checkForm<S extends z.core.$ZodType>(
  schema: S,
  fields: unknown,
  { uploads, questions }: { uploads: Uploads; questions: Question[] },
  missing: Record<string, string> = {},
) {
  const form = z.safeParse(schema, fields);
  const absent = DOCUMENT_KINDS.filter((kind) => !uploads[kind]);
  const wrong = {
    ...(form.error && toInvalid(form.error).fields),
    ...findUnstorable(schema, fields),
    ...Object.fromEntries(absent.map((kind) => [kind, PROPOSAL.missingFiles])),
    ...missing,
  };
  const sent = answersInput.safeParse((fields as { answers?: unknown } | null)?.answers);
  const checked = checkSent(questions, withFiles(questions, sent.data ?? {}, announcedBy(uploads)));
  requireFit(checked, wrong);
  return { form: form.data!, uploads: belonging(uploads, checked), words: wordsOf(questions) };
}

export async function readForm({ db, actor }: UserContext, fields: unknown, uploads: Uploads) {
  const id = programIn(fields);
  const program = id ? await store.findProgramFacts(db.read, id, actor.id) : undefined;
  // Questions of a hidden program are not asked.
  const questions = program?.is_public ? await listQuestions(db.read, program.id) : [];
  const { form, ...rest } = checkForm(submitProposalForm, fields, { uploads, questions });
  const { answers, ...input } = form;
  return { input, answers, ...rest };
}

export const wordsOf = (questions: readonly Question[]): Words =>
  Object.fromEntries(questions.map(({ id, label }) => [id, label]));

/** Files by their questions before they have been inspected. */
const announcedBy = (uploads: Uploads): SentFiles =>
  filesBy(uploads, ({ name, size }) => ({ name: name ?? '', size, sha256: '', pages: null }));

const filesBy = <One>(all: Partial<Record<string, One>>, toFile: (one: One) => SentFiles[string]) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([key, one]) =>
      one && !isDocumentKind(key) && key !== 'evidence' ? [[key, toFile(one)] as const] : [],
    ),
  );

/** Files by their questions, as they will be stored. */
export const filesOf = (documents: readonly CheckedDocument[]): SentFiles =>
  filesBy(Object.fromEntries(documents.map((one) => [one.kind, one])), (one) => ({
    name: one.staged.name ?? documentFileName('', one.kind),
    size: Number(one.size),
    sha256: one.sha256,
    pages: one.pages ?? null,
  }));

/** Without files of questions that are not asked. */
function belonging(uploads: Uploads, { answers }: Pick<SubmittedAnswers, 'answers'>) {
  const files = filesIn(answers);
  const isOne = (key: string) =>
    isDocumentKind(key) || key === 'evidence' || files[key] !== undefined;
  return Object.fromEntries(
    Object.entries(uploads).filter(([key, file]) => file && isOne(key)),
  ) as SentForm['uploads'];
}

/**
 * Stores a proposal with both files, an audit entry and a mail to the applicant. A repeated key
 * gets the first answer, even after the deadline.
 */
export const submitProposal = (context: UserContext, form: SentForm, completedAt: Date) =>
  recordingRefusals(context, form.input.program_id, () => submitForm(context, form, completedAt));

async function submitForm(
  context: UserContext,
  { input, answers, uploads, words }: SentForm,
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
  const documents = acceptDocuments(context, inspected, context.actor.id, words);
  const write = () =>
    writeOnce(context, once, (tx) =>
      insertForm(context, tx, answers, {
        input,
        description,
        documents,
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

type SentSubmission = Omit<Submission, 'answers' | 'documents'> & { documents: CheckedDocument[] };

async function insertForm(
  context: UserContext,
  tx: Executor,
  sent: SentAnswers | undefined,
  { documents, ...submission }: SentSubmission,
): Promise<ApiResponse> {
  const { program_id } = submission.input;
  const facts = await lockForSubmission(context, tx, program_id);
  const questions = await listQuestions(tx, program_id);
  const answers = checkSent(questions, withFiles(questions, sent ?? {}, filesOf(documents)));
  requireFit(answers);
  const asked = filesIn(answers.answers);
  const rows = documents
    .filter(({ kind }) => isDocumentKind(kind) || asked[kind])
    .map(({ staged: _, ...row }) => row);
  const whole = { ...submission, documents: rows, answers };
  const stored = await insertWithReceipt(context, tx, whole, facts);
  return single(await presentProposal(stored, context), stored.version, 201);
}

const programGone = () => invalid({ program_id: PROPOSAL_RULES.programGone });

export function requireTaking(
  { receivedAt }: Pick<UserContext, 'receivedAt'>,
  program: Opening & OwnDeadline,
): void {
  if (!isOpen(ownDeadline(program), receivedAt))
    throw new Problem('deadline_passed', PROGRAM.closed);
  if (isNotOpenYet(program, receivedAt))
    throw new Problem('not_open_yet', PROGRAM_REFUSALS.notOpenYet);
}

async function requireOpenProgram(context: UserContext, db: Executor, id: string) {
  const program = await store.findProgramFacts(db, id, context.actor.id);
  if (!program?.is_public) throw programGone();
  requireTaking(context, program);
  return program;
}

export async function requireRoom({ actor, clock }: UserContext, db: Executor): Promise<void> {
  const since = new Date(clock().getTime() - HOUR_MS);
  const { waiting, recent } = await countReceiptsOf(db, actor.id, since);
  const taken = (await store.countProposalsOf(db, actor.id)) + waiting;
  if (taken >= PROPOSALS.perApplicant)
    throw new Problem('too_many_proposals', PROPOSAL_RULES.tooMany);
  requireFewReceipts(recent);
}

export type Facts = { program: store.ProgramFacts; applicant: store.ApplicantFacts };

/**
 * Locks the open program and the applicant until the transaction ends: of two concurrent
 * submissions, the second counts the first.
 */
async function lockForSubmission(context: UserContext, tx: Executor, programId: string) {
  const program = await requireOpenProgram(context, tx, programId);
  const applicant = await store.lockApplicantFacts(tx, context.actor.id);
  await store.keepProgram(tx, programId);
  await requireRoom(context, tx);
  return { program, applicant };
}

type Submission = {
  /** Contains the description as sent; the stored one is `description`. */
  input: SubmitProposalInput;
  description: StoredText;
  answers: SubmittedAnswers;
  documents: Omit<store.DocumentRow, 'proposal_id'>[];
  completedAt: Date;
  /** Who types it in for the person that `context` stands for. */
  typedBy?: { context: UserContext; reason: string; hasPassword: boolean };
};

/** The receipt of this submission, signed but not stored. */
export function signSubmission(
  context: UserContext,
  {
    input,
    description,
    answers,
    documents,
    typedAt,
  }: Pick<Submission, 'input' | 'description' | 'answers'> & {
    typedAt?: Date | undefined;
    documents: Pick<store.DocumentRow, 'kind' | 'size' | 'sha256'>[];
  },
  program: store.ProgramFacts,
) {
  const digestOf = (kind: store.DocumentRow['kind']) => {
    const { size, sha256 } = documents.find((document) => document.kind === kind)!;
    return { size, sha256 };
  };
  return signReceipt(context, {
    userId: context.actor.id,
    program,
    receivedAt: context.receivedAt,
    content: {
      business_name: input.business_name,
      business_location: input.business_location,
      business_website: input.business_website,
      business_description: description.html,
      ...coveredBy(answers),
    },
    documents: {
      ...{ pitch_deck: digestOf('pitch_deck'), financials: digestOf('financials') },
      ...fileDigests(answers.answers),
    },
    typedAt,
  });
}

export async function insertWithReceipt(
  context: UserContext,
  tx: Executor,
  submission: Submission,
  facts: Facts,
  draftId: string | null = null,
): Promise<store.ProposalRow> {
  const typedAt = submission.typedBy && submission.completedAt;
  const receipt = signSubmission(context, { ...submission, typedAt }, facts.program);
  const row = await insertSubmission(context, tx, submission, facts, receipt, draftId);
  await insertReceipt(tx, {
    ...receipt,
    ...COMPLETE,
    ...{ proposal_id: row.id, draft_id: draftId, completed_at: submission.completedAt },
  });
  return row;
}

/**
 * Inserts everything that belongs to a new proposal: row, documents, audit entry, mail with the
 * receipt, version. The receipt's own row is up to the caller.
 */
export async function insertSubmission(
  context: UserContext,
  tx: Executor,
  { input, description, answers, documents, completedAt, typedBy }: Submission,
  { program, applicant }: Facts,
  receipt: Pick<ReceiptRow, 'number' | 'signature' | 'received_at'>,
  draftId: string | null,
): Promise<store.ProposalRow> {
  const row = {
    ...toRow(context, { ...input, business_description: description.html }, program, applicant),
    completed_at: completedAt,
    receipt_number: receipt.number,
    on_behalf: typedBy !== undefined,
    search_text: searchTextOf({ ...input, receipt_number: receipt.number }),
  };
  await store.proposals.insert(tx, { ...row, rich_text_mark: description.mark });
  await store.insertDocuments(
    tx,
    documents.map((document) => ({ ...document, proposal_id: row.id })),
  );
  await insertAnswers(tx, row.id, answers.answers);
  if (draftId) {
    await followSubmission(tx, draftId, row.id);
    await renewSearch(tx, [row.id]);
  }
  await queueConfirmation(context, tx, {
    row: { ...row, title: program.title },
    to: applicant,
    receipt,
    description: description.plain,
    answers: answers.answers,
    typedBy,
  });
  await raiseVersion(tx, 'proposals');
  const stored = (await store.findProposal(tx, { reachedBy: context.actor.id }, row.id))!;
  const action = typedBy ? 'proposals.onBehalf' : 'proposals.submit';
  await audit(tx, typedBy?.context ?? context, action, 'proposal', row.id, {
    after: {
      ...describeProposal(stored),
      receipt_number: receipt.number,
      ...(typedBy && { reason: typedBy.reason, received_at: receipt.received_at }),
    },
  });
  return stored;
}

/** Sector, region, stage and approval never come from the client: contract §5.6 and §5.7. */
function toRow(
  { actor, receivedAt }: UserContext,
  input: SubmitProposalInput,
  program: store.ProgramFacts,
  applicant: store.ApplicantFacts,
) {
  return {
    id: randomUUID(),
    user_id: actor.id,
    ...input,
    business_sector: program.sector,
    ...applicantColumnsOf(applicant),
    funding_stage: INITIAL_STAGE,
    is_approved: false,
    created_at: receivedAt,
    updated_at: receivedAt,
    received_at: receivedAt,
    version: 1,
  };
}
