import { countOf } from '#domain/count-of.ts';
import { formatDateTime } from '#domain/dates.ts';
import type { MailingState } from '#domain/mailings/rules.ts';
import { namePlaceholders } from '#domain/mails/placeholder-rules.ts';
import type { Mailing, MailingPerson } from '#domain/mailings/schema.ts';

export const mailingLabels = {
  title: 'Mailings',
  caption: 'Mailings to applicants, newest first',
  write: 'Write to applicants',
  templates: 'Email templates',
  none: 'No mailings yet. Write the first one.',
  subject: 'Subject',
  state: 'Status',
  progress: 'Emails',
  created: 'Created',
  by: 'Created by',
  nobody: 'A closed account',
  text: 'Text',
  sendAt: 'Goes out',
  when: 'Goes out / sent',
  to: 'To',
  who: 'Who gets it',
  loadingPeople: 'Loading who gets it',
  peopleFailed: 'Who gets this mailing could not be loaded.',
  more: 'Show more people',
  back: 'All mailings',
  loading: 'Loading the mailing',
  listFailed: 'The mailings could not be loaded.',
  fetchFailed: 'The mailing could not be loaded.',
  seeFailed: 'See the failed emails',
  cancel: 'Cancel this mailing',
  stop: 'Stop sending',
  keep: 'Keep it',
  goOn: 'Keep sending',
  cancelFailed: 'The mailing could not be cancelled. Check your connection and try again.',
  cancelQuestion: 'Cancel this mailing?',
  stopQuestion: 'Stop sending?',
  nobodyGets: 'Nobody gets it.',
  cancelled: 'The mailing is cancelled.',
} as const;

export const STATES: Record<MailingState, string> = {
  planned: 'Scheduled',
  sending: 'Being sent',
  sent: 'Sent',
  cancelled: 'Cancelled',
};

export const PERSON_STATES: Record<MailingPerson['state'], string> = {
  planned: 'Waiting',
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  stopped: 'Not sent',
};

/** What differs from person to person is named in words. */
export const subjectOf = ({ subject }: Pick<Mailing, 'subject'>): string =>
  namePlaceholders(subject);

export const describeTotal = countOf('mailing', 'mailings');
export const describePeople = countOf('person', 'people');
const emails = countOf('email', 'emails');
const figure = (count: number): string => count.toLocaleString('en-GB');

/** Of how many people how many have been written to, and why the others have not. */
export function describeCounts({ state, people, queued, sent, failed }: Mailing): string {
  if (state === 'planned') return `${describePeople(people)} waiting`;
  const parts = [
    `${figure(sent)} of ${figure(people)} sent`,
    ...(queued > 0 ? [`${figure(queued)} queued`] : []),
    ...(failed > 0 ? [`${figure(failed)} failed`] : []),
    ...(state === 'cancelled' ? [`${figure(people - sent - failed)} not sent`] : []),
  ];
  return parts.join(', ');
}

/** What cancelling would leave as it is. */
export const describeStop = ({ sent, people }: Pick<Mailing, 'sent' | 'people'>): string =>
  `${emails(sent)} of ${figure(people)} ${sent === 1 ? 'has' : 'have'} been sent and cannot be recalled. The others will not be sent.`;

export const describeStopped = ({ sent, people }: Pick<Mailing, 'sent' | 'people'>): string =>
  `Stopped. ${emails(sent)} of ${figure(people)} had been sent.`;

export const describeMoment = (at: string): string => `${formatDateTime(at)} GMT`;

export const composeLabels = {
  backToAll: 'All mailings',
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
  planned: 'The mailing is scheduled.',
} as const;

export const describeSelection = (count: number): string =>
  `The applicants behind the ${count === 1 ? 'submission' : `${count.toLocaleString('en-GB')} submissions`} you selected.`;

export const askSending = (people: number): string => `Send to ${describePeople(people)}?`;
export const sendTo = (people: number): string => `Send to ${describePeople(people)}`;
export const planFor = (people: number): string => `Schedule for ${describePeople(people)}`;
export const describeGetting = (people: number): string =>
  people === 1
    ? '1 person gets this email.'
    : `${describePeople(people)} get this email, each with their own details.`;
export const describePlan = (at: string): string =>
  `The emails go out on ${describeMoment(at)}, to the people chosen now. You can cancel it until then.`;
