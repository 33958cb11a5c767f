/** What the admin's program screens say. */
export const programLabels = {
  title: 'All Programs',
  caption: 'Programs',
  create: 'Create a program',
  createTitle: 'Create a program',
  editTitle: 'Edit program',
  back: 'All Programs',
  search: 'Search',
  searchHint: 'Title or words of the description',
  clear: 'Clear the search',
  noMatch: 'No programs match your search.',
  program: 'Program',
  sector: 'Sector',
  chooseSector: 'Choose a sector',
  deadline: 'Deadline',
  state: 'State',
  open: 'Open',
  actions: 'Actions',
  edit: 'Edit',
  submissions: 'Submissions',
  deleteText: 'It disappears from the public website at once. This can not be undone.',
  formTitle: 'Title',
  description: 'Description',
  descriptionHint: 'What is funded, for whom, and what to send in.',
  deadlineLabel: 'Deadline (date and time)',
  deadlineHint:
    'Time in Ghana (Africa/Accra). Submissions close at this moment; applicants can edit theirs until 00:00 of that day.',
  past: 'This moment has passed: the program will be closed.',
  save: 'Save',
  cancel: 'Cancel',
} as const;

export const describeTotal = (total: number): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? 'program' : 'programs'}`;
/** `left` as domain/programs/rules.ts describes it: "12 days left". */
export const describeClosing = (moment: string, left: string): string =>
  `Closes ${moment}. ${left}.`;
