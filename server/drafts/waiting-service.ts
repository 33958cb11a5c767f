/** A submission whose documents are still on their way: answers and digests are frozen. */
import { MINUTE_MS } from '#domain/durations.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { dropUnsent, queueMail } from '../mail/store.ts';
import { signSubmission, type Facts } from '../proposals/insertion.ts';
import type { SubmittedAnswers } from '../questions/answers.ts';
import { insertReceipt, type ReceiptRow } from '../receipts/store.ts';
import type { StoredText } from '../text/stored-text.ts';
import type { AnnouncedDocuments } from './announced-documents.ts';
import { waitingForDocuments } from './mails.ts';
import { listDocumentsOf, type DraftDocumentRow } from './store.ts';

/** What the receipt keeps until the documents have arrived. */
export type Frozen = {
  input: SubmitProposalInput;
  description: StoredText;
  answers: SubmittedAnswers;
};

type Submission = Frozen & { announced: AnnouncedDocuments; draftId: string };

/** Stores a receipt that waits, with an audit entry and a mail. */
export async function issueWaiting(
  context: UserContext,
  tx: Executor,
  { input, description, answers: { answers, isAsked }, announced, draftId }: Submission,
  { program, applicant }: Facts,
): Promise<ReceiptRow> {
  const { config, receivedAt } = context;
  const documents = DOCUMENT_KINDS.map((kind) => ({ kind, ...announced[kind] }));
  const named = withNames(announced, await listDocumentsOf(tx, draftId));
  const frozen: Frozen = { input, description, answers: { answers, isAsked } };
  const receipt: ReceiptRow = {
    ...signSubmission(context, { ...frozen, documents }, program),
    state: 'waiting_for_documents',
    documents: JSON.stringify(named),
    draft_id: draftId,
    completed_at: null,
    complete_until: new Date(receivedAt.getTime() + config.uploadGraceMinutes * MINUTE_MS),
    answers: JSON.stringify(frozen),
  };
  await insertReceipt(tx, receipt);
  await audit(tx, context, 'drafts.submit', 'receipt', receipt.number, { program_id: program.id });
  await queueNotice(context, tx, receipt, applicant);
  return receipt;
}

/** A name that was not sent is that of the file of this size that is being uploaded. */
const withNames = (announced: AnnouncedDocuments, documents: DraftDocumentRow[]) =>
  Object.fromEntries(
    DOCUMENT_KINDS.map((kind) => {
      const { size, name } = announced[kind];
      const begun = documents.find((one) => one.kind === kind && Number(one.size) === size);
      return [kind, { ...announced[kind], name: name ?? begun?.name }];
    }),
  );

const topicOf = (number: string): string => `receipts.waiting:${number}`;

/** Once the receipt no longer waits, nobody may be asked to keep their page open. */
export const dropNotice = async (tx: Executor, number: string, now: Date): Promise<void> =>
  void (await dropUnsent(tx, [topicOf(number)], now));

async function queueNotice(
  { clock, publicUrl }: UserContext,
  tx: Executor,
  receipt: ReceiptRow,
  applicant: Facts['applicant'],
): Promise<void> {
  const waiting = {
    program: receipt.program_title,
    number: receipt.number,
    signature: receipt.signature,
    receivedAt: receipt.received_at,
    completeUntil: receipt.complete_until!,
  };
  const url = publicUrl + SCREENS.receipt(receipt);
  const words = waitingForDocuments(applicant.first_name, waiting, url);
  const topic = topicOf(receipt.number);
  await queueMail(tx, { ...words, to: applicant.email, topic }, clock());
}
