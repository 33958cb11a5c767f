import * as z from 'zod/mini';
import { LENGTHS, PAGING } from './constants.ts';

function whole(name: string) {
  const wrong = `${name} must be a whole number.`;
  const number = z.coerce.number({ error: wrong }).check(
    // Also refuses whole numbers that JavaScript cannot count exactly.
    z.int({ error: ({ code }) => (code === 'too_big' ? `${name} is too large.` : wrong) }),
    z.gte(0, `${name} cannot be negative.`),
  );
  // Digits only: JavaScript also reads 0x10 and 1e3 as numbers.
  return z.pipe(
    z.transform((value) => (typeof value === 'string' && !/^-?\d+$/.test(value) ? NaN : value)),
    number,
  );
}

/** An empty value counts as not sent. */
const orElse = (schema: ReturnType<typeof whole>, value: number) =>
  z.pipe(
    z.transform((given) => (given === '' ? undefined : given)),
    z._default(schema, value),
  );

/** However many digits it has; anything else is left to the check. */
const reduceLimit = (value: unknown) =>
  /^\d+$/.test(String(value)) ? Math.min(Number(value), PAGING.limit) : value;

export const limitOr = (unasked: number) =>
  z.pipe(z.transform(reduceLimit), orElse(whole('The number of entries to list'), unasked));

/**
 * `skip` and `limit` in rows; more than 1,000 is reduced to 1,000. `q`: words, regardless of case
 * and accents.
 */
export const listQuery = z.object({
  skip: orElse(whole('The number of entries to skip'), 0),
  limit: limitOr(PAGING.limit),
  q: z.optional(
    z
      .string()
      .check(z.maxLength(LENGTHS.query, `A search can have at most ${LENGTHS.query} characters.`)),
  ),
});

/** The allowed orders are in the API's description; people never type one. */
export const UNSORTABLE = 'This list cannot be sorted that way.';

/** One of the given fields as `field` or `-field`; `fallback` if nothing is requested. */
export function sortBy<const F extends string>(
  fields: readonly F[],
  fallback: F | `-${F}`,
  others?: RegExp,
) {
  type Sort = F | `-${F}`;
  const choices = fields.flatMap((field): Sort[] => [field, `-${field}`]);
  const isChoice = (value: string): value is Sort =>
    (choices as string[]).includes(value) || others?.test(value) === true;
  const chosen = z.transform((value: string | undefined) => value || (fallback as string));
  return z.pipe(
    z.pipe(z.optional(z.string()), chosen.check(z.refine(isChoice, UNSORTABLE))),
    z.transform((value) => value as Sort),
  );
}

/** A filter whose empty value means "no filter", as a form without a choice sends it. */
export function filter<T extends z.core.SomeType>(schema: T) {
  return z.pipe(
    z.transform((value) => (value === '' ? undefined : value)),
    z.optional(schema),
  );
}

/** Downloads by link, for browsers that cannot save what a script has fetched: contract §3. */

const AS_RULE = 'The only other way to answer is “link”.';

/** A query parameter: answer with a link instead of the file. */
export const asLink = { as: z.optional(z.literal('link', { error: AS_RULE })) };

/** Works without a token, for five minutes and three fetches. */
export const downloadLink = z.object({ url: z.string(), expires_at: z.iso.datetime() });
export type DownloadLink = z.output<typeof downloadLink>;
