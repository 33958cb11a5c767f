export const JUDGING_RULES = {
  programOpen: 'The program is still open. A round can open once its deadline is over.',
  notSettled:
    'Some submissions of this program are not settled yet. Wait until they are complete or over.',
  waiting: 'A submission is waiting for its documents.',
  roundBefore: 'The results of the previous round have not been released yet.',
  overlap: 'Another round in this position already includes some of these regions.',
  noCriteria: 'Add at least one criterion.',
  noPlaces: 'Say how many places there are.',
  noClosing: 'Say when the round closes. It has to be in the future.',
  noJudges: 'Add a judge who has accepted the invitation.',
  noEntries: 'There is no proposal to judge in this round.',
  planChanged: 'Assign again: something changed since the preview.',
  noPlan: 'Send the plan of a preview.',
  entryNotFound: 'This proposal is not in the round.',
  roundOpen: 'You can see this once the round is closed.',
  withdrawReason: 'Say why in 10 to 2,000 characters.',
  entryState: 'A proposal is in the round, absent or withdrawn from it.',
  order: 'Choose a place in the order that exists.',
  moment: 'Enter a date and time such as 2026-11-22T17:00:00Z.',
  ended: 'A pitch cannot end before it started.',
  everybody: 'Every judge of a pitch round reviews every pitch, so there is nothing to assign.',
  ownConflict: 'You have a conflict of interest over this proposal. Leave it to another admin.',
  ownTie: 'You cannot clear a conflict of interest of your own. Leave it to another admin.',
  inRound: 'This proposal is in a round of judging. The round decides it.',
  programInRound: 'A round of this program was opened, so its deadline cannot move any more.',
  conflictNotFound: 'This conflict does not exist.',
  conflictState: 'A conflict is possible, confirmed or cleared.',
  conflictKind: 'Choose what the conflict is about.',
  conflictPerson: 'Choose a judge or an admin.',
  conflictProposal: 'Choose a proposal that exists.',
  judgeNotFound: 'This judge is not in the round.',
  short: 'Too few judges can read it.',
  nothingLeft: 'has nothing left to judge',
  remindedAlready: 'was reminded less than an hour ago',
  cannotLogIn: 'has an inactive account',
} as const;

/** Why an entry left its round, where its whole proposal was withdrawn. */
export const ENTRY_WITHDRAWN = {
  applicant: 'Withdrawn by the applicant',
  firm: 'Withdrawn by the firm',
} as const;

export const REVIEWING = {
  notFound: 'This review does not exist.',
  score: 'Choose a score from 1 to 5.',
  criterion: 'This is not a criterion of the round.',
  missing: 'Choose a score.',
  comment: 'Write at most 500 characters.',
  commentMissing: 'Write a sentence for the applicant.',
  note: 'Write at most 1,000 characters.',
  revision: 'The revision is a whole number.',
  declare: 'Say whether you have a tie to this business or its people: true or false.',
  notDeclared: 'First say whether you have a tie to this business or its people.',
  reason: 'Write at most 2,000 characters.',
  abstention: 'Choose why you cannot judge this one.',
  hide: 'Say whether the comments are hidden: true or false.',
  locked:
    'This review was submitted before the round was reopened, so it can no longer be changed.',
  submitted: 'You have submitted this review, so you cannot abstain from it any more.',
  over: 'You are not judging this one.',
} as const;

export const PITCH = {
  device: 'Say which device sends this, in 1 to 100 characters.',
  entries: 'Send a list of at most 200 entries.',
  key: 'Each entry needs a key of 1 to 100 characters.',
  count: 'The number of a version counts up in whole numbers.',
  review: 'Say which review this is.',
  truth: 'Say true or false.',
  keyEnded: 'This scoring key has ended. Sign in to send your scores.',
  judge: 'Choose a judge of this round.',
  sheetsDiffer: 'The typed sheets differ. Settle them before you seal.',
  settled: 'There is no difference to settle here.',
  ownScores: 'The judge has scored this in person, which counts. Settle it without scores.',
  /** Public, as the reason of a decision. */
  absent: 'You were not there when your pitch was called.',
} as const;

export const DECIDING = {
  outcome: 'An outcome is selected or not_selected.',
  stage: 'Choose a funding stage from the list.',
  amount: 'Enter an amount above 0 in GHS.',
  finalOnly: 'Only a selected entry of the final round can have a funding stage and an amount.',
  unknown: 'This proposal is not in the round.',
  nothing: 'Send rows, or fill from the ranking.',
  outcomeMissing: 'Some entries have no outcome yet.',
  reasonMissing: 'An entry that differs from the ranking needs a reason.',
  noteMissing: 'Say why the number selected differs from the number of places.',
  notPlanned: 'No release is planned.',
  /** Public, as the reason of a withdrawn seal. */
  accountClosed:
    'An account was closed, so the name of a selected business was taken out. Ranks, scores and outcomes are the same.',
  tooLate: 'Choose a time within the next 60 days.',
} as const;
