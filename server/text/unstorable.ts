/**
 * Refuses text that no database can store as it was sent: nothing is stored differently from what
 * was acknowledged.
 */
import type { z } from 'zod';
import type { FieldProblems } from '#domain/problem.ts';
import { holdsUnstorable, UNSTORABLE } from '#domain/text.ts';

/**
 * A sentence for each field of the schema that no database could store as it was sent; unknown
 * fields are ignored here too, and so are lists whose items are read one by one later.
 */
export function findUnstorable(schema: z.core.$ZodType, input: unknown): FieldProblems {
  if (typeof input !== 'object' || input === null) return {};
  const known = (schema._zod.def as { shape?: Record<string, z.core.$ZodType> }).shape;
  const fields = Object.entries(input).filter(
    ([name, value]) =>
      (!known || (Object.hasOwn(known, name) && !isReadLater(known[name]!))) &&
      holdsUnstorable(value),
  );
  return Object.fromEntries(fields.map(([name]) => [name, UNSTORABLE]));
}

const isReadLater = (schema: z.core.$ZodType) => {
  const { type, element } = schema._zod.def as { type: string; element?: z.core.$ZodType };
  return type === 'array' && element?._zod.def.type === 'unknown';
};
