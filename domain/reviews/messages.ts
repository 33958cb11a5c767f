import { REVIEWS } from '../constants.ts';

const count = (total: number): string => total.toLocaleString('en-GB');

export const NOTE = {
  notFound: 'Note not found.',
  notYours: 'Only the author of a note can change or delete it.',
} as const;

export const VIEW = {
  notFound: 'Saved view not found.',
  notYours: 'Only the person who saved a view can delete it.',
  known: 'You already have a view with this name. Please choose another name.',
  tooMany: `You’ve reached the limit of ${REVIEWS.views} saved views. Delete one to save another.`,
} as const;

export const TEMPLATE = {
  notFound: 'Template not found.',
  tooMany: `You’ve reached the limit of ${REVIEWS.templates} templates. Delete one to add another.`,
} as const;

export const BULK = {
  which: 'Please say which proposals: by their ids or by a filter, not by both.',
  ids: 'Please choose at least one proposal.',
  tooMany: (total?: number) =>
    `One bulk change can take ${count(REVIEWS.bulk)} proposals at most${total === undefined ? '' : `, and ${count(total)} match`}. Please choose fewer.`,
  change: 'Please say what is to change.',
  total: 'The number of proposals must be a whole number.',
  preview: 'a preview is wanted',
  skip: 'refused proposals are skipped',
  allNames: 'all are named',
  ownRegion: 'nobody gets a proposal from their own region',
  changed: (expected: number, total: number) =>
    `Somebody changed the list meanwhile: there were ${count(expected)} proposals, and now ${count(total)} match. Nothing was changed.`,
  refused: (refused: number) =>
    `${count(refused)} ${refused === 1 ? 'proposal refuses' : 'proposals refuse'} this change. Nothing was changed.`,
  undoOver:
    'This can no longer be undone: the time for it is over, or somebody has decided since. Nothing was changed.',
  assignees: 'Please choose the admins among whom the proposals are shared.',
  assigneesGone:
    'Not everybody chosen is an active admin. Please choose again among those who are.',
  each: `Please enter a whole number from 1 to ${count(REVIEWS.bulk)}.`,
  eitherAssignment:
    'Proposals are assigned to one person or shared among several. Please send one of them.',
  nobodyElse: 'Everybody chosen is from the same region as this applicant.',
} as const;
