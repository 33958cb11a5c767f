import { REVIEWS } from '../constants.ts';

const count = (total: number): string => total.toLocaleString('en-GB');

export const NOTE = {
  notFound: 'Note not found.',
  notYours: 'Only the author of a note can change or delete it.',
} as const;

export const VIEW = {
  notFound: 'Saved view not found.',
  notYours: 'Only the person who saved a view can delete it.',
  known: 'You already have a view with this name. Choose another name.',
  tooMany: `You’ve reached the limit of ${REVIEWS.views} saved views. Delete one to save another.`,
} as const;

export const TEMPLATE = {
  notFound: 'Template not found.',
  tooMany: `You’ve reached the limit of ${REVIEWS.templates} templates. Delete one to add another.`,
} as const;

export const BULK = {
  which: 'Choose proposals by their ids or by a filter, not both.',
  ids: 'Choose at least one proposal.',
  tooMany: (total?: number) =>
    `One bulk change can take ${count(REVIEWS.bulk)} proposals at most${total === undefined ? '' : `, and ${count(total)} match`}. Choose fewer.`,
  change: 'Say what to change.',
  total: 'The number of proposals must be a whole number.',
  preview: 'a preview is wanted',
  skip: 'refused proposals are skipped',
  allNames: 'all are named',
  ownRegion: 'nobody gets a proposal from their own region',
  changed: (expected: number, total: number) =>
    `The list has changed: there were ${count(expected)} proposals, and now ${count(total)} match. Nothing was changed.`,
  refused: (refused: number) =>
    `${count(refused)} ${refused === 1 ? 'proposal' : 'proposals'} cannot be changed like this. Nothing was changed.`,
  undoOver:
    'This can no longer be undone: the time has run out, or somebody has decided since. Nothing was changed.',
  assignees: 'Choose the admins to assign the proposals to.',
  assigneesGone: 'Not everyone you chose is an active admin. Choose again.',
  each: `Enter a whole number from 1 to ${count(REVIEWS.bulk)}.`,
  eitherAssignment: 'Assign proposals to one person or share them among several, not both.',
  nobodyElse: 'Everyone you chose is from the same region as this applicant.',
} as const;
