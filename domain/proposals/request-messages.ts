/** Sentences about requests for changes to a submitted proposal, contract §10. */
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
