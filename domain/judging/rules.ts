/** The states of what a round consists of, and its limits. */
export const ENTRY_STATES = ['in', 'withdrawn', 'absent'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export const REVIEW_STATES = [
  'assigned',
  'started',
  'submitted',
  'recused',
  'abstained',
  'removed',
] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const OUTCOMES = ['selected', 'not_selected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether somebody still reads it, or has read it: it is one of those that were asked for. */
export const isActive = (state: ReviewState): boolean =>
  state === 'assigned' || state === 'started' || state === 'submitted';

/** Not yet given: it can move to another judge. */
export const isUnfinished = (state: ReviewState): boolean =>
  state === 'assigned' || state === 'started';

export const JUDGING = {
  comment: 500,
  note: 1_000,
  /** Further reviews of one proposal at a time. */
  further: 3,
  redaction: 100_000,
  releaseDays: 60,
  /** Minutes that reading and scoring one proposal takes. */
  minutesEach: 2,
} as const;
