import * as z from 'zod/mini';
import { filter, listQuery, sortBy } from '../paging.ts';
import { REVIEW_RULES } from '../proposals/messages.ts';
import { UUID } from '../text.ts';
import { RECEIPT_STATES } from './rules.ts';

/** Public to everybody who has the number, so it does not reveal who sent what. */
export const receipt = z.object({
  number: z.string(),
  /** The moment that was compared with the deadline. */
  received_at: z.string(),
  /** When the last document had arrived; null until then. */
  completed_at: z.nullable(z.string()),
  program_title: z.string(),
  state: z.enum(RECEIPT_STATES),
  /** Typed in at the desk: then the signature covers it, and `completed_at`, when that was. */
  on_behalf: z.boolean(),
  content_sha256: z.string(),
  signature: z.string(),
  key_id: z.string(),
  /** Until when documents may arrive; only while it waits for them. */
  complete_until: z.optional(z.string()),
  /** Why it lapsed; only if it has. */
  message: z.optional(z.string()),
  /** The receipt of the next edit; only if it is replaced. */
  replaced_by: z.optional(z.string()),
  /** The receipt before this one; only of an edit. */
  replaces: z.optional(z.string()),
  /** The program, if a round of it was opened; only if asked for with the deadline. */
  judged_program_id: z.optional(z.string()),
  /** The program's, as it is now; only if asked for, and if it was received by then. Not signed. */
  deadline_date: z.optional(z.string()),
});

/** `with=deadline` also tells the deadline. */
export const receiptQuery = z.object({ with: filter(z.literal('deadline')) });

const key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string(),
  x: z.string(),
});

/** Public keys for verifying receipts, as JWK. */
export const receiptKeys = z.object({ keys: z.array(key) });

/** A submission that was refused: when, and why. */
export const attempt = z.object({
  id: z.string(),
  at: z.string(),
  program_id: z.nullable(z.string()),
  program_title: z.string(),
  code: z.string(),
  message: z.string(),
});

export const anyAttempt = z.extend(attempt, {
  applicant: z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
  }),
});

export const listAttemptsQuery = z.extend(z.pick(listQuery, { skip: true, limit: true }), {
  sort: sortBy(['at'], '-at'),
});

export const listAllAttemptsQuery = z.extend(listAttemptsQuery, {
  applicant_id: filter(z.string().check(z.regex(UUID, REVIEW_RULES.applicant))),
});

/** A submission that was received in time and lapses unless its documents arrive. */
export const waitingSubmission = z.object({
  number: z.string(),
  program_id: z.nullable(z.string()),
  program_title: z.string(),
  business_name: z.string(),
  received_at: z.string(),
  complete_until: z.string(),
  applicant: z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone_number: z.string(),
  }),
});

export const listWaitingQuery = z.pick(listQuery, { skip: true, limit: true });

export type WaitingSubmission = z.output<typeof waitingSubmission>;
export type ListWaitingQuery = z.output<typeof listWaitingQuery>;
export type Receipt = z.output<typeof receipt>;
export type ReceiptKey = z.output<typeof key>;
export type Attempt = z.output<typeof attempt>;
export type ListAttemptsQuery = z.output<typeof listAttemptsQuery>;
export type ListAllAttemptsQuery = z.output<typeof listAllAttemptsQuery>;
