import { ROUNDS } from './rules.ts';

export const ROUND = {
  notFound: 'This round does not exist.',
  notDraft: 'This round is open to everybody now, so this can no longer be changed.',
  notOpen: 'This round is closed.',
  sealed: 'The results of this round are sealed. Withdraw the seal first.',
  notSealed: 'The results of this round are not sealed.',
  notClosed: 'This round is not closed.',
  released: 'The results of this round are released, so nothing can be changed any more.',
  program: 'Please choose a program that exists.',
  clone: 'Please choose a round that exists.',
  pitch: 'Pitch rounds are not available yet. Please choose reading.',
  zones: 'Rounds for the five zones are pitch rounds, which are not available yet.',
  tooMany: `A program can have at most ${ROUNDS.perProgram} rounds.`,
  regions: 'Please choose regions of Ghana from the list, or none for all of them.',
  places: `Places are a whole number from 1 to ${ROUNDS.places.toLocaleString('en-GB')}.`,
  reviews: `Please ask for 1 to ${ROUNDS.reviews} reviews of each proposal.`,
  position: 'The position is a whole number from 1 to 100.',
  nearPoints: `Points near the line are a number from 0 to ${ROUNDS.nearPoints}.`,
  comments: 'Comments are either required or optional.',
  nearTies: 'Proposals near the line are decided by reason or by lot.',
  moment: 'Please enter a date and time such as 2026-11-22T17:00:00Z.',
  day: 'Please enter a day such as 2026-11-22.',
  criteria: `A round has 1 to ${ROUNDS.criteria} criteria.`,
  weight: `The weight is a whole number from 1 to ${ROUNDS.weight}.`,
  anchors: 'Each criterion needs five sentences, one for each score from 1 to 5.',
  twice: 'Each criterion can appear once.',
  judges: `A round has 1 to ${ROUNDS.judges} judges, each of them once.`,
  unknownJudge: 'Please choose judges who exist and have not declined.',
  notAccepted: 'This judge has not accepted the invitation yet.',
  declineText: 'Please enter 10 to 2,000 characters for those who are not selected.',
  later: 'A round can only close later than planned, and not in the past.',
} as const;

/** What people read who are not selected, unless the admin writes something else. */
export const DEFAULT_DECLINE_TEXT =
  'Your proposal was not selected in this round. Your results, with the average of each criterion and what the judges wrote for you, are on the page of your proposal.';
