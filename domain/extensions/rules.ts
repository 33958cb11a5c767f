export const EXTENSION = {
  notFound: 'This extension does not exist.',
  email: 'No applicant has this email address.',
  until: 'Enter the new deadline.',
  past: 'Enter a time in the future.',
  tooEarly: 'The new deadline has to be later than the program’s.',
  tooLate: 'The new deadline can be at most 30 days after the program’s.',
  reason: 'Give a reason of 10 to 500 characters.',
  inRound: 'A round of this program has been opened, so its deadlines can no longer move.',
  running: 'An applicant has more time.',
} as const;

export const EXTENSION_LIMITS = { days: 30, reasonMin: 10, reasonMax: 500 } as const;
