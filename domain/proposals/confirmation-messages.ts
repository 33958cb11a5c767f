/** Our own sentences about the confirmation that is mailed after a submission. */
export const CONFIRMATION = {
  sent: (email: string) => `The confirmation is on its way to ${email}.`,
  shortened: 'This copy is shortened. All answers are on the page of your proposal.',
  failed: 'The confirmation could not be sent. Try again.',
} as const;
