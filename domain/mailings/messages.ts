import { MAILINGS } from './rules.ts';

export const MAILING = {
  notFound: 'Mailing not found',
  nobody: 'Nobody would get this mailing. Choose other people.',
  tooMany: `A mailing can go to at most ${MAILINGS.people.toLocaleString('en-GB')} people. Choose fewer.`,
  which: 'Choose who gets it: by a filter, by proposals, or by the drafts of a program.',
  programGone: 'This program no longer exists. Choose another one.',
  sendAt: 'Enter the date and time when the mailing goes out, or leave it blank.',
  tooLate: `Choose a time within the next ${MAILINGS.days} days.`,
  over: 'This mailing has ended, so it cannot be cancelled.',
  preview: 'the mailing is only a preview',
  inactive: 'The account is not active.',
  bounced: 'Emails to this address bounce.',
  noAddress: 'The applicant has no email address.',
  withdrawn: 'The proposal has been withdrawn.',
  why: (program: string): string =>
    `You’re receiving this email because you applied for ${program}, or started an application.`,
} as const;

export const MAIL_TEMPLATE = {
  notFound: 'Template not found',
  kind: 'Choose what the template is for.',
  subject: 'Enter the subject.',
  tooMany: `You’ve reached the limit of ${MAILINGS.templates} templates. Delete one to add another.`,
} as const;
