/** The only code that creates proposals, whichever call submits them. */
import { randomUUID } from 'node:crypto';
import { PROPOSALS } from '#domain/constants.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROGRAM, PROGRAM_RULES } from '#domain/programs/messages.ts';
import {
  isNotOpenYet,
  isOpen,
  ownDeadline,
  type Opening,
  type OwnDeadline,
} from '#domain/programs/rules.ts';
import { PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { INITIAL_STAGE } from '#domain/proposals/rules.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import { applicantColumnsOf } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ProposalsTable } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { coveredBy, type SubmittedAnswers } from '../questions/answers.ts';
import { insertAnswers } from '../questions/store.ts';
import { requireFewReceipts, signReceipt } from '../receipts/service.ts';
import { countReceiptsOf, insertReceipt, type ReceiptRow } from '../receipts/store.ts';
import type { StoredText } from '../text/stored-text.ts';
import { queueConfirmation } from './confirmation-service.ts';
import { describeProposal } from './presentation.ts';
import { searchTextOf } from './service.ts';
import * as documentStore from './document-store.ts';
import * as store from './store.ts';

export const programGone = () => invalid({ program_id: PROPOSAL_RULES.programGone });

/** Refuses with 409 what was received before the opening, or after this person's deadline. */
export function requireTaking(
  { receivedAt }: Pick<UserContext, 'receivedAt'>,
  program: Opening & OwnDeadline,
): void {
  if (!isOpen(ownDeadline(program), receivedAt))
    throw new Problem('deadline_passed', PROGRAM.closed);
  if (isNotOpenYet(program, receivedAt))
    throw new Problem('not_open_yet', PROGRAM_RULES.notOpenYet);
}

/**
 * Refuses a program that is deleted or hidden with 422, and with 409 a submission received before
 * its opening or after its deadline.
 */
export async function requireOpenProgram(
  context: UserContext,
  db: Executor,
  id: string,
): Promise<store.ProgramFacts> {
  const program = await store.findProgramFacts(db, id, context.actor.id);
  if (!program?.is_public) throw programGone();
  requireTaking(context, program);
  return program;
}

/**
 * Refuses with 409 an applicant who has the maximum number of proposals; submissions that wait for
 * documents count. Refuses with 429 one who submits and withdraws without end.
 */
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
 * submissions, the second counts the first. Refuses with 409, 422 and 429.
 */
export async function lockForSubmission(
  context: UserContext,
  tx: Executor,
  programId: string,
): Promise<Facts> {
  const program = await requireOpenProgram(context, tx, programId);
  const applicant = await store.lockApplicantFacts(tx, context.actor.id);
  await store.keepProgram(tx, programId);
  await requireRoom(context, tx);
  return { program, applicant };
}

export type Submission = {
  /** Contains the description as sent; the stored one is `description`. */
  input: SubmitProposalInput;
  description: StoredText;
  answers: SubmittedAnswers;
  documents: Omit<documentStore.DocumentRow, 'proposal_id'>[];
  completedAt: Date;
};

/** The receipt of this submission, signed but not stored. */
export function signSubmission(
  context: UserContext,
  {
    input,
    description,
    answers,
    documents,
  }: Pick<Submission, 'input' | 'description' | 'answers'> & {
    documents: Pick<documentStore.DocumentRow, 'kind' | 'size' | 'sha256'>[];
  },
  program: store.ProgramFacts,
) {
  const digestOf = (kind: documentStore.DocumentRow['kind']) => {
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
    documents: { pitch_deck: digestOf('pitch_deck'), financials: digestOf('financials') },
  });
}

/** Inserts a proposal with both documents and a complete receipt. */
export async function insertWithReceipt(
  context: UserContext,
  tx: Executor,
  submission: Submission,
  facts: Facts,
  draftId: string | null = null,
): Promise<store.ProposalRow> {
  const receipt = signSubmission(context, submission, facts.program);
  const row = await insertSubmission(context, tx, submission, facts, receipt);
  await insertReceipt(tx, {
    ...receipt,
    state: 'complete',
    proposal_id: row.id,
    draft_id: draftId,
    completed_at: submission.completedAt,
    complete_until: null,
    answers: null,
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
  { input, description, answers, documents, completedAt }: Submission,
  { program, applicant }: Facts,
  receipt: Pick<ReceiptRow, 'number' | 'signature' | 'received_at'>,
): Promise<store.ProposalRow> {
  const row = {
    ...toRow(context, { ...input, business_description: description.html }, program, applicant),
    completed_at: completedAt,
    receipt_number: receipt.number,
    search_text: searchTextOf({ ...input, receipt_number: receipt.number }),
  };
  await store.insertProposal(tx, { ...row, rich_text_mark: description.mark });
  await documentStore.insertDocuments(
    tx,
    documents.map((document) => ({ ...document, proposal_id: row.id })),
  );
  await insertAnswers(tx, row.id, answers.answers);
  await queueConfirmation(context, tx, {
    row: { ...row, title: program.title },
    to: applicant,
    receipt,
    description: description.plain,
    answers: answers.answers,
  });
  await raiseVersion(tx, 'proposals');
  const stored = (await store.findProposal(tx, { ownerId: context.actor.id }, row.id))!;
  await audit(tx, context, 'proposals.submit', 'proposal', row.id, {
    after: { ...describeProposal(stored), receipt_number: receipt.number },
  });
  return stored;
}

/** Sector, region, stage and approval never come from the client: contract §5.6 and §5.7. */
function toRow(
  { actor, receivedAt }: UserContext,
  input: SubmitProposalInput,
  program: store.ProgramFacts,
  applicant: store.ApplicantFacts,
): Omit<ProposalsTable, 'completed_at' | 'receipt_number' | 'search_text'> {
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
