/** The one way in which a proposal comes to be, whichever call submits it. */
import { randomUUID } from 'node:crypto';
import { PROPOSALS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { isOpen } from '#domain/programs/rules.ts';
import { PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { INITIAL_STAGE } from '#domain/proposals/rules.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import { applicantColumnsOf } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ProposalsTable } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { signReceipt } from '../receipts/service.ts';
import { countWaitingOf, insertReceipt, type ReceiptRow } from '../receipts/store.ts';
import type { StoredText } from '../text/stored-text.ts';
import { queueConfirmation } from './confirmation-service.ts';
import { describeProposal } from './presentation-service.ts';
import { searchTextOf } from './service.ts';
import * as store from './store.ts';

export const programGone = () => invalid({ program_id: PROPOSAL_RULES.programGone });

/** Refuses 422 a program that is gone, and 409 what was received after its deadline. */
export async function requireOpenProgram(
  { receivedAt }: UserContext,
  db: Executor,
  id: string,
): Promise<store.ProgramFacts> {
  const program = await store.findProgramFacts(db, id);
  if (!program) throw programGone();
  if (!isOpen(program.deadline_date, receivedAt))
    throw new Problem('deadline_passed', PROGRAM.closed);
  return program;
}

/**
 * Refuses 409 who has as many proposals as anybody may have; what waits for its documents counts as
 * one.
 */
export async function requireRoom({ actor }: UserContext, db: Executor): Promise<void> {
  const taken = (await store.countProposalsOf(db, actor.id)) + (await countWaitingOf(db, actor.id));
  if (taken >= PROPOSALS.perApplicant)
    throw new Problem('too_many_proposals', PROPOSAL_RULES.tooMany);
}

export type Facts = { program: store.ProgramFacts; applicant: store.ApplicantFacts };

/**
 * The program while it is open, and the applicant, held until the transaction ends: of two at once
 * the second counts the first. Refuses 409 and 422.
 */
export async function holdPlace(
  context: UserContext,
  tx: Executor,
  programId: string,
): Promise<Facts> {
  const program = await requireOpenProgram(context, tx, programId);
  const applicant = await store.holdApplicantFacts(tx, context.actor.id);
  await requireRoom(context, tx);
  return { program, applicant };
}

export type Submission = {
  /** Its description is the one that was sent; what is stored is `description`. */
  input: SubmitProposalInput;
  description: StoredText;
  documents: Omit<store.DocumentRow, 'proposal_id'>[];
  completedAt: Date;
};

/** What a receipt of this submission would say, signed and not stored. */
export function signSubmission(
  context: UserContext,
  {
    input,
    description,
    documents,
  }: Pick<Submission, 'input' | 'description'> & {
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
    },
    documents: { pitch_deck: digestOf('pitch_deck'), financials: digestOf('financials') },
  });
}

/** A proposal with both documents and a receipt that is complete at once. */
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
 * Everything that belongs to a new proposal: its row and documents, an audit entry, a mail with the
 * receipt, the version. The receipt's own row is the caller's.
 */
export async function insertSubmission(
  context: UserContext,
  tx: Executor,
  { input, description, documents, completedAt }: Submission,
  { program, applicant }: Facts,
  receipt: Pick<ReceiptRow, 'number' | 'signature'>,
): Promise<store.ProposalRow> {
  const row = {
    ...toRow(context, { ...input, business_description: description.html }, program, applicant),
    completed_at: completedAt,
    receipt_number: receipt.number,
  };
  await store.insertProposal(tx, { ...row, rich_text_mark: description.mark });
  await store.insertDocuments(
    tx,
    documents.map((document) => ({ ...document, proposal_id: row.id })),
  );
  await queueConfirmation(context, tx, {
    row: { ...row, title: program.title },
    to: applicant,
    receipt,
    description: description.plain,
  });
  await raiseVersion(tx, 'proposals');
  const stored = (await store.findProposal(tx, { ownerId: context.actor.id }, row.id))!;
  await audit(tx, context, 'proposals.submit', 'proposal', row.id, {
    after: { ...describeProposal(stored), receipt_number: receipt.number },
  });
  return stored;
}

/** Sector, region, stage and approval are never the client's: contract §5.6 and §5.7. */
function toRow(
  { actor, receivedAt }: UserContext,
  input: SubmitProposalInput,
  program: store.ProgramFacts,
  applicant: store.ApplicantFacts,
): Omit<ProposalsTable, 'completed_at' | 'receipt_number'> {
  return {
    id: randomUUID(),
    user_id: actor.id,
    ...input,
    business_sector: program.sector,
    ...applicantColumnsOf(applicant),
    funding_stage: INITIAL_STAGE,
    is_approved: false,
    search_text: searchTextOf(input),
    created_at: receivedAt,
    updated_at: receivedAt,
    received_at: receivedAt,
    version: 1,
  };
}
