import { countOf } from '#domain/count-of.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Round, RoundState } from '#domain/rounds/schema.ts';

export const roundLabels = {
  title: 'Rounds',
  caption: 'Rounds of judging',
  create: 'Create a round',
  createTitle: 'Create a round',
  createLead: 'A draft that only admins see. Everything can be changed until the round opens.',
  loading: 'Loading the round',
  back: 'All rounds',
  searchHint: 'Name or program',
  noMatch: 'No rounds match your search or filters.',
  none: 'No rounds yet. Without rounds, admins decide on proposals directly.',
  noneReleased: 'No round has been released yet.',
  program: 'Program',
  chooseProgram: 'Choose a program',
  name: 'Name',
  nameHint: 'As applicants and the public will see it, such as “Screening”.',
  state: 'Status',
  kind: 'Kind of round',
  venue: 'Venue',
  venueHint: 'The hall and its town, as applicants will read it.',
  date: 'Day',
  dateHint: 'Leave blank if there are sessions: they say the day.',
  minutes: 'Minutes for each applicant',
  minutesOf: { pitch: 'Pitch', questions: 'Questions', change: 'Changing over' },
  sessions: 'Sessions',
  sessionsHint:
    'Each place in the order gets its time from the session it is in. Without sessions, nobody is told a time.',
  session: 'Session',
  sessionFrom: 'Begins with pitch number',
  sessionStarts: 'Begins at (date and time)',
  addSession: 'Add a session',
  removeSession: 'Remove session',
  zones: 'Create five rounds, one for each zone',
  zonesHint: 'Each is a draft with the regions of its zone and no judges: every zone has its own.',
  position: 'Position',
  positionHint: 'Leave blank to put it last.',
  entries: 'Proposals',
  reviews: 'Reviews',
  closes: 'Closes',
  closesAt: 'Closes at (date and time)',
  closesHint: 'Time in Ghana (Africa/Accra). You can make it later while the round is open.',
  isFinal: 'This is the final round: proposals selected here are approved',
  places: 'Places',
  placesHint: 'How many can be selected.',
  regions: 'Regions',
  regionsHint: 'Leave all unticked to include every region.',
  allRegions: 'All regions',
  reading: 'How judges read',
  isBlind: 'Blind: judges do not see names, addresses or numbers',
  showsDocuments: 'Judges see the pitch deck and the financials',
  showsHint: 'In a blind round only documents that could be cleaned are shown.',
  sparesOwnRegion: 'Judges do not read proposals from their own region',
  reviewsPerProposal: 'Reviews per proposal',
  comments: 'Comments for the applicant',
  nearPoints: 'Points counted as near the line',
  nearPointsHint: 'From 0 to 20.',
  nearTies: 'Proposals near the line',
  declineText: 'What applicants who are not selected are told',
  selectedText: 'What applicants who are selected are told',
  selectedHint:
    'It stands in their email and results. Placeholders: {first_name}, {business_name}, {program}, {receipt_number}, {stage}, {amount}.',
  rubric: 'Criteria',
  rubricHint: 'Judges give each criterion 1 to 5. Each score needs a sentence.',
  criterion: 'Criterion',
  criterionName: 'Name of the criterion',
  question: 'Question',
  weight: 'Weight',
  weightHint: 'From 1 to 100.',
  weights: (sum: number) => `Weights: ${sum.toLocaleString('en-GB')} in all.`,
  anchor: 'What a',
  anchorEnd: 'means',
  addCriterion: 'Add a criterion',
  removeCriterion: 'Remove criterion',
  judges: 'Judges',
  judgesHint: 'Only judges who have accepted by the time the round opens are given proposals.',
  noJudges: 'Nobody has been invited yet.',
  copyOf: 'Start from',
  copyNone: 'An empty round',
  steps: [
    'Program and places',
    'How judges work',
    'Criteria',
    'Judges, and what applicants are told',
  ],
  next: (title: string) => `Next: ${title}`,
  wrongIn: (count: number) => `${count.toLocaleString('en-GB')} to correct`,
  save: 'Save',
  cancel: 'Cancel',
  created: 'Round created.',
  createdZones: 'Five rounds created.',
  saved: 'Round saved.',
  deleted: 'Round deleted.',
  deleteQuestion: 'Its set-up will be deleted. This cannot be undone.',
  yes: 'Yes',
  no: 'No',
  listFailed: 'The rounds could not be loaded. Check your connection and try again.',
  saveFailed: 'The round could not be saved. Try again.',
  deleteFailed: 'The round could not be deleted. Try again.',
  noName: 'Enter a name for the criterion.',
  noAnchor: (criterion: number, score: number) =>
    `Criterion ${criterion}: say what a ${score} means.`,
  wrongNumber: 'Enter a number.',
} as const;

export const ROUND_STATES: Readonly<Record<RoundState, string>> = {
  draft: 'Draft',
  open: 'Open',
  closed: 'Closed',
  sealed: 'Sealed',
  released: 'Released',
};

export const STATE_OPTIONS = Object.entries(ROUND_STATES).map(([value, label]) => ({
  value,
  label,
}));

export const KINDS = [
  { value: 'reading', label: 'Reading: judges read proposals at home' },
  { value: 'pitch', label: 'Pitch: judges score applicants in a hall' },
] as const;

export const describeMinutes = (minutes: Round['minutes'] | undefined): string =>
  minutes
    ? (['pitch', 'questions', 'change'] as const)
        .map((name) => `${roundLabels.minutesOf[name]} ${minutes[name]}`)
        .join(', ')
    : '';

export const describeSessions = (sessions: Round['sessions'] = []): string =>
  sessions
    .map(({ from, starts_at: at }) => `${formatShortDateTime(at)} from number ${from}`)
    .join('; ');

export const COMMENTS = [
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
] as const;

export const NEAR_TIES = [
  { value: 'reason', label: 'Marked, for the firm to look at again' },
  { value: 'lot', label: 'Ordered by lot' },
] as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'position', label: 'Position' },
  { value: 'name', label: 'Name, A to Z' },
] as const;

export const describeTotal = countOf('round', 'rounds');

export const describeAnchor = (score: number): string =>
  `${roundLabels.anchor} ${score} ${roundLabels.anchorEnd}`;

export const describeProgress = (submitted: number, reviews: number): string =>
  `${submitted.toLocaleString('en-GB')} of ${reviews.toLocaleString('en-GB')}`;
