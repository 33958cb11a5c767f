import { DAY_MS } from '#domain/constants.ts';
import { formatDay } from '#domain/dates.ts';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import type { SaveState } from '#app/editing/draft-notice.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { RoundState } from '#domain/rounds/schema.ts';
import { joinFacts } from '#app/ui/join-facts.ts';

/** What a judge's screens say. */
export const judgingLabels = {
  title: 'Judging',
  greet: (name: string): string => `Hello ${name}. Thank you for judging.`,
  none: 'No proposals are waiting for you.',
  noneText: 'We’ll email you as soon as a round opens.',
  allDone: 'All done. You can still change your scores until the round closes.',
  loading: 'Loading your proposals',
  failed: 'Your proposals could not be loaded. Check your connection and try again.',
  goOn: 'Go on',
  start: 'Start',
  getReady: 'Get ready for the hall',
  scorePitches: 'Score the pitches',
  all: 'All proposals',
  back: 'All rounds',
  backToRound: 'All proposals of this round',
  open: 'Waiting',
  done: 'Done',
  show: 'Show',
  nothingOpen: 'No proposals are waiting for you.',
  nothingDone: 'Nothing done yet.',
  roundNotFound: 'This round does not exist.',
  blind: 'We’ve hidden names (■■■). If a document shows one, judge as if it didn’t.',
  sending: (count: number): string => `Sending ${count}`,

  declareTitle: 'Do you have any tie to this business or its people?',
  declareText: 'If so, another judge will read it.',
  noTie: 'No, show it',
  tie: 'Yes',
  chooseTie: 'Choose a type of tie',
  chooseReason: 'Choose a reason',
  tieTitle: 'What ties you to it?',
  knowIt: 'I know this business',
  cannot: 'I can’t judge this one',
  cannotTitle: 'Why can’t you judge it?',
  cannotText: 'It goes to another judge at once. You can’t undo this yourself.',
  tieKind: 'Type of tie',
  why: 'Reason',
  words: 'In a few words',
  leave: 'Leave it to another judge',
  cancel: 'Cancel',
  leaveFailed: 'This could not be sent. Check your connection and try again.',
  left: 'You are not judging this one.',

  applicant: 'Applicant',
  location: 'Location',
  region: 'Region',
  website: 'Website',
  description: 'In their own words',
  noDescription: 'There is no description.',
  answers: 'Answers',
  yes: 'Yes',
  no: 'No',
  showDocument: (kind: string, size?: string): string =>
    `Show ${kind.toLowerCase()}${size ? ` (${size})` : ''}`,
  documents: 'Documents',
  withheld: (kind: string, isWaiting: boolean): string =>
    isWaiting
      ? `${kind}: we’re still removing names from it. Please come back to this proposal later.`
      : `${kind}: not shown, because we couldn’t remove names from it. Judge without it.`,
  kinds: { pitch_deck: 'Pitch deck', financials: 'Financials' } satisfies Record<
    DocumentKind,
    string
  >,
  scores: 'Your scores',
  weight: (share: number): string => `${share}% of the total`,
  score: (score: string | number, anchor: string): string => `${score}: ${anchor}`,
  total: 'Total',
  outOf: 'of 100',
  strength: 'What is strong',
  strengthHint: 'One sentence. The applicant sees it without your name.',
  nextStep: 'What would make it stronger',
  nextStepHint: 'One sentence. The applicant sees it without your name.',
  noteLabel: 'Note to the firm',
  noteHint: 'Only admins read it, after the round has closed.',
  saveNext: 'Save and next',
  saveLast: 'Save',
  later: 'Later',
  saved: 'Review saved.',
  submitted: 'Review submitted.',
  keptHere:
    'No connection. Your review is saved on this device and will be sent when you’re back online.',
  saveFailed: 'Your review could not be saved. Check your connection and try again.',
  closed: 'This round is closed.',
  closedText: 'You can no longer change anything. Thank you for judging.',
  unsent: 'This was not sent before the round closed. It is saved on this device:',
  notGiven: 'Not given',
  others: 'What other judges said',
  other: (count: number): string => `Judge ${count}`,
  total100: (total: number): string => `${total} of 100`,
  copy: 'Copy',
  copied: 'Copied.',
  drop: 'Delete from this device',
  dropTitle: 'Delete what was not sent?',
  dropText: 'It is only on this device. Nobody else has it.',
  notSent: (count: number): string =>
    count === 1 ? '1 review could not be sent' : `${count} reviews could not be sent`,
  notSentText: 'What you wrote is saved on this device. Open it to read and copy it.',
  record: 'How it was judged',
  two: 'You have also scored this in another tab or on another device',

  keys: 'Shortcuts',
} as const;

export const KEY_LABELS = [
  ['1–5', 'Score the criterion, and go to the next one'],
  ['j', 'Next criterion'],
  ['k', 'Previous criterion'],
  ['Enter', 'Save and next'],
  ['c', 'I know this business'],
  ['?', 'This list'],
] as const;

/** Ties that a judge knows better than the product. */
export const TIES: readonly { value: ConflictKind; label: string }[] = [
  { value: 'own_business', label: 'It is mine, or I have a share in it' },
  { value: 'family', label: 'Family or close friends' },
  { value: 'business', label: 'We do business together, or compete' },
  { value: 'employment', label: 'I work or worked there, or for one of its people' },
  { value: 'other', label: 'Something else' },
];

export const ABSTENTIONS = [
  { value: 'expertise', label: 'I don’t know enough about it' },
  { value: 'unreadable', label: 'I can’t read it' },
  { value: 'time', label: 'I don’t have time' },
  { value: 'other', label: 'Something else' },
] as const;

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Accra' },
});
const time = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Accra' },
});
const A_WEEK = 6 * DAY_MS;

/** "closes Friday 18:00 GMT", "closes 12 December, 18:00 GMT". */
function describeClosing(instant: string, now: Date): string {
  const at = new Date(instant);
  if (at.getTime() - now.getTime() < A_WEEK) return `closes ${dayAndTime.format(at)} GMT`;
  return `closes ${formatDay(at)}, ${time.format(at)} GMT`;
}

/** "12 of 30 done". */
const describeProgress = (done: number, total: number): string => `${done} of ${total} done`;

const STATES: Record<Exclude<RoundState, 'draft' | 'open'>, string> = {
  closed: 'closed, results are not out yet',
  sealed: 'closed, results are not out yet',
  released: 'results are out',
};

/** "12 of 30 done · closes Friday 18:00 GMT". */
export function describeRound(
  { state, closes_at }: { state: RoundState; closes_at: string | null },
  { done, total }: { done: number; total: number },
  now: Date,
): string {
  const isOpen = state === 'open' || state === 'draft';
  const when = isOpen ? closes_at && describeClosing(closes_at, now) : STATES[state];
  return joinFacts(describeProgress(done, total), when);
}

/** "Saved", "Saved on this phone", "Sent 14:32". */
export function describeSaved(save: SaveState, isDone: boolean): string {
  if (save.kind === 'refused') return `Not saved: ${save.message}`;
  if (save.kind === 'here')
    return save.isStored ? 'Saved on this phone' : 'Not saved yet. Keep this page open.';
  if (save.kind === 'sending') return 'Sending';
  if (save.kind === 'nothing' || !save.at) return 'Changes save automatically';
  return isDone ? `Sent ${time.format(new Date(save.at))}` : 'Saved';
}
