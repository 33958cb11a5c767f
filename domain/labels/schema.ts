import * as z from 'zod/mini';
import { requiredText, UUID } from '../text.ts';
import { LABEL_COLOURS, LABELS } from './rules.ts';

export const LABEL = {
  notFound: 'Label not found.',
  taken: 'There is already a label with this name. Choose another name.',
  colour: 'Choose one of the eight colours.',
  gone: 'One of these labels no longer exists. Choose again.',
  tooMany: `You’ve reached the limit of ${LABELS.most} labels. Delete one to add another.`,
} as const;

const fields = {
  name: requiredText('a name', LABELS.nameLength),
  colour: z.enum(LABEL_COLOURS, { error: LABEL.colour }),
};

export const createLabelInput = z.object(fields);

/** Fields that are not sent stay. */
export const updateLabelInput = z.partial(z.object(fields));

/** Of one proposal, all of them; or those to add or remove. */
export const labelIds = z.pipe(
  z
    .array(z.string({ error: LABEL.gone }).check(z.regex(UUID, LABEL.gone)), { error: LABEL.gone })
    .check(z.maxLength(LABELS.most, LABEL.gone)),
  z.transform((ids: string[]) => [...new Set(ids)]),
);

/** Ids as a filter, separated by commas. */
export const labelList = z.pipe(
  z.string({ error: LABEL.gone }),
  z.pipe(
    z.transform((text: string) => text.split(',').map((id) => id.trim())),
    labelIds,
  ),
);

export const label = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(LABEL_COLOURS),
});

export type CreateLabelInput = z.output<typeof createLabelInput>;
export type UpdateLabelInput = z.output<typeof updateLabelInput>;
export type Label = z.output<typeof label>;
