import * as z from 'zod/mini';
import { JUDGE_STATES } from '../accounts/rules.ts';
import { LENGTHS } from '../constants.ts';
import { readInstant } from '../dates.ts';
import { listQuery } from '../paging.ts';
import { readText, requiredLines } from '../text.ts';
import { CONFLICT_KINDS } from './conflict-rules.ts';
import { JUDGING_RULES } from './messages.ts';
import { ENTRY_STATES, JUDGING, OUTCOMES } from './rules.ts';

export const reasonText = requiredLines(
  'a reason',
  LENGTHS.reason,
  JUDGING_RULES.withdrawReason,
).check(z.minLength(LENGTHS.reasonMinimum, JUDGING_RULES.withdrawReason));

const id = z.string().check(z.maxLength(100));

export const openInput = z.object({
  preview: z.optional(z.boolean()),
  plan_sha256: z.optional(id),
});

const tie = z.object({
  judge_id: z.string(),
  proposal_id: z.string(),
  kind: z.string(),
  reason: z.string(),
});

const short = z.array(
  z.object({ proposal_id: z.string(), missing: z.number(), reason: z.string() }),
);

export const openingPreview = z.object({
  plan_sha256: z.string(),
  entries: z.number(),
  judges: z.array(
    z.object({ id: z.string(), reviews: z.number(), spared: z.number(), conflicts: z.number() }),
  ),
  short,
  possible_conflicts: z.array(tie),
  /** Beside the counts, so that an admin reads why. */
  confirmed_conflicts: z.array(tie),
  not_accepted: z.array(z.string()),
  /** With a document that cannot be cleaned, which judges do not see. */
  unclean: z.array(z.string()),
  /** With documents that nobody has tried to clean yet. */
  cleaning: z.number(),
  /** Until when what came in on paper can be entered; for these regions not after the opening. */
  paper_until: z.string(),
});
export type OpeningPreview = z.output<typeof openingPreview>;

export const listEntriesQuery = listQuery;

export const entry = z.object({
  proposal_id: z.nullable(z.string()),
  code: z.nullable(z.string()),
  business_name: z.nullable(z.string()),
  region: z.string(),
  state: z.enum(ENTRY_STATES),
  reason: z.nullable(z.string()),
  order: z.nullable(z.number()),
  slot_at: z.nullable(z.string()),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  redacted_description: z.nullable(z.string()),
  description_is_redacted: z.boolean(),
  documents_are_clean: z.nullable(z.boolean()),
  reviews: z.number(),
  submitted: z.number(),
  outcome: z.nullable(z.enum(OUTCOMES)),
});
export type Entry = z.output<typeof entry>;

export const updateEntryInput = z.object({
  state: z.optional(z.enum(ENTRY_STATES, { error: JUDGING_RULES.entryState })),
  reason: z.optional(reasonText),
  redacted_description: z.optional(z.nullable(z.string().check(z.maxLength(JUDGING.redaction)))),
  order: z.optional(z.int({ error: JUDGING_RULES.order })),
  started_at: z.optional(z.nullable(readText(readInstant, JUDGING_RULES.moment))),
  ended_at: z.optional(z.nullable(readText(readInstant, JUDGING_RULES.moment))),
});
export type UpdateEntryInput = z.output<typeof updateEntryInput>;

export const assignInput = z.object({
  preview: z.optional(z.boolean()),
  proposal_ids: z.optional(z.array(id).check(z.maxLength(2_000))),
  count: z.optional(
    z
      .int({ error: 'Ask for 1 to 3 further reviews.' })
      .check(
        z.gte(1, 'Ask for 1 to 3 further reviews.'),
        z.lte(JUDGING.further, 'Ask for 1 to 3 further reviews.'),
      ),
  ),
});
export type AssignInput = z.output<typeof assignInput>;
export const assigned = z.object({ assigned: z.number(), short });
export type AssignmentResult = z.output<typeof assigned>;
export const moved = z.object({ moved: z.number(), short: z.number() });
export type MoveResult = z.output<typeof moved>;
export const removeInput = z.object({
  reason: z.optional(reasonText),
  replacement: z.optional(z.nullable(id)),
});
export const leaveInput = z.pick(removeInput, { reason: true });

/** Without ids: every judge of the round. */
export const remindInput = z.object({
  judge_ids: z.optional(z.array(id).check(z.maxLength(100))),
});
export type RemindInput = z.output<typeof remindInput>;
export const reminded = z.object({
  mailed: z.array(z.object({ id: z.string(), name: z.string(), unfinished: z.number() })),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
});
export type Reminded = z.output<typeof reminded>;

export const progress = z.object({
  judge: z.object({ id: z.string(), name: z.string() }),
  /** Why somebody has nothing to read: the invitation is open or declined, the account inactive. */
  state: z.enum(JUDGE_STATES),
  is_active: z.boolean(),
  assigned: z.number(),
  submitted: z.number(),
  abstained: z.number(),
  recused: z.number(),
  /** Ties to proposals of the round, all but cleared ones. */
  conflicts: z.number(),
  last_at: z.nullable(z.string()),
  /** When they were last reminded, by the clock or by an admin; null if they have left. */
  reminded_at: z.nullable(z.string()),
  /** Of a pitch round: codes without scores, and reviews whose newest scores do not count. */
  missing: z.optional(z.array(z.string())),
  kept: z.optional(z.number()),
  pack_at: z.optional(z.nullable(z.string())),
  sent_at: z.optional(z.nullable(z.string())),
  mean: z.optional(z.nullable(z.number())),
  sd: z.optional(z.nullable(z.number())),
  lean: z.optional(z.nullable(z.number())),
});

export type Progress = z.output<typeof progress>;

export const conflict = z.object({
  id: z.string(),
  judge_id: z.string(),
  proposal_id: z.string(),
  origin: z.enum(['found', 'declared', 'recorded']),
  kind: z.enum(CONFLICT_KINDS),
  state: z.enum(['possible', 'confirmed', 'cleared']),
  reason: z.string(),
  decided_by: z.nullable(z.string()),
});
export type Conflict = z.output<typeof conflict>;

export const recordConflictInput = z.object({
  judge_id: id,
  proposal_id: id,
  kind: z.enum(CONFLICT_KINDS, { error: JUDGING_RULES.conflictKind }),
  reason: reasonText,
});
export const updateConflictInput = z.object({
  state: z.enum(['possible', 'confirmed', 'cleared'], { error: JUDGING_RULES.conflictState }),
  reason: z.optional(reasonText),
});
