/**
 * Refuses text that no database can store as it was sent: nothing is stored differently from what
 * was acknowledged.
 */
import type { z } from 'zod';
import type { FieldProblems } from '#domain/problem.ts';
import { UNSTORABLE } from '#domain/text.ts';

/** NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnstorable);
}

/**
 * A sentence for each field of the schema that no database could store as it was sent; unknown
 * fields are ignored here too.
 */
export function findUnstorable(schema: z.core.$ZodType, input: unknown): FieldProblems {
  if (typeof input !== 'object' || input === null) return {};
  const known = (schema._zod.def as { shape?: object }).shape;
  const fields = Object.entries(input).filter(
    ([name, value]) => (!known || Object.hasOwn(known, name)) && holdsUnstorable(value),
  );
  return Object.fromEntries(fields.map(([name]) => [name, UNSTORABLE]));
}
