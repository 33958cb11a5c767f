import * as z from 'zod/mini';
import { judgedRound, seal } from '../rounds/schema.ts';
import { FUNDING_STAGES } from '../proposals/rules.ts';
import { OUTCOMES } from './rules.ts';

const count = z.nullable(z.number());

export const listedRecord = z.object({
  program_id: z.string(),
  program_title: z.string(),
  sector: z.string(),
  rounds: z.number(),
  released_at: z.nullable(z.string()),
});
export type ListedRecord = z.output<typeof listedRecord>;

const person = z.object({
  name: z.string(),
  position: z.string(),
  organisation: z.nullable(z.string()),
});

/** A change after the opening; the values are as in the round. */
const publicChange = z.object({
  at: z.string(),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

/** With the frozen fields of the round. */
const recordedRound = z.extend(judgedRound, {
  entries: z.number(),
  reviews: z.number(),
  abstained: z.number(),
  recused: z.number(),
  short: z.number(),
  conflicts: z.object({
    found: z.number(),
    declared: z.number(),
    recorded: z.number(),
    cleared: z.number(),
  }),
  judges: z.object({ count: z.number(), named: z.nullable(z.array(person)), unnamed: count }),
  withdrawn: z.number(),
  absent: z.number(),
  changes: z.array(publicChange),
  corrections: z.array(
    z.object({ at: z.string(), before: z.string(), after: z.string(), reason: z.string() }),
  ),
  reopened: z.array(z.object({ at: z.string(), reason: z.string() })),
  seals: z.array(seal),
  seed: z.nullable(z.string()),
  deviations: z.array(
    z.object({ outcome: z.nullable(z.enum(OUTCOMES)), reason: z.nullable(z.string()) }),
  ),
  selected: z.array(
    z.object({
      business_name: z.string(),
      location: z.string(),
      region: z.string(),
      key: z.string(),
    }),
  ),
});

export const publicRecord = z.object({
  program_id: z.string(),
  program_title: z.string(),
  sector: z.string(),
  deadline_date: z.string(),
  received: z.number(),
  /** Of them what came in on paper. */
  on_behalf: count,
  regions: z.array(
    z.object({
      region: z.string(),
      received: count,
      on_behalf: count,
      entered: z.record(z.string(), count),
      selected: z.number(),
    }),
  ),
  rounds: z.array(recordedRound),
  generated_at: z.string(),
  license: z.string(),
});
export type PublicRecord = z.output<typeof publicRecord>;
export type RecordedRound = PublicRecord['rounds'][number];

/** What an applicant, or an admin, is told of a released round. */
export const result = z.object({
  round_id: z.string(),
  round_name: z.string(),
  released_at: z.string(),
  outcome: z.enum([...OUTCOMES, 'absent']),
  /** The entry's own, where its outcome differs from the order. */
  reason: z.nullable(z.string()),
  /** A lot between equal or near scores decided. */
  by_lot: z.boolean(),
  /** What the firm tells the selected of the round; null for others. */
  selected_text: z.nullable(z.string()),
  funding_stage: z.nullable(z.enum(FUNDING_STAGES)),
  /** In GHS. */
  amount: z.nullable(z.number()),
  score: z.nullable(z.number()),
  rank: z.nullable(z.number()),
  entries: z.number(),
  line: z.nullable(z.number()),
  /** The lowest score among the selected. */
  lowest_selected: z.nullable(z.number()),
  reviews: z.number(),
  criteria: z.array(z.object({ name: z.string(), mine: count, selected_average: count })),
  comments: z.array(z.object({ strength: z.string(), next_step: z.string() })),
  key: z.string(),
  seal_sha256: z.string(),
});
export type Result = z.output<typeof result>;
