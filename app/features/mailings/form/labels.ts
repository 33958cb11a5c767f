import { describeMoment, describePeople } from '../labels.ts';

export const composeLabels = {
  title: 'Write to applicants',
  to: 'Who gets it',
  applicants: 'Everyone who applied to a program',
  drafters: 'Everyone with an unfinished draft for a program',
  program: 'Program',
  chooseProgram: 'Choose a program',
  programMissing: 'Choose a program.',
  onceEach: 'Each person gets it once, however many proposals they have.',
  allMatching: 'The applicants behind all submissions in your list.',
  seeList: 'See the list',
  others: 'Choose other people',
  subject: 'Subject',
  text: 'Text',
  sendAt: 'Send at (GMT)',
  sendAtHint: 'Leave blank to send now. It can be up to 30 days ahead.',
  review: 'Review',
  cancel: 'Cancel',
  failed: 'The mailing could not be sent. Check your connection and try again.',
  atOnce:
    'The emails go out at once. You can stop sending, but emails already sent cannot be recalled.',
  leftOut: 'Left out',
  samples: 'How it reads',
  back: 'Back',
  being: 'The mailing is being sent.',
  planned: 'The mailing is planned.',
} as const;

export const describeSelection = (count: number): string =>
  `The applicants behind the ${count === 1 ? 'submission' : `${count.toLocaleString('en-GB')} submissions`} you selected.`;

export const askSending = (people: number): string => `Send to ${describePeople(people)}?`;
export const sendTo = (people: number): string => `Send to ${describePeople(people)}`;
export const planFor = (people: number): string => `Plan for ${describePeople(people)}`;
export const describeGetting = (people: number): string =>
  people === 1
    ? '1 person gets this email.'
    : `${describePeople(people)} get this email, each with their own details.`;
export const describePlan = (at: string): string =>
  `The emails go out on ${describeMoment(at)}, to the people chosen now. You can cancel it until then.`;
