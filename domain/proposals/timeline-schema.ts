import * as z from 'zod/mini';

/** What can become of a proposal, as its owner is told. */
const TIMELINE_EVENTS = [
  'received',
  'completed',
  'edited',
  'read',
  'approved',
  'declined',
  'undecided',
  'stage_changed',
] as const;

export const timelineEvent = z.object({
  at: z.string(),
  event: z.enum(TIMELINE_EVENTS),
  sentence: z.string(),
  /** Who did it; null where nobody did. For admins only. */
  actor: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
});

export type TimelineEvent = z.output<typeof timelineEvent>;
export type TimelineEventName = TimelineEvent['event'];
