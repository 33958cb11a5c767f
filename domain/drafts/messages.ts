import { DRAFTS } from '../constants.ts';
import { countOf } from '../count-of.ts';

const bytes = countOf('byte', 'bytes');

export const DRAFT_RULES = {
  notFound: 'There is no draft for this program.',
  submitting:
    'This draft has been submitted and is waiting for its documents, so it cannot be changed. Delete it to withdraw it.',
  tooMany: `You’ve reached the limit of ${DRAFTS.perApplicant} drafts. Delete one to start another.`,
  fields: 'Send each answer as a text field.',
  documentsDiffer: (label: string) =>
    `The ${label} file on the server is not the one you are submitting, so nothing was submitted. Upload it again.`,
  /** While a submission waits: another file than the one whose digest was announced. */
  otherThanAnnounced: (label: string, { name, size }: { name?: string; size: number }) =>
    `This is not the ${label} file that you submitted: that one is ${name ? `“${name}”, ` : ''}${bytes(size)} long. Choose that exact file.`,
  askStop: 'Do you want to stop the emails that remind you of a deadline?',
  stopped: 'You won’t get any more reminders. You can switch them on again in your profile.',
  stopLinkInvalid: 'This link is not valid. You can switch reminders off in your profile.',
} as const;
