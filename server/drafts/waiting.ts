/** A submission whose documents are still on their way: answers and digests are frozen. */
import { MINUTE_MS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Digest } from '#domain/drafts/schema.ts';
import { Problem } from '#domain/problem.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { SubmitProposalInput } from '#domain/proposals/schema.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { dropUnsent, queueMail } from '../mail/store.ts';
import type { DocumentRow } from '../proposals/store.ts';
import type { Words } from '../proposals/documents.ts';
import { signSubmission, wordsOf, type Facts } from '../proposals/submission.ts';
import type { SubmittedAnswers } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { insertReceipt, type ReceiptRow, findWaiting } from '../receipts/store.ts';
import type { StoredText } from '../text/stored-text.ts';
import { waitingForDocuments } from './mails.ts';
import { listDocumentsOf, type DraftDocumentRow } from './store.ts';

/** What the receipt keeps until the documents have arrived. */
export type Frozen = {
  input: SubmitProposalInput;
  description: StoredText;
  answers: SubmittedAnswers;
};

type Submission = Frozen & { announced: AnnouncedDocuments; draftId: string };

export async function issueWaiting(
  context: UserContext,
  tx: Executor,
  { input, description, answers: { answers, isAsked }, announced, draftId }: Submission,
  { program, applicant }: Facts,
): Promise<ReceiptRow> {
  const { config, receivedAt } = context;
  const documents = keysOf(announced).map((kind) => ({ kind, ...announced[kind]! }));
  const begun = await listDocumentsOf(tx, draftId);
  const named = withNames(announced, begun);
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
  const missing = keysOf(announced).filter(
    (kind) => !begun.some((one) => one.kind === kind && one.state === 'ready'),
  );
  const words = wordsOf(await listQuestions(tx, program.id));
  await queueNotice(context, tx, receipt, applicant, { missing, words });
  return receipt;
}

/** A name that was not sent is that of the file of this size that is being uploaded. */
const withNames = (announced: AnnouncedDocuments, documents: DraftDocumentRow[]) =>
  Object.fromEntries(
    keysOf(announced).map((kind) => {
      const { size, name } = announced[kind]!;
      const begun = documents.find((one) => one.kind === kind && Number(one.size) === size);
      return [kind, { ...announced[kind], name: name ?? begun?.name }];
    }),
  );

const topicOf = (number: string): string => `receipts.waiting:${number}`;

/** The mail asks to keep the page open, which is pointless once the receipt no longer waits. */
export const dropNotice = async (tx: Executor, number: string, now: Date): Promise<void> =>
  void (await dropUnsent(tx, [topicOf(number)], now));

async function queueNotice(
  { clock, publicUrl }: UserContext,
  tx: Executor,
  receipt: ReceiptRow,
  applicant: Facts['applicant'],
  awaited: { missing: string[]; words: Words },
): Promise<void> {
  const waiting = {
    program: receipt.program_title,
    number: receipt.number,
    signature: receipt.signature,
    receivedAt: receipt.received_at,
    completeUntil: receipt.complete_until!,
    ...awaited,
    receiptUrl: publicUrl + SCREENS.receipt(receipt),
  };
  const url = publicUrl + SCREENS.submitProposal({ programId: receipt.program_id! });
  const words = waitingForDocuments(applicant.first_name, waiting, url);
  const topic = topicOf(receipt.number);
  await queueMail(tx, { ...words, to: applicant.email, topic }, clock());
}

/** By key. */
export type AnnouncedDocuments = Record<DocumentKind, Digest> & Record<string, Digest>;

export const keysOf = (announced: AnnouncedDocuments): string[] => Object.keys(announced);

export const isAnnounced = (
  { kind, size, sha256 }: Pick<DraftDocumentRow, 'kind' | 'size' | 'sha256'>,
  announced: AnnouncedDocuments,
): boolean => announced[kind]?.sha256 === sha256 && announced[kind].size === Number(size);

export const readAnnounced = ({ documents }: Pick<ReceiptRow, 'documents'>): AnnouncedDocuments =>
  JSON.parse(documents) as AnnouncedDocuments;

/** The documents that a submission of this draft still waits for, if one does. */
export async function findAwaited(db: Executor, draftId: string, now: Date) {
  const waiting = await findWaiting(db, draftId);
  return waiting && waiting.complete_until! > now ? readAnnounced(waiting) : undefined;
}

/** 422, because tus clients repeat a 409 without end. */
export const otherThanAnnounced = (label: string, announced: Digest): Problem =>
  new Problem('documents_differ', DRAFT_RULES.otherThanAnnounced(label, announced), {
    status: 422,
  });

/** The same file under the same key: no bytes are copied. */
export const toDocumentRow = (
  { kind, key, size, sha256, pages, markers }: DraftDocumentRow,
  completedAt: Date,
): Omit<DocumentRow, 'proposal_id'> => ({
  kind,
  key,
  size: Number(size),
  sha256: sha256!,
  pages,
  markers: JSON.stringify(markers),
  created_at: completedAt,
});
