/** Sentences about requests for changes to a submitted proposal, contract §10. */
export const REQUEST = {
  notFound: 'This request does not exist.',
  closed: 'This request is over.',
  open: 'The applicant has been asked already. Wait for the answer, or cancel that request first.',
  editingOpen: 'The applicant can still edit this proposal, so there is nothing to reopen.',
  decided: 'This proposal has been decided.',
  inRound: 'This proposal is in a round of judging, so it cannot change.',
  fields: 'Please choose what the applicant may change.',
  unknown: 'Please choose fields of the form and live questions of the program only.',
  due: 'Please say until when the applicant can answer.',
  dueEarly: 'Please give the applicant at least one hour.',
  dueLate: 'Please choose a moment within the next 60 days.',
  notRequested: 'You were not asked to change this, and the deadline is over.',
  waiting: 'An applicant was asked for changes.',
} as const;
