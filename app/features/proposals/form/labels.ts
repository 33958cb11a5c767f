import { countOf } from '#domain/count-of.ts';
import { formatMoment } from '#domain/dates.ts';
import { WITHDRAWAL } from '#domain/proposals/messages.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';

const MINUTE = 60;

/** Labels of a submission, from the first letter until both documents have arrived. */
export const submitLabels = {
  asks: 'What the program asks for',
  steps: 'Steps of your proposal',
  stepNames: { business: 'Business', documents: 'Documents', check: 'Check' },
  done: 'Done',
  readyToSubmit: 'Ready',
  notReady: 'Not ready',
  missing: (count: number): string => `${count} missing`,
  /** Documents that are not all on the server yet. */
  notThere: 'Not uploaded yet',
  sheet: 'See all questions first (opens in a new tab)',
  next: 'Continue',
  back: 'Back',
  check: 'Check before you submit',
  makingPdf: 'Making a PDF on your phone',
  refusedPdf: 'What to do about this file',
  ready: 'Uploaded and checked',
  checking: 'We are checking it',
  checkingStill: 'An earlier document is still being checked. Try again in a moment.',
  stopSending: 'Stop upload',
  sendAgain: 'Upload again',
  sendMade: 'Upload this PDF',
  takeOut: 'Take it out',
  chooseAny: 'Choose a PDF or pictures',
  pause: 'Connection lost',
  goesOn: 'It will resume automatically.',
  retryNow: 'Try now',
  keepOpen: 'Keep this page open until the upload finishes.',
  goOnTyping: 'You can keep typing.',
  goOnWithSame: 'Choose the same file again to resume the upload.',
  beginAgain:
    'It was uploaded from another browser or device. Choose the file here to upload it again.',
  stopped: 'Stopped. If it reached us, it counts. Try again: the same submission is counted once.',
  changedMeanwhile:
    'Your answers were changed on another device or in another tab. Here is the newest version: check it, then submit.',
  notSecure:
    'Your browser cannot submit from this address. Open the page again with https in front of it.',
  unread: 'One of your documents can no longer be read. Choose it again.',
  two: 'There is another version of your answers',
  differing: (names: readonly string[]): string =>
    `They differ in: ${new Intl.ListFormat('en-GB').format(names)}.`,
  withdrawn: WITHDRAWAL.done,
  loadingQuestions: 'Loading the questions',
  questionsFailed: 'The questions of this program could not be loaded.',
  later: 'Uploads when you submit',
  onItsWay: 'Uploading',
  contact: 'Write to us',
  lapsedTitle: 'Your proposal was not submitted',
  whomToAsk: 'Did something on our side keep you from submitting?',
} as const;

/** At 50 kB a second. */
const SLOW_LINE = '5 MB takes about 2 minutes on a slow connection.';

/** Shown before a document is chosen. */
export const EARLY = `Files start uploading as soon as you choose them. ${SLOW_LINE}`;

/** `bytes` still to be uploaded, with Save-Data. */
export const describeSaving = (bytes: number): string =>
  bytes > 0
    ? `Data saver is on, so your documents (${formatBytes(bytes)}) upload only when you press “Submit proposal”. ${SLOW_LINE}`
    : 'Data saver is on, so your documents upload only when you press “Submit proposal”.';

export const describeHalf = (received: number, size: number): string =>
  `${formatBytes(received)} of ${formatBytes(size)} uploaded.`;

const inSeconds = countOf('second', 'seconds');
const inMinutes = countOf('minute', 'minutes');

/** "About 40 seconds left", "About 3 minutes left". */
export function describeTimeLeft(seconds: number): string {
  return `About ${seconds < MINUTE ? inSeconds(seconds) : inMinutes(Math.round(seconds / MINUTE))} left`;
}

/** `minutes` until the deadline. */
export const lastMinutes = (minutes: number): string =>
  `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to submit`;

/** `time` as in "17:25 GMT". */
export const closesToday = (time: string): string =>
  `The program closes at ${time}. Submit before then, even if your documents are still uploading.`;

/** `deadline` as in the API. */
export const describeLapsed = (reason: string, deadline: string): string =>
  `${reason} Your answers and documents are still here. You can submit again until ${formatMoment(deadline)}.`;
