/** Unexpected values: arbitrary ones, and ones that nearly fit a schema. */
import type { Schema } from '#server/http/openapi.ts';
import { chance, pick, type Random } from './random.ts';

export const TEXTS = [
  ...['', ' ', '0', '-1', '1e999', 'NaN', 'null', 'true', 'undefined', '[object Object]'],
  ...['\0', 'a\0b', '\ud800', 'a\udfffb', '\ufeff', '\u200b', '\u202e', 'é', 'e\u0301', '𐐷', '👩‍👩‍👧'],
  ...[
    "'",
    '"',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '%00',
    '%ff',
    '*',
    '?',
    '(',
    '[a-z',
    '$1',
    '{{7*7}}',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '--',
    '..',
  ],
  ...[
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\',
    'a/b',
    '=1+1',
    '@SUM(1)',
    '\r\nX-Injected: 1',
    '\t',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'ama@example.com', 'a@b', '@'],
  ...['0b6f3c1e-7a52-4c39-9d0e-2f1a8b7c6d5e', '2026-02-30T25:61:61Z', '9999-12-31T23:59:59.999Z'],
  ...['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00.001Z', '0000-00-00', '2026-11-22'],
  ...['http://', 'http://[::1', 'https://example.com', 'ftp://x', '0241112222', '+233 24 111 2222'],
  ...['x'.repeat(101), 'x'.repeat(5001), 'ß'.repeat(200), '<p>'.repeat(3000), '\u0301'.repeat(500)],
];
const NUMBERS = [0, -0, 1, -1, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, 1001];

/** Any JSON value. */
export function anyValue(random: Random, depth = 0): unknown {
  const kinds = depth > 3 ? 4 : 6;
  switch (Math.floor(random() * kinds)) {
    case 0:
      return pick(random, TEXTS);
    case 1:
      return pick(random, NUMBERS);
    case 2:
      return pick(random, [true, false, null]);
    case 3:
      return pick<unknown>(random, [[], {}, [[]], { length: -1 }, [null]]);
    case 4:
      return Array.from({ length: Math.floor(random() * 4) }, () => anyValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, () => [
          pick(random, TEXTS).slice(0, 40),
          anyValue(random, depth + 1),
        ]),
      );
  }
}

/** Ids of existing rows, by the noun whose calls returned them. */
export type Ids = Map<string, string[]>;

/** One of the noun's ids, or of any noun's. */
export function pickId(ids: Ids, random: Random, noun: string): string {
  const own = chance(random, 0.8) ? ids.get(noun) : undefined;
  return pick(random, own ?? [...ids.values()].flat());
}

const FORMATS: Record<string, string[]> = {
  email: ['kofi@example.com', 'KOFI@Example.Com ', 'a+b@example.com'],
  'date-time': ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.123456+14:00', '2001-01-01T00:00:00Z'],
  uri: ['https://example.com/a?b=c#d', 'http://xn--bcher-kva.example'],
};
const PLAIN = [
  'Cocoa and beyond',
  'Yaa',
  '2',
  '0241112222',
  'Trombone-7-Hats',
  '123456',
  '<p>Hi</p>',
];

function stringFor({ format, minLength, maxLength }: Schema, random: Random): string {
  if (typeof format === 'string' && FORMATS[format]) return pick(random, FORMATS[format]);
  const text = chance(random, 0.7) ? pick(random, PLAIN) : pick(random, TEXTS);
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 10_000)];
  const edges = [text, 'y'.repeat(Math.min(least, 5000)), 'y'.repeat(Math.min(most, 5000))];
  return chance(random, 0.85) ? text : pick(random, edges);
}

/** A value that nearly fits: each part of it is occasionally replaced by something else. */
export function nearlyFitting(schema: Schema, random: Random, ids: Ids): unknown {
  if (chance(random, 0.08)) return anyValue(random);
  const { type, properties, items, anyOf, oneOf } = schema;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick(random, schema['enum']);
  const choices = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choices) return nearlyFitting(pick(random, choices), random, ids);
  if (type === 'object' || properties) return nearlyObject(schema, random, ids);
  if (type === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () =>
      nearlyFitting((items ?? {}) as Schema, random, ids),
    );
  return nearlyScalar(schema, random);
}

function nearlyScalar(schema: Schema, random: Random): unknown {
  const { type } = schema;
  if (type === 'integer' || type === 'number') return pick(random, NUMBERS);
  if (type === 'boolean') return chance(random, 0.5);
  return type === 'null' ? null : stringFor(schema, random);
}

function nearlyObject(schema: Schema, random: Random, ids: Ids): Record<string, unknown> {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
    .filter(([name]) => chance(random, required.has(name) ? 0.95 : 0.6))
    .map(
      ([name, field]) =>
        [
          name,
          name === 'program_id'
            ? pickId(ids, random, 'programs')
            : nearlyFitting(field, random, ids),
        ] as const,
    );
  const more = chance(random, 0.1) ? [['__proto__', anyValue(random)] as const] : [];
  return Object.fromEntries([...fields, ...more]);
}
