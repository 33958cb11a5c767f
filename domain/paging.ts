/** What every list call takes (contract.md section 3). */
import { z } from 'zod';
import { LENGTHS, PAGING } from './constants.ts';

const whole = (name: string) => z.coerce.number({ error: `${name} must be a whole number.` }).int(`${name} must be a whole number.`).min(0, `${name} can't be negative.`).max(Number.MAX_SAFE_INTEGER);

/** `skip` and `limit` in rows; more than 1,000 is cut to 1,000. `q`: words, any case, accents folded. */
export const listQuery = z.object({
  skip: whole('skip').default(0),
  limit: whole('limit').default(PAGING.limit).transform((value) => Math.min(value, PAGING.limit)),
  q: z.string().max(LENGTHS.query, `A search can have at most ${LENGTHS.query} characters.`).optional(),
});

/** `field` or `-field` among those given; nothing asked means `fallback`. */
export function sortBy<const F extends string>(fields: readonly F[], fallback: F | `-${F}`) {
  type Sort = F | `-${F}`;
  const choices = fields.flatMap((field): Sort[] => [field, `-${field}`]);
  const isChoice = (value: string): value is Sort => (choices as string[]).includes(value);
  return z
    .string()
    .optional()
    .transform((value) => value || (fallback as string))
    .refine(isChoice, `sort must be one of ${choices.join(', ')}.`)
    .transform((value) => value as Sort);
}

/** A filter whose empty value means "no filter", as a form with nothing chosen sends it. */
export function filter<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** The page (from 1) and its rows as skip and limit; what is no number is page 1. */
export function pageToSkip(page: string | null | undefined, size: number): { page: number; skip: number } {
  const number = Number(page);
  const wanted = Number.isSafeInteger(number) && number > 0 ? number : 1;
  return { page: wanted, skip: (wanted - 1) * size };
}
