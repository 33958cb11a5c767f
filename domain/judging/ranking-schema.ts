import * as z from 'zod/mini';
import { filter, limitOr, listQuery } from '../paging.ts';
import { readDeadline } from '../programs/deadline-rules.ts';
import { FUNDING_STAGES } from '../proposals/rules.ts';
import { ROUND } from '../rounds/messages.ts';
import { ROUNDS } from '../rounds/rules.ts';
import { booleanText, readText } from '../text.ts';
import { DECIDING } from './messages.ts';
import { OUTCOMES } from './rules.ts';
import { reasonText } from './schema.ts';

export const reopenInput = z.object({
  reason: reasonText,
  closes_at: readText(readDeadline, ROUND.moment),
});

const FLAGS = ['short', 'wide'] as const;

export const rankingQuery = z.extend(listQuery, {
  // All in one answer: contract §9.13.
  limit: limitOr(ROUNDS.places),
  is_near: filter(booleanText('the entry is near the line')),
  flag: filter(z.enum(FLAGS, { error: 'Choose short or wide.' })),
});
export type RankingQuery = z.output<typeof rankingQuery>;

const marks = {
  notes: z.number(),
  /** Shares its applicant, phone, business name or a document with another one in the round. */
  has_duplicate: z.boolean(),
};

export const rankedEntry = z.object({
  rank: z.nullable(z.number()),
  proposal_id: z.nullable(z.string()),
  code: z.string(),
  business_name: z.nullable(z.string()),
  region: z.string(),
  reviews: z.number(),
  mean: z.nullable(z.number()),
  score: z.nullable(z.number()),
  error: z.nullable(z.number()),
  spread: z.nullable(z.number()),
  is_near: z.boolean(),
  flags: z.array(z.enum(FLAGS)),
  ...marks,
  outcome: z.nullable(z.enum(OUTCOMES)),
});
export type RankedEntry = z.output<typeof rankedEntry>;

export const rankingSummary = z.object({
  entries: z.number(),
  places: z.number(),
  line: z.nullable(z.number()),
  sigma: z.nullable(z.number()),
  near: z.number(),
  short: z.number(),
  wide: z.number(),
});
export type RankingSummary = z.output<typeof rankingSummary>;

const row = z.object({
  proposal_id: z.string().check(z.maxLength(100)),
  outcome: z.optional(z.nullable(z.enum(OUTCOMES, { error: DECIDING.outcome }))),
  reason: z.optional(z.nullable(reasonText)),
  funding_stage: z.optional(z.nullable(z.enum(FUNDING_STAGES, { error: DECIDING.stage }))),
  amount: z.optional(
    z.nullable(
      z
        .number({ error: DECIDING.amount })
        .check(z.gt(0, DECIDING.amount), z.lte(1e12, DECIDING.amount)),
    ),
  ),
});
export type DecisionInput = z.output<typeof row>;

export const decideInput = z.object({
  rows: z.optional(z.array(row).check(z.maxLength(2_000))),
  from_ranking: z.optional(z.boolean()),
});
export type DecideInput = z.output<typeof decideInput>;

export const decision = z.object({
  proposal_id: z.nullable(z.string()),
  code: z.string(),
  business_name: z.nullable(z.string()),
  rank: z.nullable(z.number()),
  score: z.nullable(z.number()),
  outcome: z.nullable(z.enum(OUTCOMES)),
  reason: z.nullable(z.string()),
  funding_stage: z.nullable(z.enum(FUNDING_STAGES)),
  amount: z.nullable(z.number()),
  /** Its outcome differs from the order, so that it needs a reason. */
  is_deviation: z.boolean(),
  ...marks,
});
export type Decision = z.output<typeof decision>;

export const sealInput = z.object({ note: z.optional(z.nullable(reasonText)) });
export const unsealInput = z.object({ reason: reasonText });
export const sealed = z.object({ sha256: z.string(), sealed_at: z.string() });

export const releaseInput = z.object({
  preview: z.optional(z.boolean()),
  at: z.optional(z.nullable(readText(readDeadline, ROUND.moment))),
});
export const releasePreview = z.object({
  selected: z.number(),
  not_selected: z.number(),
  withdrawn: z.number(),
  mails: z.number(),
  without_comment: z.number(),
  absent: z.number(),
  /** One mail of each outcome as it will read. */
  samples: z.array(
    z.object({ outcome: z.enum(OUTCOMES), to: z.string(), subject: z.string(), text: z.string() }),
  ),
});
export type ReleasePreview = z.output<typeof releasePreview>;
