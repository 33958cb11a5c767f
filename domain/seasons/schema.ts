import * as z from 'zod/mini';
import { manyLines } from '../plain-text.ts';
import { booleanText } from '../text.ts';
import { SEASON, SEASONS } from './rules.ts';

const { min, max, usual } = SEASONS.retentionMonths;

export const endSeasonInput = z.object({
  title: z.optional(z.string({ error: SEASON.title })),
  retention_months: z.prefault(
    z
      .number({ error: SEASON.months })
      .check(
        z.refine(Number.isInteger, { error: SEASON.months }),
        z.minimum(min, SEASON.months),
        z.maximum(max, SEASON.months),
      ),
    usual,
  ),
  preview: z.prefault(booleanText('the end is only a preview'), false),
});

export const resumeSeasonInput = z.object({
  reason: z
    .string({ error: SEASON.reason })
    .check(
      z.overwrite(manyLines),
      z.minLength(SEASONS.reason.min, SEASON.reason),
      z.maxLength(SEASONS.reason.max, SEASON.reason),
    ),
});

export const seasonPreview = z.object({
  proposals: z.number(),
  approved: z.number(),
  /** Owners and members, a person once. */
  people: z.number(),
  /** Those of them who get no mail. */
  without_address: z.number(),
  documents: z.number(),
  bytes: z.number(),
  delete_at: z.string(),
  /** What has to be settled first. */
  refused: z.array(
    z.object({
      /** Of a proposal, request, extension or round; of a receipt, its number. */
      id: z.string(),
      reason: z.string(),
      name: z.optional(z.string()),
      proposal_id: z.optional(z.nullable(z.string())),
      user_id: z.optional(z.nullable(z.string())),
      until: z.optional(z.string()),
    }),
  ),
});

export const seasonArchive = z.object({
  parts: z.array(z.object({ part: z.number(), proposals: z.number(), bytes: z.number() })),
});

export type EndSeasonInput = z.output<typeof endSeasonInput>;
export type ResumeSeasonInput = z.output<typeof resumeSeasonInput>;
export type SeasonPreview = z.output<typeof seasonPreview>;
export type SeasonArchive = z.output<typeof seasonArchive>;
