/** Building blocks of schemas: text as people type it, with one clear sentence per refusal. */
import * as z from 'zod/mini';
import { BODIES } from './constants.ts';
import { manyLines, oneLine, tooLong } from './plain-text.ts';
import { isWebAddress, withScheme, WRONG_WEBSITE } from './web-address.ts';

/** The form of the server's ids. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** NUL or half a surrogate pair: no database can store it, so it is refused on arrival. */
export const UNSTORABLE = 'This contains a character that cannot be saved. Type it again.';

/** NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnstorable);
}

/** One line. */
export const requiredText = (label: string, max: number) => required(oneLine, label, max);

/** Keeps line breaks. */
export const requiredLines = (label: string, max: number, missing?: string) =>
  required(manyLines, label, max, missing);

function required(
  tidy: (value: string) => string,
  label: string,
  max: number,
  missing = `Enter ${label}.`,
) {
  return z
    .string({ error: missing })
    .check(z.overwrite(tidy), z.minLength(1, missing), z.maxLength(max, tooLong(label, max)));
}

/**
 * One line. Null and blank mean "nothing", and the result is null. Wrap it in `z.prefault(…, '')`
 * where the field may be missing.
 */
export function optionalText(label: string, max: number) {
  return z.pipe(
    blankableText(label, max),
    z.transform((value) => (value === '' ? null : value)),
  );
}

/** The same with line breaks. */
export function optionalLines(label: string, max: number) {
  return z.pipe(
    blankable(manyLines, label, max),
    z.transform((value) => (value === '' ? null : value)),
  );
}

/** One line. Null and blank become the empty text. */
export const blankableText = (label: string, max: number) => blankable(oneLine, label, max);

/** HTML as an editor sends it. The server sanitises it; only its length is checked here. */
export const richText = (label: string, max: number) => blankable(manyLines, label, max);

function blankable(tidy: (value: string) => string, label: string, max: number) {
  const given = z.union([z.string(), z.null()], { error: `Enter ${label} as text.` });
  const cleaned = z.pipe(
    given,
    z.transform((value) => tidy(value ?? '')),
  );
  return z.pipe(cleaned, z.string().check(z.maxLength(max, tooLong(label, max))));
}

/** No sector, role, day or address is longer; longer text is not even read. */
const MAX_READ_CHARS = 200;

/**
 * Text that `read` understands; other text is refused with `unknown`, anything else with `missing`.
 * `read` is called with short text only.
 */
export function readText<T>(
  read: (text: string) => T | undefined,
  unknown: string,
  missing = unknown,
) {
  return z.pipe(
    z.string({ error: missing }),
    z.transform((value, context) => {
      const found = value.length > MAX_READ_CHARS ? undefined : read(value);
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', input: value, message: unknown });
      return z.NEVER;
    }),
  );
}

/**
 * "true"/"false" as multipart sends it, or a JSON boolean. `statement` as in "the post is
 * published".
 */
export function booleanText(statement: string) {
  return z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], {
      error: `Say whether ${statement}: true or false.`,
    }),
    z.transform((value) => value === true || value === 'true'),
  );
}

/**
 * An address of a website; https:// is added if the scheme is missing, and counts towards the
 * limit.
 */
export function optionalWebsite(label: string, max: number) {
  const completed = z.transform((value: string | null) => value && withScheme(value));
  return z.pipe(
    optionalText(label, max),
    completed.check(
      z.refine((value) => value === null || isWebAddress(value), WRONG_WEBSITE),
      z.refine((value) => (value?.length ?? 0) <= max, tooLong(label, max)),
    ),
  );
}

/** Levels of lists and objects that JSON in a field of a form may have; as in bodies. */
const isDeep = (text: string): boolean => {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && isInText) at += 1;
    else if (character === '"') isInText = !isInText;
    else if (!isInText) depth += LEVELS[character!] ?? 0;
    if (depth > BODIES.depth) return true;
  }
  return false;
};
const LEVELS: Record<string, number> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** JSON in a field of a form; undefined if it is none, or nested too deeply. */
export function readJsonField(text: string): unknown {
  try {
    return isDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
