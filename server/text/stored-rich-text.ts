/**
 * Limits of rich text apply to what is stored: whatever could be saved once can be saved again
 * (docs/decisions/0020).
 */
import { z } from 'zod';
import { LENGTHS } from '#domain/constants.ts';
import { invalid } from '#domain/problem.ts';
import { tooLong } from '#domain/plain-text.ts';
import { richText } from '#domain/text.ts';

/**
 * Takes cleaned HTML; returns it as the schema will read it when it is sent back. Refuses with 422
 * on `field` if it has become too long for that schema: cleaning writes & as five characters.
 * `label` as in "the description".
 */
export function requireStorable(cleaned: string, field: string, label: string): string {
  const stored = z.safeParse(richText(label, LENGTHS.richText), cleaned);
  if (!stored.success)
    throw invalid({
      [field]: `${tooLong(label, LENGTHS.richText)} Signs such as & and < count as four or five.`,
    });
  return stored.data;
}
