export const JUDGE = {
  notFound: 'This judge does not exist.',
  unknownInvitation: 'This invitation does not exist. Check the link in your email.',
  usedInvitation: 'This invitation was already answered. If you accepted it, log in.',
  oldInvitation: 'This invitation is no longer valid. Ask the firm for a new one.',
  alreadyAccepted: 'This judge has already accepted the invitation.',
  mustAgree: 'Agree to the terms.',
  mustAnswer: 'Say whether you accept: true or false.',
  noPassword: 'Choose a password.',
  byInvitation: 'A judge is invited, and stays a judge: roles cannot be changed from or to judge.',
  organisations: 'Enter at most 30 organisations, each with at most 200 characters.',
  people: 'Enter at most 30 people, each with at most 200 characters.',
} as const;
