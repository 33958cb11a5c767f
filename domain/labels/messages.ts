import { LABELS } from './rules.ts';

export const LABEL = {
  notFound: 'Label not found.',
  taken: 'There is a label of this name. Please choose another name.',
  colour: 'Please choose one of the eight colours.',
  gone: 'One of these labels no longer exists. Please choose again.',
  tooMany: `There are ${LABELS.most} labels, and there cannot be more. Please delete one first.`,
} as const;
