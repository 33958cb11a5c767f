import type { QuestionKind } from '#domain/questions/rules.ts';

/** Labels of the screen on which admins write the questions of a program. */
export const editorLabels = {
  title: 'Questions',
  lead: (program: string) => `What ${program} asks besides the usual fields.`,
  back: 'All Programs',
  loading: 'Loading the questions',
  none: 'This program asks no questions of its own yet.',
  add: 'Add a question',
  save: 'Save questions',
  saved: 'Questions saved.',
  failed: 'The questions could not be saved.',
  cancel: 'Cancel',
  untitled: 'New question',
  edit: 'Edit',
  done: 'Done',
  remove: 'Remove',
  retire: 'Retire',
  askAgain: 'Ask again',
  up: 'Move up',
  down: 'Move down',
  required: 'Required',
  optional: 'Optional',
  deciding: 'Decides who can apply',
  retiredTitle: 'Retired questions',
  retiredLead: 'These are no longer asked. Answers already given stay with their proposals.',
  inUse:
    'Applicants have already answered this. You can add and reorder options, but not remove them or change the kind of answer.',
  label: 'Question',
  help: 'Help text',
  helpHint: 'Shown below the question.',
  kind: 'Kind of answer',
  isRequired: 'An answer is required',
  maxLength: 'Longest answer, in characters',
  maxLengthHint: (most: string) => `Leave blank to allow up to ${most}.`,
  min: 'Smallest number',
  max: 'Largest number',
  first: 'Earliest day',
  last: 'Latest day',
  options: 'Options',
  optionsHint: 'One per line, 2 to 30 options.',
  shownIf: 'Ask this question',
  always: 'Always',
  later: (name: string) => `${name} (comes later)`,
  gone: 'A question that is no longer asked',
  equals: 'If the answer is',
  chooseAnswer: 'Choose an answer',
  decides: 'The answer decides who can apply',
  qualifying: 'Answers that qualify',
  from: 'Qualifies from',
  until: 'Qualifies up to',
  sentence: 'What everyone else is told',
  sentenceHint: 'Say kindly why they can’t apply. Up to 300 characters.',
  fileNote:
    'A PDF, or pictures that become one. Judges never see it, viewers only its size. At most 5 per program.',
  copyTitle: 'Copy questions from another program',
  copyFrom: 'Program',
  chooseProgram: 'Choose a program',
  copy: 'Copy questions',
  copyFailed: 'The questions of that program could not be loaded.',
  copyNone: 'That program asks no questions of its own.',
  previewTitle: 'As an applicant sees it on a phone',
} as const;

export const KIND_LABELS: Record<QuestionKind, string> = {
  short_text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  date: 'Date',
  yes_no: 'Yes or no',
  choice: 'One option',
  choices: 'Several options',
  file: 'File (PDF)',
};

/** `place` counts from 1. */
export const nameOf = (place: number, label: string): string =>
  `${place}. ${label.trim() || editorLabels.untitled}`;

export const describeMove = (label: string, place: number): string =>
  `“${label.trim() || editorLabels.untitled}” is now question ${place}.`;

export const describeDependants = (label: string): string =>
  `“${label.trim() || editorLabels.untitled}” is asked only after a certain answer to this question. Change that first.`;

/** `place` counts from 1. */
export const describeDependence = (place: number): string => `Depends on question ${place}`;

export const describeCopied = (count: number): string =>
  count === 1 ? '1 question was added at the end.' : `${count} questions were added at the end.`;

export const describeCount = (count: number, most: number): string =>
  count === 0 ? `No questions yet. You can ask up to ${most}.` : `${count} of ${most} questions`;
