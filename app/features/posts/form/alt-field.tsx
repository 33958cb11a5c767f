import { LENGTHS } from '#domain/constants.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { postLabels } from '../labels.ts';

/** The fields' names in the form. */
export const FEATURED_ALT = 'alt:featured';
export const galleryAlt = (itemId: string): string => `alt:${itemId}`;

/** What a draft says about gallery pictures, by their ids. */
export const restoredAlts = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      name.startsWith(galleryAlt('')) ? [[name.slice(galleryAlt('').length), text]] : [],
    ),
  );

type Props = { name: string; label: string; defaultValue?: string | undefined };

/** What a picture shows, for people who cannot see it. */
export const AltField = (props: Props) => (
  <TextField
    {...props}
    hint={postLabels.altHint}
    isOptional
    autoComplete="off"
    maxLength={LENGTHS.altText}
  />
);
