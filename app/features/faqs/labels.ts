import { countOf } from '#domain/count-of.ts';

export const faqLabels = {
  title: 'FAQs',
  caption: 'Frequently asked questions',
  create: 'Create an FAQ',
  createTitle: 'Create an FAQ',
  editTitle: 'Edit FAQ',
  back: 'All FAQs',
  searchHint: 'Question or answer',
  noMatch: 'No FAQs match your search.',
  number: '#',
  question: 'Question',
  answer: 'Answer',
  created: 'Created',
  questionHint: 'As a visitor would ask it.',
  answerHint: 'Plain text. Leave a blank line to start a new paragraph.',
  save: 'Save',
  deleteQuestion: 'It disappears from the public website at once. This cannot be undone.',
} as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'question', label: 'Question, A to Z' },
] as const;

export const describeTotal = countOf('FAQ', 'FAQs');
