/** Labels: a few words that admins pin to proposals, contract §10. No applicant ever sees one. */
import { dropUnseen } from '../fold-text.ts';

export const LABELS = { most: 50, nameLength: 40 } as const;

export const LABEL_COLOURS = [
  'grey',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
] as const;
export type LabelColour = (typeof LABEL_COLOURS)[number];

/** Two labels of the same key have the same name: letters count alike in either case. */
export const labelKeyOf = (name: string): string => dropUnseen(name).normalize('NFC').toLowerCase();
