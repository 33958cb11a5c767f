/**
 * Sentences name fields as people do: never by a field's or setting's own name, never in a
 * library's words.
 */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { API } from '#server/api.ts';
import { toInvalid } from '#server/http/problems.ts';

const WRONG: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  5,
  -1,
  1.5,
  true,
  {},
  [],
  [5],
  ['x'],
  'nonsense',
  '-1',
  '0x10',
  '12',
  'x'.repeat(200_000),
  '99999999999999999999',
  '\u200b',
];
const rows = API.flatMap(({ method, path, endpoint: { spec } }) =>
  [['body', spec.body] as const, ['query', spec.query] as const].flatMap(([part, schema]) =>
    schema ? [[`${part} of ${method} ${path}`, schema] as const] : [],
  ),
);

/** All messages of the schema for wrong values in each of its fields. */
function sentencesOf(schema: z.core.$ZodType): string[] {
  const names = Object.keys((schema._zod.def as { shape?: object }).shape ?? {});
  const inputs = names.flatMap((name) => WRONG.map((value) => ({ [name]: value })));
  return inputs.flatMap((input) => {
    const { error } = z.safeParse(schema, input, { error: () => 'This value does not fit here.' });
    return error ? Object.values(toInvalid(error).fields!) : [];
  });
}

describe.each(rows)('the %s', (_, schema) => {
  test('is refused in our own sentences', () => {
    for (const sentence of new Set(sentencesOf(schema))) {
      expect(sentence).toMatch(/^[A-Z].*(\.|not found|all fields)$/s);
      expect(sentence).not.toMatch(
        /\w_\w|^(skip|limit|sort|purpose|q|role|open) |expected|received|invalid input|undefined|0 MB/i,
      );
    }
  });
});
