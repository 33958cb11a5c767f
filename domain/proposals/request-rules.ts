/** What a request for changes can ask for, and how it ends. */
export const REQUEST_FIELDS = [
  'business_name',
  'business_location',
  'business_website',
  'business_description',
  'pitch_deck',
  'financials',
] as const;

export const REQUEST_STATES = ['open', 'answered', 'lapsed', 'cancelled'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Why there is a version. */
export const VERSION_REASONS = ['submitted', 'answered', 'lapsed', 'cancelled'] as const;
export type VersionReason = (typeof VERSION_REASONS)[number];

export const REQUEST_LIMITS = { textLength: 5_000, hours: 1, days: 60, remindHours: 48 } as const;
