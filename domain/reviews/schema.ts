/** Notes, saved views and templates: what admins store beside proposals. */
import * as z from 'zod/mini';
import { LENGTHS, REVIEWS } from '../constants.ts';
import { labelIds } from '../labels/schema.ts';
import { listQuery, sortBy } from '../paging.ts';
import { DECISIONS, STANDINGS } from '../proposals/decision-rules.ts';
import { FUNDING_STAGES } from '../proposals/rules.ts';
import { agreeing, proposalFilters, reviewFields } from '../proposals/schema.ts';
import { REGIONS } from '../regions.ts';
import { SECTORS } from '../sectors.ts';
import { blankableText, booleanText, requiredLines, requiredText, UUID } from '../text.ts';
import { BULK } from './rules.ts';

/** Plain text; line breaks are preserved. */
export const noteInput = z.object({ text: requiredLines('a note', LENGTHS.note) });
export type NoteInput = z.output<typeof noteInput>;

export const listNotesQuery = z.object({
  skip: listQuery.shape.skip,
  limit: listQuery.shape.limit,
  sort: sortBy(['created_at'], '-created_at'),
});

export const note = z.object({
  id: z.string(),
  text: z.string(),
  /** Null once the account is deleted. */
  author: z.nullable(z.object({ id: z.string(), name: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
});

const template = {
  title: requiredText('a title', LENGTHS.title),
  text: requiredLines('the reason', LENGTHS.reason),
};
export const createTemplateInput = z.object(template);
export const updateTemplateInput = z.partial(z.object(template));

export const declineTemplate = z.object({ id: z.string(), title: z.string(), text: z.string() });

export const createViewInput = z.object({
  name: requiredText('a name', LENGTHS.name),
  query: z.prefault(blankableText('the filters', LENGTHS.viewQuery), ''),
  is_shared: z.prefault(booleanText('others see the view'), false),
});

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
});

export type ListNotesQuery = z.output<typeof listNotesQuery>;
export type Note = z.output<typeof note>;
export type CreateTemplateInput = z.output<typeof createTemplateInput>;
export type UpdateTemplateInput = z.output<typeof updateTemplateInput>;
export type DeclineTemplate = z.output<typeof declineTemplate>;
export type CreateViewInput = z.output<typeof createViewInput>;
export type SavedView = z.output<typeof savedView>;

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

const refused = z.array(
  z.object({ id: z.string(), reason: z.string(), code: z.optional(z.string()) }),
);
/** How many of these proposals each assignee gets. */
const shares = z.optional(
  z.array(z.object({ id: z.string(), name: z.string(), count: z.number() })),
);

/** The current state of the proposals that would change; `unread` by the caller. */
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
  kind: z.enum(['decision', 'correction', 'stage']),
  waits: z.boolean(),
  subject: z.string(),
  text: z.string(),
});

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
export type RefusedProposal = z.output<typeof refused>;

/** Counts of proposals: for the home screen, and beside filters. */

export const summaryFilters = z.omit(proposalFilters, { sort: true });

const counts = <const K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.number()])) as Record<K, z.ZodMiniNumber>);

/** Contains every value of a field, with 0 where nothing matches. */
export const proposalSummary = z.object({
  total: z.number(),
  status: counts(['approved', 'unapproved']),
  decision: counts(STANDINGS),
  stage: counts(FUNDING_STAGES),
  program: z.array(z.object({ id: z.string(), title: z.string(), count: z.number() })),
  sector: counts(SECTORS),
  region: counts(REGIONS),
  /** By the day of receipt, oldest first; days without any are omitted. */
  day: z.array(z.object({ date: z.string(), count: z.number() })),
  /**
   * By the hour of receipt, oldest first, if `received_from` and `received_to` are at most two days
   * apart; else empty.
   */
  hour: z.array(z.object({ at: z.string(), count: z.number() })),
  /** Assignees, and how many of their proposals are decided. */
  assigned: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Tells people of the same name apart; for admins only. */
      email: z.optional(z.string()),
      total: z.number(),
      decided: z.number(),
    }),
  ),
  /** Who has decided how many, whoever they are assigned to. */
  deciders: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.optional(z.string()),
      approved: z.number(),
      declined: z.number(),
    }),
  ),
  /** What released rounds have decided without an admin; what all rounds grant, in cedis. */
  rounds: z.extend(counts(['approved', 'declined']), { amount: z.number() }),
  /** Decisions, stages and what was taken back of which applicants do not know yet. */
  unannounced: counts(DECISIONS),
  /** Undecided and assigned to nobody. */
  nobody: z.number(),
  flagged: z.number(),
  /** Proposals that carry each label; labels that none carries are omitted. */
  label: z.array(z.object({ id: z.string(), count: z.number() })),
  /** With messages of the applicant that no admin has read. */
  unread_messages: z.number(),
  /** With a request for changes that is not answered yet. */
  open_requests: z.number(),
  /** Not yet read by the caller, and undecided unless decided ones are asked for. */
  unread: z.number(),
  /** Read by the caller, and changed by the applicant since. */
  changed_since_read: z.number(),
});

export type SummaryFilters = z.output<typeof summaryFilters>;
export type ProposalSummary = z.output<typeof proposalSummary>;
