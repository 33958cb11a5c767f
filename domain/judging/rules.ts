/** The states of what a round consists of, and its limits. */
import { HOUR_MS } from '../constants.ts';

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

/** What became of a version of a review in a pitch round: contract §9.9. */
export const VERSION_RESULTS = ['saved', 'older', 'late', 'same', 'differs', 'settled'] as const;
export type VersionResult = (typeof VERSION_RESULTS)[number];

export const OUTCOMES = ['selected', 'not_selected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Not yet given: it can move to another judge. */
export const UNFINISHED = ['assigned', 'started'] as const satisfies ReviewState[];
export const isUnfinished = (state: ReviewState): boolean =>
  (UNFINISHED as readonly ReviewState[]).includes(state);

/** Whether somebody still reads it, or has read it: it is one of those that were asked for. */
export const isActive = (state: ReviewState): boolean =>
  isUnfinished(state) || state === 'submitted';

/** A judge is reminded of a round once an hour at most. */
export const REMINDING_MS = HOUR_MS;

export const JUDGING = {
  comment: 500,
  note: 1_000,
  /** Further reviews of one proposal at a time. */
  further: 3,
  redaction: 100_000,
  /** Of what a phone sends at once: 200 entries with all their texts, and eight scores each. */
  syncBytes: 2 * 1024 * 1024,
  syncKeys: 5_000,
  releaseDays: 60,
  /** Minutes that reading and scoring one proposal takes: its text, or its documents too. */
  minutesEach: 2,
  minutesWithDocuments: 6,
} as const;
