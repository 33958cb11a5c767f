import * as z from 'zod/mini';

/** Events in the history of a proposal that its owner may see. */
const TIMELINE_EVENTS = [
  'received',
  'completed',
  'edited',
  'read',
  'approved',
  'declined',
  'undecided',
  // For admins only: when what was decided before became known.
  'announced',
  'stage_changed',
  'message',
  'judging',
  'results',
  'extended',
  'requested',
  'answered',
  'lapsed',
  'cancelled',
] as const;

export const timelineEvent = z.object({
  at: z.string(),
  event: z.enum(TIMELINE_EVENTS),
  sentence: z.string(),
  /** Who did it; null if nobody did. For admins only. */
  actor: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
});

export type TimelineEvent = z.output<typeof timelineEvent>;
export type TimelineEventName = TimelineEvent['event'];
