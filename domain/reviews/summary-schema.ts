/** Counts of proposals: for the home screen, and beside filters. */
import * as z from 'zod/mini';
import { DECISIONS } from '../proposals/decision-rules.ts';
import { FUNDING_STAGES } from '../proposals/rules.ts';
import { proposalFilters } from '../proposals/schema.ts';
import { REGIONS } from '../regions.ts';
import { SECTORS } from '../sectors.ts';

export const summaryFilters = z.omit(proposalFilters, { sort: true });

const counts = <const K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.number()])) as Record<K, z.ZodMiniNumber>);

/** Contains every value of a field, with 0 where nothing matches. */
export const proposalSummary = z.object({
  total: z.number(),
  status: counts(['approved', 'unapproved']),
  decision: counts(DECISIONS),
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
  nobody: z.number(),
  flagged: z.number(),
  /** Proposals that carry each label; labels that none carries are omitted. */
  label: z.array(z.object({ id: z.string(), count: z.number() })),
  /** With messages of the applicant that no admin has read. */
  unread_messages: z.number(),
  /** With a request for changes that is not answered yet. */
  open_requests: z.number(),
  /** Not yet read by the caller. */
  unread: z.number(),
  /** Read by the caller, and changed by the applicant since. */
  changed_since_read: z.number(),
});

export type SummaryFilters = z.output<typeof summaryFilters>;
export type ProposalSummary = z.output<typeof proposalSummary>;
