import { LABELS } from './rules.ts';

export const LABEL = {
  notFound: 'Label not found.',
  taken: 'There is already a label with this name. Choose another name.',
  colour: 'Choose one of the eight colours.',
  gone: 'One of these labels no longer exists. Choose again.',
  tooMany: `You’ve reached the limit of ${LABELS.most} labels. Delete one to add another.`,
} as const;
