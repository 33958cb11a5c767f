/** Our own sentences. */
import { MAILINGS } from './rules.ts';

export const MAILING = {
  notFound: 'Mailing not found',
  nobody: 'Nobody would get this mailing. Please choose other people.',
  tooMany: `A mailing can go to at most ${MAILINGS.people.toLocaleString('en-GB')} people. Please choose fewer.`,
  which: 'Please choose who gets it: by a filter, by proposals, or by the drafts of a program.',
  programGone: 'This program no longer exists. Please choose another one.',
  sendAt: 'Please enter when the mailing goes out as a date and time, or leave it out.',
  tooLate: `Please choose a moment within the next ${MAILINGS.days} days.`,
  over: 'This mailing is over, so it cannot be cancelled.',
  preview: 'the mailing is only a preview',
  inactive: 'The account is not active.',
  bounced: 'Mail to this address came back.',
  why: (program: string): string =>
    `You get this message because of your application for ${program}.`,
} as const;

export const MAIL_TEMPLATE = {
  notFound: 'Template not found',
  kind: 'Choose what the template is for.',
  subject: 'Please enter the subject.',
  tooMany: `You’ve reached the limit of ${MAILINGS.templates} templates. Delete one to add another.`,
} as const;
