import { countOf } from '#domain/count-of.ts';

const proposals = countOf('proposal', 'proposals');
const countPlaces = countOf('place', 'places');

export const rankingLabels = {
  caption: 'Ranking of the proposals',
  loading: 'ranking',
  tooEarly: 'The ranking can be seen once the round is closed.',
  searchHint: 'Code or business name',
  none: 'No proposal was in this round.',
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
  all: 'All',
  undecided: 'Not set',
  outcomes: { selected: 'Selected', not_selected: 'Not selected' },
  read: 'Read reviews',
  actions: 'Reviews',
  export: 'Download as CSV',
  exportFailed: 'The ranking could not be downloaded. Please try again.',
  filters: 'Which proposals',
  keys: 'Keys: j and k move, s selects, x does not, r reads the reviews.',
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
  hasConflictText: 'That review does not count. If reviews are short, open the round again.',
  close: 'Close',
  total: (total: number | null) => (total === null ? 'Not submitted' : total.toFixed(2)),
  states: {
    assigned: 'Not begun',
    started: 'Not submitted',
    submitted: 'Submitted',
    recused: 'Conflict of interest, not counted',
    abstained: 'Abstained',
    removed: 'Given to another judge',
  },
  strength: 'What was strong',
  nextStep: 'What comes next',
  note: 'Note for admins',
  hidden: 'Hidden from the applicant',
  hide: 'Hide comments',
  show: 'Show comments',
  hideText: 'The applicant does not get these comments. The scores count as before.',
  showText: 'The applicant gets these comments with the results.',
  hiddenNow: 'Comments hidden.',
  shownNow: 'Comments shown.',
} as const;

export const decisionLabels = {
  caption: 'Outcomes of the proposals',
  loading: 'Loading the outcomes',
  tooEarly: 'Outcomes are set once the round is closed.',
  none: 'No proposal was in this round.',
  noMatch: 'None.',
  all: 'All',
  missing: 'Not set',
  deviations: 'Different from the ranking',
  filters: 'Which outcomes',
  needsReason: 'Needs a reason',
  reason: 'Reason',
  outcome: 'Outcome',
  stage: 'Funding stage',
  stageUnchanged: 'As it is',
  amount: 'Amount in GHS',
  change: 'Change',
  changeTitle: (name: string) => `Outcome of ${name}`,
  changeText:
    'An outcome that differs from the ranking needs a reason. The reason is public, without the name.',
  reasonHint: '10 to 2,000 characters. Leave it empty where the outcome follows the ranking.',
  save: 'Save',
  saved: 'Outcome saved.',
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
  plannedText: 'Mails are sent and the record shows the results at that moment, by itself.',
  cancel: 'Take the plan back',
  cancelled: 'The planned release is taken back.',
  plan: 'Release later',
  at: 'Release on (date and time)',
  atHint: 'Time in Ghana (Africa/Accra), within the next 60 days.',
  planButton: 'Preview this release',
  noMoment: 'Please enter a date and time.',
  title: 'Release the results?',
  loading: 'Counting who gets what',
  selected: 'Selected',
  notSelected: 'Not selected',
  withdrawn: 'Withdrawn, or account closed',
  mails: 'Emails to applicants',
  withoutComment: 'Without a comment from judges',
  text: 'Each applicant gets one email with their result. The record shows the results, and they cannot be taken back.',
  finalText: 'This is the final round: selected proposals become approved, the others declined.',
  notFinalText: 'Proposals that are not selected become declined; the selected go on.',
  now: 'Release now',
  on: (at: string) => `Release on ${at}`,
  released: 'Results released.',
  plannedDone: 'The release is planned.',
  releasedAt: (at: string) => `Released ${at}`,
  record: 'Public record',
} as const;
