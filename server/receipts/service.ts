import { randomBytes } from 'node:crypto';
import { HOUR_MS, RATE_LIMITS, SECOND_MS } from '#domain/constants.ts';
import { Problem, SHARED_RULES } from '#domain/problem.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { filesIn } from '#domain/questions/answers.ts';
import type { Answer } from '#domain/questions/schema.ts';
import {
  formatReceiptNumber,
  readReceiptNumber,
  RECEIPT_LETTER_COUNT,
  RECEIPT_LETTERS,
  RECEIPT_RULES,
  type ReceiptContent,
} from '#domain/receipts/rules.ts';
import {
  listWaitingQuery,
  receipt,
  receiptKeys,
  receiptQuery,
  waitingSubmission,
  type ListWaitingQuery,
} from '#domain/receipts/schema.ts';
import type { Services } from '../context.ts';
import { hasOpenedRound } from '../extensions/store.ts';
import { call, calls, list } from '../http/calls.ts';
import { single } from '../http/endpoint.ts';
import { shownBy } from '../http/resource.ts';
import { contentDigest, signerOf } from './signature.ts';
import * as store from './store.ts';

type Size = { size: number; sha256: string };
/** By kind, and files by the questions that they answer. */
export type Digests = Record<DocumentKind, Size> & Record<string, Size>;

export const fileDigests = (answers: readonly Answer[]): Record<string, Size> =>
  Object.fromEntries(
    Object.entries(filesIn(answers)).map(([id, { size, sha256 }]) => [id, { size, sha256 }]),
  );

type Subject = {
  userId: string;
  program: { id: string; title: string };
  receivedAt: Date;
  content: Omit<ReceiptContent, DocumentKind>;
  documents: Digests;
  /** When it was typed in at the desk; undefined: it came through the portal. */
  typedAt?: Date | undefined;
};

/** One of 32 letters for each byte: 256 is a multiple of 32, so all letters are equally likely. */
const newNumber = () =>
  formatReceiptNumber(
    Array.from(randomBytes(RECEIPT_LETTER_COUNT), (byte) => RECEIPT_LETTERS[byte % 32]).join(''),
  );

/** Whoever stores it adds whether it is complete or waits. */
export function signReceipt(
  { receiptSecret }: Pick<Services, 'receiptSecret'>,
  { userId, program, receivedAt, content, documents, typedAt }: Subject,
) {
  const signer = signerOf(receiptSecret);
  const { pitch_deck, financials } = documents;
  const signed = {
    number: newNumber(),
    program_title: program.title,
    received_at: receivedAt.toISOString(),
    content_sha256: contentDigest({
      ...content,
      pitch_deck: pitch_deck.sha256,
      financials: financials.sha256,
    }),
  };
  const typed = typedAt && { on_behalf: true as const, completed_at: typedAt.toISOString() };
  return {
    ...signed,
    received_at: receivedAt,
    signature: signer.sign({ ...signed, ...typed }),
    on_behalf: typedAt !== undefined,
    key_id: signer.publicKey.kid,
    user_id: userId,
    program_id: program.id,
    proposal_id: null,
    documents: JSON.stringify(documents),
    document_count: Object.keys(documents).length,
    message: null,
    replaced_by: null,
  };
}

/** Each receipt is kept for good. `recent`: the applicant's of the last hour. */
export function requireFewReceipts(recent: number) {
  if (recent >= RATE_LIMITS.submissionsPerHour)
    throw new Problem('too_many_attempts', SHARED_RULES.tooManyAttempts, {
      retryAfter: HOUR_MS / SECOND_MS,
    });
}

const show = shownBy(receipt);

/** What is null is shown only in these two. It does not say who sent what. */
export const presentReceipt = ({
  message,
  replaced_by,
  complete_until,
  ...row
}: store.ReceiptRow) =>
  show({
    ...row,
    ...(row.state === 'waiting_for_documents' && { complete_until }),
    ...(row.state === 'replaced' && replaced_by && { replaced_by }),
    ...(row.state === 'lapsed' && message && { message }),
  });

async function getReceipt({ db }: Services, typed: string, tellsDeadline: boolean) {
  const number = readReceiptNumber(typed);
  const row = number && (await store.findReceipt(db.read, number));
  if (!row) throw new Problem('not_found', RECEIPT_RULES.notFound);
  const deadline =
    tellsDeadline && row.program_id ? await store.findDeadline(db.read, row.program_id) : undefined;
  const [before, isJudged] = [
    await store.findReplaced(db.read, number!),
    tellsDeadline && row.program_id && (await hasOpenedRound(db.read, row.program_id)),
  ];
  return {
    ...presentReceipt(row),
    ...(before && { replaces: before }),
    ...(deadline && row.received_at <= deadline && { deadline_date: deadline.toISOString() }),
    ...(isJudged && { judged_program_id: row.program_id! }),
  };
}

const showWaiting = shownBy(waitingSubmission);
const showApplicant = shownBy(waitingSubmission.shape.applicant);

async function listWaiting({ db, clock }: Services, query: ListWaitingQuery) {
  const { rows, total } = await store.listWaiting(db.read, clock(), query);
  const items = rows.map((row) =>
    showWaiting({
      ...row,
      business_name: nameIn(row.answers),
      applicant: showApplicant({ ...row, id: row.user_id }),
    }),
  );
  return { items, total };
}

type FrozenAnswers = { input?: { business_name?: string } };

const nameIn = (answers: string | null) =>
  (JSON.parse(answers ?? '{}') as FrozenAnswers).input?.business_name ?? '';

export const receiptsCalls = calls({
  'GET /proposals/admin/waiting': list(
    'receipts.listWaiting',
    'List submissions still waiting for documents, the next to lapse first',
    waitingSubmission,
    { query: listWaitingQuery, run: listWaiting },
  ),
  'GET /receipts/keys': call(
    'receipts.get',
    { summary: 'List the public keys for verifying receipts', answer: receiptKeys },
    async ({ receiptSecret }) => ({ body: { keys: [signerOf(receiptSecret).publicKey] } }),
  ),
  'GET /receipts/{number}': call(
    'receipts.get',
    {
      summary: 'Look up a receipt by its number',
      query: receiptQuery,
      answer: receipt,
      tagged: true,
    },
    async (context, { params, query }) => {
      const found = await getReceipt(context, params.number!, query.with === 'deadline');
      return single(found, [found.state, found.deadline_date].join(' ').trim());
    },
  ),
});
