import { ROUND } from './messages.ts';

/** Of a new round: what is not sent. */
export const NEW_ROUND = {
  kind: 'reading',
  is_final: false,
  regions: null,
  places: null,
  is_blind: true,
  shows_documents: false,
  reviews_per_proposal: 3,
  spares_own_region: true,
  comments: 'optional',
  near_points: 2,
  near_ties: 'reason',
  closes_at: null,
  date: null,
  venue: null,
  minutes: null,
  sessions: [],
  decline_text: ROUND.notSelected,
  selected_text: null,
  criteria: [],
  judge_ids: [],
} as const;

/** What a round of a kind has, unless something else is sent with the kind. */
export const OF_KIND = {
  reading: {
    is_blind: NEW_ROUND.is_blind,
    reviews_per_proposal: NEW_ROUND.reviews_per_proposal,
    spares_own_region: NEW_ROUND.spares_own_region,
    minutes: null,
    sessions: [],
  },
  pitch: {
    is_blind: false,
    reviews_per_proposal: null,
    spares_own_region: false,
    minutes: { pitch: 5, questions: 5, change: 2 },
    sessions: [],
  },
} as const;
