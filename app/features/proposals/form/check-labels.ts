import { formatDateTime } from '#domain/dates.ts';
import type { Digest } from '#domain/drafts/schema.ts';
import { WITHDRAWAL } from '#domain/proposals/messages.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';

/** Labels of the final check, and of waiting for the documents. */
export const checkLabels = {
  checkLead: 'Review your answers. Nothing is sent until you press “Submit proposal”.',
  answers: 'Your answers',
  asked: 'Questions from the program',
  documents: 'Your documents',
  change: 'Change',
  missing: 'Still missing',
  nothingMissing: 'Everything is complete.',
  back: 'Back',
  backTo: 'to the form',
  none: 'Not given',
  open: 'Open',
  opening: 'Opening…',
  openFailed: {
    network: 'You’re offline, so we can’t open this document now. It is safe with us.',
    failed: 'This document could not be opened. Try again.',
  },
  later: 'Uploads when you submit',
  onItsWay: 'Uploading',
  changeLater: 'What you can still change',
  changeLaterWhat: 'You can change your answers and replace both documents.',
  notSent: 'Not sent yet',
  notSentOffline:
    'You’re offline. We’ll send it as soon as you’re back online. Keep this page open; nothing is lost.',
  notSentSilent: 'No answer yet. We’ll keep trying, and your proposal is counted once.',
  stop: 'Stop',
  receiptNumber: 'Receipt number',
  waitingTitle: 'Your proposal has been received',
  lapsedTitle: 'Your proposal was not submitted',
  lapsedNext:
    'Your answers and documents are still in your draft. While the program is open, you can submit again.',
  goOn: 'Continue with your draft',
  withdraw: 'Withdraw this submission',
  withdrawQuestion: WITHDRAWAL.question,
  withdrawFailed: 'It could not be withdrawn. Try again.',
} as const;

/** `deadline` as in the API. */
export const describeLapsed = (reason: string, deadline: string): string =>
  `${reason} Your answers and documents are still here. You can submit again until ${formatDateTime(deadline)}.`;

/** Before a file is chosen, in the grace. */
export const describeAnnounced = ({ name, size }: Pick<Digest, 'name' | 'size'>): string =>
  `Choose exactly the file you submitted: ${name ? `“${name}”, ` : ''}${formatBytes(size)}.`;

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Accra' });

/** `at`, `until`: instants as in the receipt. */
export const describeWaiting = (at: string, until: string): string =>
  `Your submission counts as of ${time.format(new Date(at))}. Keep this page open until both documents have been uploaded. They can arrive until ${formatDateTime(until)}.`;
