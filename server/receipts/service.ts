/** Proof of what was submitted and when, which anybody can verify. */
import { randomBytes } from 'node:crypto';
import { RATE_LIMITS } from '#domain/constants.ts';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { RECEIPT_RULES } from '#domain/receipts/messages.ts';
import {
  formatReceiptNumber,
  readReceiptNumber,
  RECEIPT_LETTER_COUNT,
  RECEIPT_LETTERS,
  type ReceiptContent,
} from '#domain/receipts/rules.ts';
import type { ListWaitingQuery, Receipt, WaitingSubmission } from '#domain/receipts/schema.ts';
import type { Services } from '../context.ts';
import { contentDigest, signerOf } from './signature.ts';
import * as store from './store.ts';

type Digests = Record<DocumentKind, { size: number; sha256: string }>;

type Subject = {
  userId: string;
  program: { id: string; title: string };
  receivedAt: Date;
  content: Omit<ReceiptContent, DocumentKind>;
  documents: Digests;
};

/** One of 32 letters for each byte: 256 is a multiple of 32, so all letters are equally likely. */
const newNumber = (): string =>
  formatReceiptNumber(
    Array.from(randomBytes(RECEIPT_LETTER_COUNT), (byte) => RECEIPT_LETTERS[byte % 32]).join(''),
  );

/**
 * A signed receipt, not stored yet; the caller that stores it adds whether it is complete or waits.
 */
export function signReceipt(
  { receiptSecret }: Pick<Services, 'receiptSecret'>,
  { userId, program, receivedAt, content, documents }: Subject,
): Omit<store.ReceiptRow, 'state' | 'completed_at' | 'complete_until' | 'answers' | 'draft_id'> {
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
  return {
    ...signed,
    received_at: receivedAt,
    signature: signer.sign(signed),
    key_id: signer.publicKey.kid,
    user_id: userId,
    program_id: program.id,
    proposal_id: null,
    documents: JSON.stringify({ pitch_deck, financials }),
    message: null,
    replaced_by: null,
  };
}

/**
 * Refuses with 429 an applicant who submits, withdraws or edits without end: each receipt is kept
 * for good. `recent`: their receipts of the last hour.
 */
export function requireFewReceipts(recent: number): void {
  if (recent >= RATE_LIMITS.submissionsPerHour)
    throw new Problem('too_many_attempts', SHARED_RULES.tooManyAttempts, {
      retryAfter: HOUR_MS / SECOND_MS,
    });
}

/** Presents it field by field: it does not say who sent what. */
export const presentReceipt = (row: store.ReceiptRow): Receipt => ({
  number: row.number,
  received_at: row.received_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  program_title: row.program_title,
  state: row.state,
  content_sha256: row.content_sha256,
  signature: row.signature,
  key_id: row.key_id,
  ...(row.state === 'waiting_for_documents' && {
    complete_until: row.complete_until!.toISOString(),
  }),
  ...(row.state === 'replaced' && row.replaced_by && { replaced_by: row.replaced_by }),
  ...(row.state === 'lapsed' && row.message && { message: row.message }),
});

/** Public. Refuses with 404 a number that was never issued. */
export async function getReceipt(
  { db }: Services,
  typed: string,
  tellsDeadline = false,
): Promise<Receipt> {
  const number = readReceiptNumber(typed);
  const row = number && (await store.findReceipt(db.read, number));
  if (!row) throw new Problem('not_found', RECEIPT_RULES.notFound);
  const deadline =
    tellsDeadline && row.program_id ? await store.findDeadline(db.read, row.program_id) : undefined;
  return {
    ...presentReceipt(row),
    ...(deadline && row.received_at <= deadline && { deadline_date: deadline.toISOString() }),
  };
}

/**
 * Submissions that were received and lapse unless their documents arrive, the next one first, with
 * the phone number of somebody who may need help.
 */
export async function listWaitingSubmissions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  query: ListWaitingQuery,
): Promise<{ items: WaitingSubmission[]; total: number }> {
  const { rows, total } = await store.listWaiting(db.read, clock(), query);
  return { items: rows.map(presentWaiting), total };
}

const presentWaiting = (row: store.WaitingRow): WaitingSubmission => ({
  number: row.number,
  program_id: row.program_id,
  program_title: row.program_title,
  business_name: nameIn(row.answers),
  received_at: row.received_at.toISOString(),
  complete_until: row.complete_until.toISOString(),
  applicant: {
    id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone_number: row.phone_number,
  },
});

/** In the frozen answers. */
const nameIn = (answers: string | null): string =>
  (JSON.parse(answers ?? '{}') as { input?: { business_name?: string } }).input?.business_name ??
  '';
