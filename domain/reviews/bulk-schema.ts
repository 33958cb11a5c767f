/** One change to many proposals at once. */
import * as z from 'zod/mini';
import { REVIEWS } from '../constants.ts';
import { labelIds } from '../labels/schema.ts';
import { agreeing, proposalFilters, reviewFields } from '../proposals/schema.ts';
import { DECISIONS } from '../proposals/decision-rules.ts';
import { FUNDING_STAGES } from '../proposals/rules.ts';
import { booleanText, UUID } from '../text.ts';
import { BULK } from './messages.ts';

const unique = (ids: string[]): string[] => [...new Set(ids)];

/** An impossible id is refused like that of a deleted row: row by row. */
const ids = z.pipe(
  z
    .array(z.string({ error: BULK.ids }), { error: BULK.ids })
    .check(z.minLength(1, BULK.ids), z.maxLength(REVIEWS.bulk, BULK.tooMany())),
  z.transform(unique),
);

const person = z.string({ error: BULK.assignees }).check(z.regex(UUID, BULK.assigneesGone));
const assignees = z.pipe(
  z
    .array(person, { error: BULK.assignees })
    .check(z.minLength(1, BULK.assignees), z.maxLength(REVIEWS.assignees, BULK.assignees)),
  z.transform(unique),
);

const changeFields = z.extend(reviewFields, {
  add_labels: z.optional(labelIds),
  remove_labels: z.optional(labelIds),
  /** Instead of `assigned_to`: divides the proposals among these admins. */
  assign_evenly: z.optional(assignees),
  /** Nobody gets a proposal from their own region. */
  not_own_region: z.optional(booleanText(BULK.ownRegion)),
  /** The maximum for each of them, in order; without it, all proposals are divided. */
  each: z.optional(
    z.int({ error: BULK.each }).check(z.gte(1, BULK.each), z.lte(REVIEWS.bulk, BULK.each)),
  ),
});

const change = changeFields.check(
  ...agreeing,
  z.refine((asked) => !(asked.assign_evenly && asked.assigned_to !== undefined), {
    error: BULK.eitherAssignment,
    path: ['assign_evenly'],
  }),
  z.refine(({ each, assign_evenly }) => each === undefined || assign_evenly !== undefined, {
    error: BULK.assignees,
    path: ['assign_evenly'],
  }),
  z.refine(
    ({ not_own_region: _, ...asked }) => Object.values(asked).some((value) => value !== undefined),
    { error: BULK.change },
  ),
);

export const bulkInput = z
  .object({
    ids: z.optional(ids),
    /** In the order of `sort`, newest first by default. */
    filter: z.optional(proposalFilters),
    change: z.pipe(
      z.transform((value) => (typeof value === 'object' && value !== null ? value : {})),
      change,
    ),
    preview: z.prefault(booleanText(BULK.preview), false),
    /** How many matched when the change was prepared. */
    expected_total: z.optional(z.int({ error: BULK.total }).check(z.gte(0, BULK.total))),
    skip_refused: z.prefault(booleanText(BULK.skip), false),
    /** A preview names all whom the change concerns, not only the first. */
    all_names: z.prefault(booleanText(BULK.allNames), false),
  })
  .check(
    z.refine((asked) => (asked.ids === undefined) !== (asked.filter === undefined), {
      error: BULK.which,
      path: ['ids'],
    }),
  );

const refused = z.array(z.object({ id: z.string(), reason: z.string() }));
/** How many of these proposals each assignee gets. */
const shares = z.optional(
  z.array(z.object({ id: z.string(), name: z.string(), count: z.number() })),
);

/** How many of those that would change are what now, `unread` by the caller. */
const standing = z.object({
  undecided: z.number(),
  approved: z.number(),
  declined: z.number(),
  unread: z.number(),
  assigned_to_others: z.number(),
});
/** A proposal that would change, as it is now. */
const named = z.object({
  id: z.string(),
  business_name: z.string(),
  applicant: z.string(),
  decision: z.enum(DECISIONS),
  funding_stage: z.enum(FUNDING_STAGES),
  is_unread: z.boolean(),
  assignee: z.nullable(z.string()),
});
/**
 * A mail to `count` applicants, as the first of them gets it; `waits` if it goes out when their
 * program announces.
 */
const mail = z.object({
  count: z.number(),
  waits: z.boolean(),
  subject: z.string(),
  text: z.string(),
});

/** For a preview. */
const concerned = {
  standing: z.optional(standing),
  people: z.optional(z.array(named)),
  mails: z.optional(z.array(mail)),
};

/** `would_change` for a preview, `changed` for a change. */
export const bulkResponse = z.object({
  would_change: z.optional(z.number()),
  changed: z.optional(z.number()),
  unchanged: z.number(),
  /** Part of the unchanged ones: everybody who may take them has reached the maximum. */
  left_over: z.optional(z.number()),
  refused,
  shares,
  /**
   * By which it can be undone for so many seconds, and for how many, whose applicants hear of it
   * only then; absent if there are none.
   */
  run_id: z.optional(z.string()),
  undo_seconds: z.optional(z.number()),
  waiting: z.optional(z.number()),
  ...concerned,
});

/** How many are as they were before the run. */
export const undoResponse = z.object({ changed: z.number() });

export type BulkInput = z.output<typeof bulkInput>;
export type UndoResponse = z.output<typeof undoResponse>;
export type BulkResponse = z.output<typeof bulkResponse>;
export type ConcernedParts = {
  [Part in keyof typeof concerned]-?: NonNullable<BulkResponse[Part]>;
};
export type RefusedProposal = z.output<typeof refused>;
