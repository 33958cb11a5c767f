import { describeMoment, describePeople } from '../labels.ts';

export const composeLabels = {
  title: 'Write to applicants',
  to: 'Who gets it',
  applicants: 'Everybody who submitted to a program',
  drafters: 'Everybody with an unfinished draft for a program',
  program: 'Program',
  chooseProgram: 'Choose a program',
  programMissing: 'Please choose a program.',
  onceEach: 'Each person gets it once, whatever the number of their proposals.',
  allMatching: 'The applicants of all submissions in your list.',
  seeList: 'See the list',
  others: 'Choose other people',
  subject: 'Subject',
  text: 'Text',
  sendAt: 'Send at (GMT)',
  sendAtHint: 'Leave blank to send it at once. It can be at most 30 days ahead.',
  review: 'Review',
  cancel: 'Cancel',
  failed: 'The mailing could not be sent. Check your network and try again.',
  atOnce: 'The emails go out at once. You can stop sending, but what has gone out stays.',
  leftOut: 'Left out',
  samples: 'How it reads',
  back: 'Back',
  being: 'The mailing is being sent.',
  planned: 'The mailing is planned.',
} as const;

export const describeSelection = (count: number): string =>
  `The applicants of the ${count === 1 ? 'submission' : `${count.toLocaleString('en-GB')} submissions`} you selected.`;

export const askSending = (people: number): string => `Send to ${describePeople(people)}?`;
export const sendTo = (people: number): string => `Send to ${describePeople(people)}`;
export const planFor = (people: number): string => `Plan for ${describePeople(people)}`;
export const describeGetting = (people: number): string =>
  people === 1
    ? '1 person gets this email.'
    : `${describePeople(people)} get this email, each with their own details.`;
export const describePlan = (at: string): string =>
  `The emails go out on ${describeMoment(at)}, to whoever is chosen now. You can cancel it until then.`;
