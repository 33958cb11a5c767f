/** One change to many proposals at once. */
import * as z from 'zod/mini';
import { REVIEWS } from '../constants.ts';
import { labelIds } from '../labels/schema.ts';
import { agreeing, proposalFilters, reviewFields } from '../proposals/schema.ts';
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

/** `would_change` for a preview, `changed` for a change. */
export const bulkAnswer = z.object({
  would_change: z.optional(z.number()),
  changed: z.optional(z.number()),
  unchanged: z.number(),
  /** Part of the unchanged ones: everybody who may take them has reached the maximum. */
  left_over: z.optional(z.number()),
  refused,
  shares,
});

export type BulkInput = z.output<typeof bulkInput>;
export type BulkAnswer = z.output<typeof bulkAnswer>;
export type Refused = z.output<typeof refused>;
