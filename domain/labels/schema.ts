import * as z from 'zod/mini';
import { requiredText } from '../text.ts';
import { LABEL } from './messages.ts';
import { LABEL_COLOURS, LABELS } from './rules.ts';

const fields = {
  name: requiredText('a name', LABELS.nameLength),
  colour: z.enum(LABEL_COLOURS, { error: LABEL.colour }),
};

export const createLabelInput = z.object(fields);

/** Fields that are not sent stay. */
export const updateLabelInput = z.partial(z.object(fields));

export const label = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(LABEL_COLOURS),
});

export type CreateLabelInput = z.output<typeof createLabelInput>;
export type UpdateLabelInput = z.output<typeof updateLabelInput>;
export type Label = z.output<typeof label>;
