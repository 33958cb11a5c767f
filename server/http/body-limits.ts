/**
 * Limits the keys and the depth of bodies and queries, as well as their bytes, before anything is
 * built from them (docs/decisions/0020).
 */
import { BODIES } from '#domain/constants.ts';
import { invalid, type Problem } from '#domain/problem.ts';

const amount = (count: number): string => count.toLocaleString('en-GB');
export const tooManyKeys = (): Problem =>
  invalid({ body: `At most ${amount(BODIES.keys)} fields can be sent at once.` });
const tooManyValues = (): Problem =>
  invalid({ body: `At most ${amount(BODIES.values)} values can be sent at once.` });
const tooDeep = (): Problem =>
  invalid({ body: `What is sent can be nested at most ${BODIES.depth} levels deep.` });

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPENING = [...'{['].map((character) => character.charCodeAt(0));
const CLOSING = [...'}]'].map((character) => character.charCodeAt(0));

/** Scans the bytes only; whether they are valid JSON is left to the parser. Refuses with 422. */
export function requireBoundedJson(bytes: Uint8Array): void {
  const count = { depth: 0, keys: 0, values: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = findEndOfText(bytes, at);
    else if (byte === COLON) count.keys += 1;
    else if (byte === COMMA) count.values += 1;
    else if (OPENING.includes(byte)) count.depth += 1;
    else if (CLOSING.includes(byte)) count.depth -= 1;
    else continue;
    requireWithin(count);
  }
}

function requireWithin({
  depth,
  keys,
  values,
}: {
  depth: number;
  keys: number;
  values: number;
}): void {
  if (keys > BODIES.keys) throw tooManyKeys();
  if (values >= BODIES.values) throw tooManyValues();
  if (depth > BODIES.depth) throw tooDeep();
}

/** Index of the closing quote of the string that begins at `start`. */
function findEndOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Refuses with 422 a form-encoded body that has too many fields. */
export const requireBoundedForm = (bytes: Buffer): void =>
  requireAtMost(BODIES.keys - 1, '&', bytes);

/** Refuses with 422 a multipart body that has too many parts. */
export const requireBoundedParts = (bytes: Buffer): void =>
  requireAtMost(BODIES.keys, '\n--', bytes);

function requireAtMost(most: number, mark: string, bytes: Buffer): void {
  let found = 0;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
    found += 1;
    if (found > most) throw tooManyKeys();
  }
}

/** Whether a query has too many parameters. */
export const isQueryTooLong = (query: string): boolean =>
  query.split('&', BODIES.keys + 1).length > BODIES.keys;
