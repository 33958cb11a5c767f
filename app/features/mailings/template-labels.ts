import { countOf } from '#domain/count-of.ts';
import type { TemplateKind } from '#domain/mailings/rules.ts';

export const templateLabels = {
  title: 'Texts for emails',
  lead: 'Texts you can start from. Editing one doesn’t change emails already sent.',
  caption: 'Texts for mailings and decisions',
  create: 'Add a text',
  editTitle: 'Edit a text',
  reasons: 'Reasons for declining',
  back: 'All texts',
  none: 'No texts yet. Add the first one.',
  name: 'Name',
  nameHint: 'Only admins see it.',
  kind: 'What it is for',
  startFrom: 'Start from',
  startWordsFrom: 'Start your words from',
  noTemplate: 'Write it yourself',
  chooseKind: 'Choose what it is for',
  subject: 'Subject',
  text: 'Text',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Text saved.',
  deleted: 'Text deleted.',
  deleteQuestion: 'Emails that were written with it keep their words.',
  loading: 'Loading the text',
  listFailed: 'The texts could not be loaded.',
  fetchFailed: 'The text could not be loaded.',
  saveFailed: 'The text could not be saved. Check your network and try again.',
  deleteFailed: 'The text could not be deleted. Check your network and try again.',
  placeholders: 'What stands in place of {first_name} and the others',
} as const;

export const KINDS: Record<TemplateKind, string> = {
  mailing: 'Mailing',
  approval: 'Approval',
  correction: 'Correction of a decision',
};

/** What each person reads instead. */
export const PLACEHOLDERS = [
  ['{first_name}', 'their first name'],
  ['{business_name}', 'their business; of several proposals the newest'],
  ['{program}', 'the title of the program'],
  ['{deadline}', 'the deadline that holds for them'],
  ['{link}', 'the address of their proposal, or of their draft'],
] as const;

export const describeTotal = countOf('text', 'texts');
