import { site } from '#content/site.ts';
import type { Mark } from './record.ts';
import type { Line } from '../round-line.ts';

export const pitchLabels = {
  title: 'Pitches',
  loading: 'Loading the pitches',
  back: 'All rounds',
  scores: (name: string): string => `${name} is scoring`,
  signIn: 'Sign in',
  signInTitle: 'Sign in to score',
  signInText:
    'Sign in once while you have signal, and get this phone ready. From then on you can score without signal and without signing in again.',
  othersWait: 'Scores wait on this phone. They are sent as soon as there is signal.',

  readyTitle: 'Get ready for the hall',
  readyText:
    'Do this while you have signal. From then on you can score on this phone without signal, and without signing in again.',
  ready: 'Get ready',
  again: 'Check again',
  goOn: 'Go on',
  goOnAnyway: 'Go on all the same',
  checking: 'Checking',
  sheet: 'If you can’t solve it, ask the desk for a sheet of paper. It counts just as much.',

  tiesTitle: 'Do you have a tie to any of these?',
  tiesText:
    'Tick each business you own, work for, do business with, or whose people are family or friends. You won’t score those. You can’t undo this yourself.',
  tieKind: 'What ties you to it?',
  noneOfThese: 'None of these',
  noneOfOthers: 'None of the others',
  tieQuestion: 'Do you have any tie to this business or its people?',
  noTie: 'No, score it',
  tie: 'Yes',
  hasTie: 'I have a tie',
  tieTitle: (name: string): string => `Your tie to ${name}`,
  tieText: 'You won’t score this pitch. You can’t undo this yourself.',
  tieWords: 'In a few words',
  tieConfirm: 'Don’t score it',
  cancel: 'Cancel',
  notJudging: 'You are not judging this one.',

  place: (order: number, count: number): string => `${order} of ${count}`,
  all: 'All pitches',
  onStage: 'On stage now',
  toStage: (order: number, name: string): string => `On stage now: ${order}, ${name}`,
  meanings: 'Show what each number means',
  score: (score: number, anchor: string): string => `${score}: ${anchor}`,
  notHeard: 'I did not hear this one',
  heard: 'I did hear it',
  notHeardTitle: 'You did not hear this one',
  notHeardText: 'It doesn’t count until you score it.',
  absent: 'Called, and not there. You can still score it if they come.',
  withdrawn: 'Withdrawn. Scores don’t count unless it comes back.',
  comments: 'Comments',
  commentsNeeded: 'Comments (needed)',
  hasTexts: 'You have commented on this one before. What you type here replaces it.',
  strength: 'What is strong',
  nextStep: 'What would make it stronger',
  commentHint: 'One sentence. The applicant sees it without your name.',
  note: 'Note to the firm',
  noteHint: 'Only admins read it, after the round has closed.',
  previous: 'Back',
  next: 'Next',
  total: 'Total',

  find: 'Number, code or name',
  nothingFound: 'No pitch has that number, code or name.',
  toScoring: 'Back to scoring',
  left: (count: number): string =>
    count === 1 ? '1 pitch is not scored yet.' : `${count} pitches are not scored yet.`,
  allSent: (count: number): string => `All ${count} sent`,
  notSentYet: (count: number): string =>
    `${count} not sent: go where there is signal and keep this page open.`,
  closed: 'This round is closed. What you score now is kept, but counts only if it is reopened.',

  refusedTitle: (count: number): string =>
    count === 1 ? '1 score could not be taken' : `${count} scores could not be taken`,
  refusedText: 'They are kept on this phone. Copy them and tell the desk.',
  copy: 'Copy',
  copied: 'Copied.',
  drop: 'Delete from this phone',
} as const;

export const MARKS: Record<Mark, string> = {
  open: 'Not scored',
  started: 'Started',
  scored: 'Scored',
  not_heard: 'Not heard',
  tie: 'Tie',
};

const time = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Accra' },
});
export const timeOf = (at: number): string => time.format(new Date(at));

/** Whom to call when a log-in does not help. */
export const callUs = `If that doesn’t work, call ${site.name} on ${site.phone}.`;
export const signInTo = (count: number): string =>
  count === 0
    ? 'Sign in so that your scores can be sent'
    : `Sign in to send ${count} ${count === 1 ? 'score' : 'scores'}`;

type State = { line: Line; isStored: boolean };

/** "Saved on this phone · 3 to send", "All sent 14:32". */
export function describeState(
  { line, isStored }: State,
  waiting: number,
  sentAt: number | null,
): { text: string; isBad: boolean } {
  if (!isStored && waiting > 0)
    return {
      text: 'Not stored on this phone. Keep this page open until all is sent.',
      isBad: true,
    };
  if (line === 'ended') return { text: signInTo(waiting), isBad: true };
  if (waiting > 0 && line === 'silent')
    return { text: 'No signal. Your scores are safe on this phone.', isBad: false };
  if (waiting > 0) return { text: `Saved on this phone · ${waiting} to send`, isBad: false };
  if (sentAt) return { text: `All sent ${timeOf(sentAt)}`, isBad: false };
  return { text: 'Each tap is saved at once', isBad: false };
}
