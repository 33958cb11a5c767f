/**
 * Turns a submission that was received ahead of its documents into a proposal once they have
 * arrived, or lets it lapse.
 */
import { MINUTE_MS } from '#domain/durations.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import { RECEIPT_RULES } from '#domain/receipts/messages.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { queueMail } from '../mail/store.ts';
import { insertSubmission } from '../proposals/insertion.ts';
import { findProgramFacts, lockApplicantFacts, type ApplicantFacts } from '../proposals/store.ts';
import { saveAttempt } from '../receipts/attempt-service.ts';
import {
  endReceipt,
  findWaiting,
  listUnsettled,
  lockWaiting,
  type ReceiptRow,
} from '../receipts/store.ts';
import { isAnnounced, readAnnounced, toDocumentRow } from './announced-documents.ts';
import { submissionLapsed } from './mails.ts';
import * as store from './store.ts';
import { dropNotice, type Frozen } from './waiting-service.ts';

/**
 * Milliseconds beyond the grace period for documents that arrived within it and are still being
 * checked.
 */
const CHECKING_MS = 10 * MINUTE_MS;
/** Drafts that the job settles in one round. */
const BATCH = 100;

/**
 * To be called after the commit that made a document `ready` or `refused`. Completes the receipt
 * that waits for the draft's documents, or lets it lapse; does nothing if none waits. Idempotent.
 */
export const settleDocument = (
  services: Services,
  { draftId }: { draftId: string; kind: DocumentKind },
): Promise<void> => settleDraft(services, draftId);

export async function settleDraft(services: Services, draftId: string): Promise<void> {
  const waiting = await findWaiting(services.db.read, draftId);
  if (!waiting?.user_id) return;
  const userId = waiting.user_id;
  const verdict = await services.db.write(async (tx) => {
    const applicant = await lockApplicantFacts(tx, userId);
    await store.lockDraftById(services.db, tx, draftId);
    const receipt = await lockWaiting(services.db, tx, draftId);
    return receipt && settle(services, tx, receipt, applicant);
  });
  if (!verdict || verdict.is === 'waiting') return;
  services.notifyMailSoon();
  if (verdict.is === 'complete') services.notifyScans();
}

/** For a job: settles what is due, including what a killed process has left behind. */
export async function settleAll(
  services: Services,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const { draft_id } of await listUnsettled(services.db.read, services.clock(), BATCH)) {
    if (isStopped()) return;
    // A draft that cannot be settled must not hold up the others.
    await settleDraft(services, draft_id).catch((error) =>
      services.log.error({ err: error, draft: draft_id }, 'a submission could not be settled'),
    );
  }
}

type Lapse = { is: 'lapsed'; code: string; message: string };
type Verdict = { is: 'waiting' } | { is: 'complete' } | Lapse;

async function settle(
  services: Services,
  tx: Executor,
  receipt: ReceiptRow,
  applicant: ApplicantFacts,
): Promise<Verdict> {
  const documents = await store.listDocumentsOf(tx, receipt.draft_id!);
  const verdict = judge(receipt, documents, services);
  if (verdict.is === 'waiting') return verdict;
  await dropNotice(tx, receipt.number, services.clock());
  if (verdict.is === 'complete') await complete(services, tx, receipt, documents, applicant);
  if (verdict.is === 'lapsed') await lapse(services, tx, receipt, verdict, applicant);
  return verdict;
}

function judge(
  receipt: ReceiptRow,
  documents: store.DraftDocumentRow[],
  { clock, config }: Services,
): Verdict {
  const announced = readAnnounced(receipt);
  const ready = documents.filter(
    (document) => document.state === 'ready' && isAnnounced(document, announced),
  );
  if (ready.length === DOCUMENT_KINDS.length) return { is: 'complete' };
  const late = clock().getTime() - receipt.complete_until!.getTime();
  const isChecking = documents.some(({ state }) => state === 'checking');
  if (late < (isChecking ? CHECKING_MS : 0)) return { is: 'waiting' };
  // A refused document might still have been replaced, so its reason is given only once time is up.
  const refusals = documents.flatMap(({ state, message }) =>
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
  const { id } = await insertSubmission(
    asApplicant(services, receipt),
    tx,
    { ...frozen, documents: rows, completedAt },
    { program, applicant },
    receipt,
  );
  await endReceipt(tx, receipt.number, {
    state: 'complete',
    completed_at: completedAt,
    proposal_id: id,
  });
  await store.deleteDraft(tx, receipt.draft_id!);
}

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
