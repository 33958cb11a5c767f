import { countOf } from '#domain/count-of.ts';

const proposals = countOf('proposal', 'proposals');
const countPlaces = countOf('place', 'places');

export const rankingLabels = {
  caption: 'Ranking of the proposals',
  loading: 'ranking',
  tooEarly: 'You can see the ranking once the round is closed.',
  searchHint: 'Code or business name',
  none: 'No proposals were in this round.',
  noMatch: 'No proposals match your search or filters.',
  rank: 'Rank',
  code: 'Code',
  business: 'Business',
  erased: 'Deleted',
  reviews: 'Reviews',
  mean: 'Mean',
  score: 'Score',
  spread: 'Score ± error',
  flags: 'Flags',
  outcome: 'Outcome',
  near: 'Near the line',
  short: 'Few reviews',
  wide: 'Judges disagree',
  notes: (count: number) => `${count === 1 ? 'A note' : `${count} notes`} for admins`,
  duplicate: 'Possible duplicate in this round',
  all: 'All',
  undecided: 'Not set',
  outcomes: { selected: 'Selected', not_selected: 'Not selected' },
  read: 'Read reviews',
  actions: 'Reviews',
  export: 'Download as CSV',
  exportFailed: 'The ranking could not be downloaded. Try again.',
  filters: 'Which proposals',
  keys: 'Shortcuts: j and k move, s selects, x marks as not selected, r opens the reviews.',
  error: (error: number) => `± ${error.toFixed(2)}`,
  summary: (places: number, line: number | null) =>
    line === null
      ? `${countPlaces(places)}, so every proposal has one.`
      : `${countPlaces(places)}. The line is at ${line.toFixed(2)}.`,
  set: (name: string, outcome: string) => `${name}: ${outcome.toLowerCase()}.`,
} as const;

export const describeTotal = proposals;

export const reviewLabels = {
  title: (name: string) => `Reviews of ${name}`,
  loading: 'Loading the reviews',
  none: 'There are no reviews.',
  hasConflict: 'This entry has a review by a judge with a conflict.',
  hasConflictText: 'That review does not count. If there are too few reviews, reopen the round.',
  close: 'Close',
  total: (total: number | null) => (total === null ? 'Not submitted' : total.toFixed(2)),
  states: {
    assigned: 'Not started',
    started: 'Not submitted',
    submitted: 'Submitted',
    recused: 'Conflict of interest, not counted',
    abstained: 'Abstained',
    removed: 'Given to another judge',
  },
  strength: 'What was strong',
  nextStep: 'What would make it stronger',
  note: 'Note for admins',
  hidden: 'Hidden from the applicant',
  hide: 'Hide comments',
  show: 'Show comments',
  hideText: 'The applicant won’t see these comments. The scores count as before.',
  showText: 'The applicant gets these comments with the results.',
  hiddenNow: 'Comments hidden.',
  shownNow: 'Comments shown.',
} as const;

export const decisionLabels = {
  caption: 'Outcomes of the proposals',
  loading: 'Loading the outcomes',
  tooEarly: 'Outcomes are set once the round is closed.',
  none: 'No proposals were in this round.',
  noMatch: 'No outcomes match.',
  all: 'All',
  missing: 'Not set',
  deviations: 'Different from the ranking',
  filters: 'Which outcomes',
  needsReason: 'Needs a reason',
  reason: 'Reason',
  outcome: 'Outcome',
  stage: 'Funding stage',
  stageUnchanged: 'Unchanged',
  amount: 'Amount in GHS',
  change: 'Change',
  changeTitle: (name: string) => `Outcome of ${name}`,
  changeText:
    'An outcome that differs from the ranking needs a reason. The reason is public, without the name.',
  reasonHint: '10 to 2,000 characters. Leave blank if the outcome follows the ranking.',
  save: 'Save',
  saved: 'Outcome saved.',
  fundAll: 'Stage and amount for all selected',
  fundAllText:
    'Each selected proposal gets this stage and this amount. What you leave blank stays as it is. You can change single ones afterwards.',
  amounts: (rows: readonly { amount: number | null }[]) => {
    const given = rows.flatMap(({ amount }) => amount ?? []);
    const sum = given.reduce((total, amount) => total + amount, 0);
    const missing = rows.length - given.length;
    return `GHS ${sum.toLocaleString('en-GB')} in all${missing > 0 ? `, ${proposals(missing)} without an amount` : ''}.`;
  },
  more: 'Show more',
  summary: (selected: number, places: number, missing: number) =>
    `${selected.toLocaleString('en-GB')} selected for ${countPlaces(places)}. ${
      missing === 0 ? 'Every proposal has an outcome.' : `${proposals(missing)} without an outcome.`
    }`,
} as const;

export const releaseLabels = {
  tooEarly: 'Results can be released once they are sealed.',
  seals: 'Seals',
  noSeals: 'Nothing has been sealed yet.',
  sealedAt: (at: string) => `Sealed ${at}`,
  withdrawnAt: (at: string) => `withdrawn ${at}`,
  planned: (at: string) => `The results go out on ${at}`,
  plannedText: 'Emails go out and the record shows the results at that time, automatically.',
  cancel: 'Cancel the release',
  cancelled: 'The scheduled release is cancelled.',
  plan: 'Release later',
  at: 'Release on (date and time)',
  atHint: 'Time in Ghana (Africa/Accra), within the next 60 days.',
  planButton: 'Preview this release',
  noMoment: 'Enter a date and time.',
  title: 'Release the results?',
  loading: 'Counting who gets what',
  selected: 'Selected',
  notSelected: 'Not selected',
  withdrawn: 'Withdrawn, or account closed',
  absent: 'Absent',
  sample: {
    selected: (to: string) => `Email to a selected applicant: ${to}`,
    not_selected: (to: string) => `Email to an applicant who is not selected: ${to}`,
  },
  mails: 'Emails to applicants',
  withoutComment: 'Without a comment from judges',
  text: 'Each applicant gets one email with their result. The record shows the results. This cannot be undone.',
  finalText: 'This is the final round: selected proposals are approved, the others declined.',
  notFinalText: 'Proposals that are not selected are declined; selected ones continue.',
  now: 'Release now',
  on: (at: string) => `Release on ${at}`,
  released: 'Results released.',
  plannedDone: 'The release is scheduled.',
  releasedAt: (at: string) => `Released ${at}`,
  record: 'Public record',
} as const;
