/**
 * Texts of a megabyte arrive before anything has checked them, and everybody waits while one is
 * read: reading must take time in proportion to its length, whatever it contains.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { draftFieldsInput } from '#domain/drafts/schema.ts';
import { API } from '#server/api.ts';
import { toSchema, type Schema } from '#server/http/openapi.ts';
import { parse } from '#server/http/problems.ts';
import { PdfLexer } from '#server/pdf/lexer.ts';
import { ended } from '#tests/time-limit.ts';

const CHARS = 200_000;
const RUNS = ['-', ' ', '.', '1', 'a', '\u00a0', '(', '/', '<', '&', '- ', 'a.', '.-', '1-', '@a'];
const TEXTS = RUNS.map((run) => `A${run.repeat(CHARS / run.length)}A`);

/** Every field of the schema contains the text. */
function filled({ type, properties, items }: Schema, text: string): unknown {
  if (type === 'object')
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Record<string, Schema>).map(([name, field]) => [
        name,
        filled(field, text),
      ]),
    );
  return type === 'array' ? [filled(items as Schema, text)] : text;
}

type ReadCall = readonly [call: string, schema: z.core.$ZodType];
const READ: ReadCall[] = API.flatMap(({ method, path, endpoint: { spec } }): ReadCall[] => [
  ...(spec.body ? [[`the body of ${method} ${path}`, spec.body] as const] : []),
  ...(spec.query ? [[`the query of ${method} ${path}`, spec.query] as const] : []),
]);

describe.each([...READ, ['the fields of a draft', draftFieldsInput] as const])(
  '%s',
  (_, schema) => {
    const description = toSchema(schema, 'input');
    test('is read in no time', () => {
      for (const text of TEXTS) {
        const read = () => {
          try {
            parse(schema, filled(description, text));
          } catch {
            // Other tests check what is wrong with it.
          }
        };
        expect(ended(read), JSON.stringify(text.slice(0, 10))).toBe(true);
      }
    });
  },
);

test.each(RUNS)('a PDF that repeats %j is read in no time', (run) => {
  const bytes = Buffer.from(` ${run.repeat(CHARS / run.length)}x`, 'latin1');
  const read = () => {
    try {
      new PdfLexer(bytes, 0, true).next();
    } catch {
      // Most of them are not objects.
    }
  };
  expect(ended(read)).toBe(true);
});
