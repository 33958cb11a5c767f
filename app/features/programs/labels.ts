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
  deadline: 'Deadline',
  state: 'Status',
  actions: 'Actions',
  submissions: 'Submissions',
  ended: 'Ended',
  onBehalf: 'Enter a paper proposal',
  unannounced: (count: number) => `${count.toLocaleString('en-GB')} not announced`,
  drafts: (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'draft' : 'drafts'}`,
  hidden: 'Hidden',
  notOpenYet: 'Not open yet',
  deleteText: 'It disappears from the public website at once. This cannot be undone.',
  formTitle: 'Title',
  description: 'Description',
  amount: 'How much',
  decisionBy: 'Decision by',
  announces: 'When applicants are told',
} as const;

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
