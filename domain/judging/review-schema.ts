import * as z from 'zod/mini';
import { personName } from '../members/schema.ts';
import { filter, listQuery } from '../paging.ts';
import { DOCUMENT_KINDS } from '../proposals/rules.ts';
import { answer } from '../questions/schema.ts';
import { CONFLICT_KINDS } from './conflict-rules.ts';
import { JUDGING_RULES, REVIEWING } from './messages.ts';
import { JUDGING, REVIEW_STATES, VERSION_RESULTS } from './rules.ts';
import { reasonText } from './schema.ts';

export const lines = (most: number, wrong: string) =>
  z.string({ error: wrong }).check(z.trim(), z.maxLength(most, wrong));

/** Scores are checked with the round's criteria. */
export const saveReviewInput = z.object({
  scores: z.optional(z.record(z.string(), z.unknown(), { error: REVIEWING.score })),
  strength: z.optional(lines(JUDGING.comment, REVIEWING.comment)),
  next_step: z.optional(lines(JUDGING.comment, REVIEWING.comment)),
  note: z.optional(lines(JUDGING.note, REVIEWING.note)),
  submit: z.optional(z.boolean()),
  revision: z.optional(z.int({ error: REVIEWING.revision })),
});
export type SaveReviewInput = z.output<typeof saveReviewInput>;

export const declareInput = z.object({
  has_conflict: z.boolean({ error: REVIEWING.declare }),
  kind: z.optional(z.enum(CONFLICT_KINDS, { error: JUDGING_RULES.conflictKind })),
  reason: z.optional(lines(2_000, REVIEWING.reason)),
});
const ABSTENTIONS = ['expertise', 'unreadable', 'time', 'other'] as const;
export const abstainInput = z.object({
  reason: z.enum(ABSTENTIONS, { error: REVIEWING.abstention }),
  note: z.optional(lines(JUDGING.note, REVIEWING.note)),
});
export const hideInput = z.object({
  is_hidden: z.boolean({ error: REVIEWING.hide }),
  reason: z.optional(reasonText),
});

export const listReviewsQuery = z.extend(listQuery, {
  round_id: filter(z.string().check(z.maxLength(100))),
  state: filter(z.enum(REVIEW_STATES, { error: 'Choose a state from the list.' })),
});
export type ListReviewsQuery = z.output<typeof listReviewsQuery>;
export const entryReviewsQuery = z.object({
  proposal_id: z.optional(z.string().check(z.maxLength(100))),
});

const judgedProposal = z.object({
  business_name: z.optional(z.string()),
  business_location: z.optional(z.string()),
  business_website: z.optional(z.nullable(z.string())),
  region: z.optional(z.string()),
  applicant_first_name: z.optional(z.string()),
  applicant_last_name: z.optional(z.string()),
  /** Beside the applicant. */
  members: z.optional(z.array(personName)),
  business_sector: z.string(),
  program_title: z.string(),
  /** Plain text; in a blind round without names, addresses and numbers. */
  business_description: z.optional(z.string()),
  /** To the program's own questions, without names, addresses and numbers likewise. */
  answers: z.optional(z.array(answer)),
  documents: z.optional(z.array(z.enum(DOCUMENT_KINDS))),
  /** What opening one costs. */
  document_bytes: z.optional(z.partialRecord(z.enum(DOCUMENT_KINDS), z.number())),
  /**
   * Not shown in a blind round: `is_clean` is false for those that names cannot be taken out of,
   * null as long as nobody has tried.
   */
  withheld_documents: z.optional(
    z.array(z.object({ kind: z.enum(DOCUMENT_KINDS), is_clean: z.nullable(z.literal(false)) })),
  ),
});
export type JudgedProposal = z.output<typeof judgedProposal>;

/** What a judge has said. */
const said = {
  scores: z.record(z.string(), z.number()),
  strength: z.string(),
  next_step: z.string(),
  note: z.string(),
};
const judged = { ...said, total: z.nullable(z.number()), is_hidden: z.boolean() };

export const review = z.object({
  id: z.string(),
  round_id: z.string(),
  code: z.string(),
  state: z.enum(REVIEW_STATES),
  declared_at: z.nullable(z.string()),
  revision: z.number(),
  changed_at: z.nullable(z.string()),
  ...judged,
  proposal: judgedProposal,
  /** Null until one's own is submitted and the round is closed. */
  others: z.nullable(
    z.array(
      z.object({ total: z.nullable(z.number()), strength: z.string(), next_step: z.string() }),
    ),
  ),
});
export type Review = z.output<typeof review>;

/** One review as admins see it. */
export const readReview = z.object({
  id: z.string(),
  judge: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(REVIEW_STATES),
  ...judged,
  reason: z.nullable(z.string()),
});
export type ReadReview = z.output<typeof readReview>;
export const reviewVersion = z.object({
  at: z.string(),
  changed_at: z.string(),
  source: z.enum(['screen', 'phone', 'sheet']),
  /** In a pitch round, where it came from and what became of it. */
  device: z.nullable(z.string()),
  result: z.nullable(z.enum(VERSION_RESULTS)),
  state: z.enum(REVIEW_STATES),
  ...said,
  not_heard: z.optional(z.boolean()),
  has_conflict: z.optional(z.boolean()),
  kind: z.optional(z.string()),
  reason: z.optional(z.string()),
});
