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

export const VERSION_REASONS = ['submitted', 'answered', 'lapsed', 'cancelled'] as const;
export type VersionReason = (typeof VERSION_REASONS)[number];

export const REQUEST_LIMITS = { textLength: 5_000, hours: 1, days: 60, remindHours: 48 } as const;

export const REQUEST = {
  notFound: 'This request does not exist.',
  closed: 'This request is closed.',
  open: 'You have already asked the applicant for changes. Wait for the answer, or withdraw that request first.',
  editingOpen: 'The applicant can still edit this proposal, so there is nothing to reopen.',
  decided: 'This proposal has been decided.',
  inRound: 'This proposal is in a round of judging, so it cannot change.',
  fields: 'Choose what the applicant may change.',
  unknown: 'Choose only fields of the form and current questions of the program.',
  due: 'Enter the time by which the applicant must answer.',
  dueEarly: 'Give the applicant at least one hour.',
  dueLate: 'Choose a time within the next 60 days.',
  notRequested: 'You were not asked to change this, and the deadline has passed.',
  waiting: 'An applicant was asked for changes.',
} as const;
