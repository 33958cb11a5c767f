import { cleanRichText } from '../rich-text.ts';
import { requireStorable } from '../stored-rich-text.ts';

/** A business description as it is stored; refuses 422 one that is too long then. */
export const cleanDescription = (html: string): string => requireStorable(cleanRichText(html), 'business_description', 'the business description');
