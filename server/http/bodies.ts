/**
 * How each kind of body is read: bounded in keys and depth before anything is built from it
 * (docs/decisions/0020), then as UTF-8, then parsed.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODIES } from '#domain/constants.ts';
import { invalid, type Problem } from '#domain/problem.ts';
import { noteBytes } from './arrivals.ts';
import { BYTES_TYPES, type BytesType } from './endpoint.ts';
import { unreadable, wrongContent } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesBytes?: BytesType | undefined;
    hasFiles?: boolean;
    bodyKeys?: number | undefined;
  }
}

export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      refusing(done, () => {
        requireBoundedJson(body, request.routeOptions.config?.bodyKeys);
        noteBytes(request.raw, body.length, body.length - countBlanks(body));
        parseJson(request, readUtf8(body), done);
      });
    },
  );
  // A bare `fetch` sends this type by default; it is accepted only for an empty body.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null, undefined) : done(wrongContent(), undefined),
  );
  for (const type of BYTES_TYPES)
    app.addContentTypeParser(type, (request, bytes, done) =>
      request.routeOptions.config.takesBytes === type
        ? done(null, bytes)
        : done(wrongContent(), undefined),
    );
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      refusing(done, () => {
        requireReadableForm(body);
        done(null, Object.fromEntries(new URLSearchParams(readUtf8(body))));
      });
    },
  );
}

function refusing(done: (error: Error) => void, read: () => void): void {
  try {
    read();
  } catch (error) {
    done(error as Error);
  }
}

/** Reads a form posted by a page, which the app parses itself. */
export function readPageForm(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  refusing(done, () => {
    if (request.isMultipart()) requireReadableParts(body);
    else requireReadableForm(body);
    done(null, body);
  });
}

function requireReadableForm(bytes: Buffer): void {
  requireAtMost(BODIES.keys - 1, '&', bytes);
  if (!isUtf8Escaped(bytes)) throw unreadable();
}

function requireReadableParts(bytes: Buffer): void {
  requireAtMost(BODIES.keys, '\n--', bytes);
  readUtf8(bytes);
}

const amount = (count: number): string => count.toLocaleString('en-GB');
export const tooManyKeys = (): Problem =>
  invalid({ body: `At most ${amount(BODIES.keys)} fields can be sent at once.` });

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPENING = [...'{['].map((character) => character.charCodeAt(0));
const CLOSING = [...'}]'].map((character) => character.charCodeAt(0));

/** Scans the bytes only; whether they are valid JSON is left to the parser. */
function requireBoundedJson(bytes: Uint8Array, mostKeys: number = BODIES.keys): void {
  const count = { depth: 0, keys: 0, values: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = findEndOfText(bytes, at);
    else if (byte === COLON) count.keys += 1;
    else if (byte === COMMA) count.values += 1;
    else if (OPENING.includes(byte)) count.depth += 1;
    else if (CLOSING.includes(byte)) count.depth -= 1;
    else continue;
    if (count.keys > mostKeys) throw tooManyKeys();
    if (count.values >= BODIES.values)
      throw invalid({ body: `At most ${amount(BODIES.values)} values can be sent at once.` });
    if (count.depth > BODIES.depth)
      throw invalid({ body: `What is sent can be nested at most ${BODIES.depth} levels deep.` });
  }
}

const BLANKS = [...' \t\r\n'].map((character) => character.charCodeAt(0));

/** Bytes of JSON that are white space between its values. */
export function countBlanks(bytes: Uint8Array): number {
  let blanks = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = findEndOfText(bytes, at);
    else if (BLANKS.includes(byte)) blanks += 1;
  }
  return blanks;
}

function findEndOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function requireAtMost(most: number, mark: string, bytes: Buffer): void {
  let found = 0;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
    found += 1;
    if (found > most) throw tooManyKeys();
  }
}

export const isQueryTooLong = (query: string): boolean =>
  query.split('&', BODIES.keys + 1).length > BODIES.keys;

export function readUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable();
  return bytes.toString('utf8');
}

const PERCENT = '%'.charCodeAt(0);
const ESCAPE_BYTES = 3;
const HEX = Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(String.fromCharCode(byte), 16),
);

/**
 * Whether the decoded escapes, together with the bytes around them, are UTF-8. A stray % stands for
 * itself.
 */
export function isUtf8Escaped(bytes: Buffer): boolean {
  if (!bytes.includes(PERCENT)) return isUtf8(bytes);
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; length += 1) {
    const escaped =
      bytes[at] === PERCENT && at + 2 < bytes.length
        ? HEX[bytes[at + 1]!]! * 16 + HEX[bytes[at + 2]!]!
        : NaN;
    plain[length] = Number.isNaN(escaped) ? bytes[at]! : escaped;
    at += Number.isNaN(escaped) ? 1 : ESCAPE_BYTES;
  }
  return isUtf8(plain.subarray(0, length));
}
