import { countOf } from '#domain/count-of.ts';
import type { TemplateKind } from '#domain/mailings/rules.ts';

export const templateLabels = {
  title: 'Email templates',
  lead: 'Templates you can start from. Editing one doesn’t change emails already sent.',
  caption: 'Templates for mailings and decisions',
  create: 'Add a template',
  editTitle: 'Edit template',
  reasons: 'Reasons for declining',
  back: 'All templates',
  toMailings: 'All mailings',
  none: 'No templates yet. Add the first one.',
  name: 'Name',
  nameHint: 'Only admins see it.',
  kind: 'What it is for',
  startFrom: 'Start from a template',
  startWordsFrom: 'Start your message from',
  noTemplate: 'Write your own',
  chooseKind: 'Choose what it is for',
  subject: 'Subject',
  text: 'Text',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Template saved.',
  deleted: 'Template deleted.',
  deleteQuestion: 'Emails already written with it do not change.',
  loading: 'Loading the template',
  listFailed: 'The templates could not be loaded.',
  fetchFailed: 'The template could not be loaded.',
  saveFailed: 'The template could not be saved. Check your connection and try again.',
  deleteFailed: 'The template could not be deleted. Check your connection and try again.',
  placeholders: 'What {first_name} and the other placeholders become',
} as const;

export const KINDS: Record<TemplateKind, string> = {
  mailing: 'Mailing',
  approval: 'Approval',
  correction: 'Correction of a decision',
};

/** What each person reads instead. */
export const PLACEHOLDERS = [
  ['{first_name}', 'their first name'],
  ['{business_name}', 'their business, or the newest if they have several proposals'],
  ['{program}', 'the title of the program'],
  ['{deadline}', 'their deadline'],
  ['{link}', 'the address of their proposal, or of their draft'],
  ['{receipt_number}', 'the number of their receipt; of proposals only'],
  ['{stage}', 'the funding stage they were told; of proposals only'],
  ['{amount}', 'the amount that a released round has told them, or –; of proposals only'],
] as const;

export const describeTotal = countOf('template', 'templates');
