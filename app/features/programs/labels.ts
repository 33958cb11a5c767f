export const programLabels = {
  title: 'All Programs',
  caption: 'Programs',
  create: 'Create a program',
  createTitle: 'Create a program',
  editTitle: 'Edit program',
  back: 'All Programs',
  searchHint: 'Title or description',
  noMatch: 'No programs match your search.',
  program: 'Program',
  sector: 'Sector',
  chooseSector: 'Choose a sector',
  deadline: 'Deadline',
  state: 'Status',
  actions: 'Actions',
  submissions: 'Submissions',
  questions: 'Questions',
  season: 'Season',
  ended: 'Ended',
  announce: 'Announce decisions',
  onBehalf: 'Enter a paper proposal',
  unannounced: (count: number) => `${count.toLocaleString('en-GB')} not announced`,
  drafts: (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'draft' : 'drafts'}`,
  hidden: 'Hidden',
  notOpenYet: 'Not open yet',
  deleteText: 'It disappears from the public website at once. This cannot be undone.',
  formTitle: 'Title',
  untitled: 'No title yet',
  description: 'Description',
  descriptionHint: 'What you fund, who can apply and what to submit.',
  deadlineLabel: 'Deadline (date and time)',
  deadlineHint:
    'Time in Ghana (Africa/Accra). Submissions close at this moment; applicants can edit until the end of the day before.',
  opening: 'Opening (date and time)',
  openingHint: 'Until then, everyone can read about the program but nobody can apply.',
  amount: 'How much',
  amountHint: 'As applicants will see it, such as GHS 50,000 to 250,000.',
  decisionBy: 'Decision by',
  decisionByHint: 'The day by which applicants will hear from you.',
  announces: 'When applicants are told',
  announcesHint: '“All together” holds every decision until you announce them.',
  visibility: 'Who sees it',
  visibilityHint: 'The public record of a round that has opened stays public either way.',
  past: 'This time has passed: the program will be closed.',
  moveTitle: 'Move the deadline?',
  move: 'Move the deadline',
  save: 'Save',
  cancel: 'Cancel',
} as const;

export const VISIBILITIES = [
  { value: 'true', label: 'Everyone' },
  { value: 'false', label: 'Only our team' },
] as const;

export const ANNOUNCES_CHOICES = [
  { value: 'at_once', label: 'As each is decided' },
  { value: 'together', label: 'All together, when you announce them' },
] as const;

export const SORTS = [
  { value: '-deadline_date', label: 'Deadline, latest first' },
  { value: 'deadline_date', label: 'Deadline, earliest first' },
  { value: '-created_at', label: 'Newest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: 'sector', label: 'Sector, A to Z' },
] as const;

export const describeProposals = (count: number): string =>
  `It has ${count.toLocaleString('en-GB')} ${count === 1 ? 'proposal' : 'proposals'}. Move its deadline to close it instead.`;
export const describeTotal = (total: number): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? 'program' : 'programs'}`;
/** `left` as domain/programs/rules.ts describes it: "12 days left". */
export const describeClosing = (moment: string, left: string): string =>
  `Closes ${moment}. ${left}.`;

export const describeMove = (from: string, to: string): string => `From ${from} to ${to}.`;
const count = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;
export const describeWaiting = (drafts: number, waiting: number): string =>
  `The program has ${count(drafts, 'open draft', 'open drafts')} and ${count(waiting, 'waiting submission', 'waiting submissions')}, whose documents may still arrive.`;
export const describeMails = (total: number): string =>
  total === 0
    ? 'Nobody needs to be told.'
    : `${count(total, 'applicant', 'applicants')} will be told by email.`;
