/** An applicant submits: what must hold afterwards is trust I1 to I4. */
import { randomUUID } from 'node:crypto';
import { PROPOSALS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { isOpen } from '#domain/programs/rules.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, INITIAL_STAGE, type DocumentKind } from '#domain/proposals/rules.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import { applicantColumnsOf } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import { raiseVersion } from '../db/versions.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import type { ProposalsTable } from '../db/tables.ts';
import { single, type Answer } from '../http/endpoint.ts';
import type { StagedFile } from '../files/staging.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { queueMail } from '../mail/store.ts';
import { prepareText, type StoredText } from '../text/stored-text.ts';
import { requireAnnounced, type Complete } from './announcement-service.ts';
import { DESCRIPTION } from './description-service.ts';
import {
  acceptDocuments,
  inspectDocuments,
  rowsOf,
  storeWith,
  type CheckedDocument,
  type Uploads,
} from './documents-service.ts';
import { MAIL_LIFETIME_SECONDS, submissionReceived } from './mails.ts';
import { describeProposal, presentProposal } from './presentation-service.ts';
import { searchTextOf } from './service.ts';
import * as store from './store.ts';

const SUBMIT_CALL = 'POST /proposals/';

/** The two files that a submission needs; a sentence for each that is missing. */
export function missingFiles(uploads: Uploads): Record<string, string> {
  return Object.fromEntries(
    DOCUMENT_KINDS.filter((kind) => !uploads[kind]).map((kind) => [kind, PROPOSAL.missingFiles]),
  );
}

/**
 * Stores a proposal with both files, an audit entry and a mail to the applicant. Refuses 415 for
 * files that are no real PDFs, 422 for an unknown program, 409 `deadline_passed` for what was
 * received after the deadline, `documents_differ` for other files than were announced. A repeated
 * key gives the first answer, also after it.
 */
export async function submitProposal(
  context: UserContext,
  input: SubmitProposalInput,
  uploads: Record<DocumentKind, StagedFile>,
  form: Complete,
): Promise<Answer> {
  const description = await prepareText(context, DESCRIPTION, input.business_description);
  const inspected = await inspectDocuments(context, uploads);
  const once = {
    call: SUBMIT_CALL,
    content: [input, ...inspected.map(({ kind, inspection }) => [kind, inspection.sha256]).sort()],
  };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  requireAnnounced(form.announced, inspected);
  await requireOpenProgram(context, context.db.read, input.program_id);
  await requireRoom(context, context.db.read);
  const documents = acceptDocuments(context, inspected);
  const write = () =>
    writeOnce(context, once, (tx) =>
      insertSubmission(context, tx, {
        input,
        description,
        documents,
        completedAt: form.completedAt,
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

const programGone = () => invalid({ program_id: PROPOSAL_RULES.programGone });

function refuseGoneProgram(error: unknown): never {
  throw isForeignKeyViolation(error) ? programGone() : error;
}

async function requireOpenProgram(
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

/** Refuses 409 who has as many proposals as anybody may have. */
async function requireRoom({ actor }: UserContext, db: Executor): Promise<void> {
  if ((await store.countProposalsOf(db, actor.id)) >= PROPOSALS.perApplicant)
    throw new Problem('too_many_proposals', PROPOSAL_RULES.tooMany);
}

type Submission = Pick<Complete, 'completedAt'> & {
  input: SubmitProposalInput;
  description: StoredText;
  documents: CheckedDocument[];
};

async function insertSubmission(
  context: UserContext,
  tx: Executor,
  { input, description, documents, completedAt }: Submission,
): Promise<Answer> {
  const program = await requireOpenProgram(context, tx, input.program_id);
  const applicant = await store.holdApplicantFacts(context.db, tx, context.actor.id);
  // The applicant is held: of two at once the second counts the first.
  await requireRoom(context, tx);
  const row = {
    ...toRow(context, { ...input, business_description: description.html }, program, applicant),
    completed_at: completedAt,
  };
  await store.insertProposal(tx, { ...row, rich_text_mark: description.mark });
  await store.insertDocuments(tx, rowsOf(documents, row.id));
  await queueReceipt(context, tx, row, { program, applicant, description: description.plain });
  await raiseVersion(tx, 'proposals');
  const stored = (await store.findProposal(tx, { ownerId: context.actor.id }, row.id))!;
  await audit(tx, context, 'proposals.submit', 'proposal', row.id, {
    after: describeProposal(stored),
  });
  return single(await presentProposal(stored, context), stored.version, 201);
}

/** Sector, region, stage and approval are never the client's: contract §5.6 and §5.7. */
function toRow(
  { actor, receivedAt }: UserContext,
  input: SubmitProposalInput,
  program: store.ProgramFacts,
  applicant: store.ApplicantFacts,
): Omit<ProposalsTable, 'completed_at'> {
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

type Receipt = {
  program: store.ProgramFacts;
  applicant: store.ApplicantFacts;
  /** In plain words. */ description: string;
};

async function queueReceipt(
  { clock, publicUrl }: UserContext,
  tx: Executor,
  row: ProposalsTable,
  { program, applicant, description }: Receipt,
): Promise<void> {
  const answers = {
    program: program.title,
    businessName: row.business_name,
    location: row.business_location,
    website: row.business_website,
    description,
  };
  const mail = submissionReceived(
    applicant.first_name,
    answers,
    row.created_at,
    `${publicUrl}/dashboard/applicant/view-proposal/${row.id}`,
  );
  const now = clock();
  await queueMail(
    tx,
    {
      ...mail,
      to: applicant.email,
      giveUpAt: new Date(now.getTime() + MAIL_LIFETIME_SECONDS * 1000),
    },
    now,
  );
}
