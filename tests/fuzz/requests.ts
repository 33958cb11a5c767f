/** A request for an operation of the API's description. */
import type { Operation, Schema } from '#server/http/openapi.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { chance, pick, type Random } from './random.ts';
import { anyValue, nearlyFitting, pickId, TEXTS, type Ids } from './values.ts';

export type FuzzedOperation = { method: string; path: string; operation: Operation };
type Body = string | FormData;
export type FuzzedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Body;
};

const PDF = await makePdf();
const BROKEN_JSON = [
  '{',
  '[',
  '"',
  'nul',
  '{"a":}',
  '\ufeff{}',
  '{"a":1e99999}',
  '1',
  '"x"',
  '[{}]',
];
const SURE_HEADERS = ['"1"', 'W/"1"', '*', '"x", "1"', '0', 'a-key-of-some-length', '\u00e9', ''];
const TYPES = ['text/plain', 'application/json; charset=latin1', 'multipart/form-data', 'x/y', ''];

/** Leaves what URL leaves unchanged; `.` and `..` would be resolved away. */
function encodePart(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return /^\.{0,2}$/.test(encoded) ? 'x' : encoded;
}

/** The segment of the path after the version. */
export const nounOf = (path: string): string => path.split('/')[3]!;

function addressOf({ path, operation }: FuzzedOperation, random: Random, ids: Ids): string {
  const filled = path.replace(/\{(\w+)\}/g, () =>
    encodePart(
      chance(random, 0.75) ? pickId(ids, random, nounOf(path)) : pick(random, TEXTS).slice(0, 600),
    ),
  );
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && chance(random, 0.35))
    .map(
      ({ name, schema }) => [name, toText(nearlyFitting(schema, random, ids))] as [string, string],
    );
  if (chance(random, 0.05)) query.push([pick(random, TEXTS), pick(random, TEXTS)]);
  const params = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, value.slice(0, 2000)]),
  );
  const odd = chance(random, 0.02) ? pick(random, ['&x=%ff', '&%', '&a[]=1&a[]=2', '&skip=']) : '';
  return params.size > 0 || odd ? `${filled}?${params}${odd}` : filled;
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const isFileField = (properties: Record<string, Schema>, name: string): boolean =>
  Object.hasOwn(properties, name) && JSON.stringify(properties[name]).includes('contentMediaType');

function formOf(fields: Record<string, unknown>, schema: Schema, random: Random): FormData {
  const form = new FormData();
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  for (const [name, value] of Object.entries(fields)) {
    const isFile = isFileField(properties, name);
    const bytes = pick(random, [PDF, PDF, Buffer.from('no PDF'), Buffer.alloc(0), PDF.subarray(9)]);
    if (isFile && chance(random, 0.8))
      form.append(name, new Blob([new Uint8Array(bytes)]), pick(random, TEXTS).slice(0, 100));
    else for (const item of [value].flat()) form.append(name, toText(item));
  }
  return form;
}

function bodyOf(operation: Operation, random: Random, ids: Ids): { body?: Body; type?: string } {
  const kinds = Object.entries(operation.requestBody?.content ?? {});
  if (kinds.length === 0)
    return chance(random, 0.1) ? { body: '{}', type: 'application/json' } : {};
  const [type, { schema }] = pick(random, kinds);
  if (chance(random, 0.05)) return { body: pick(random, BROKEN_JSON), type: 'application/json' };
  if (/octet-stream/.test(type))
    return { body: pick(random, ['', 'bytes', 'x'.repeat(9000)]), type };
  const isArbitrary = chance(random, 0.1);
  const value = isArbitrary ? anyValue(random) : nearlyFitting(schema, random, ids);
  if (type === 'application/json') return { body: JSON.stringify(value) ?? 'null', type };
  const fields = Object(value) as Record<string, unknown>;
  if (type === 'multipart/form-data') return { body: formOf(fields, schema, random) };
  const pairs = Object.entries(fields).map(([name, one]): [string, string] => [name, toText(one)]);
  return { body: new URLSearchParams(pairs).toString(), type };
}

/** `ids` belong to existing rows, which paths and fields refer to most of the time. */
export function createRequest(fuzzed: FuzzedOperation, random: Random, ids: Ids): FuzzedRequest {
  const { body, type } = bodyOf(fuzzed.operation, random, ids);
  const wrong = chance(random, 0.04) ? pick(random, TYPES) : undefined;
  const headers: Record<string, string> = {};
  const contentType = wrong ?? type;
  if (body !== undefined && contentType) headers['content-type'] = contentType;
  for (const parameter of fuzzed.operation.parameters)
    if (parameter.in === 'header' && chance(random, 0.4))
      headers[parameter.name.toLowerCase()] = pick(random, SURE_HEADERS);
  const isBodyless = /^(get|head)$/i.test(fuzzed.method);
  return {
    method: fuzzed.method.toUpperCase(),
    path: addressOf(fuzzed, random, ids),
    headers,
    ...(!isBodyless && body !== undefined && { body }),
  };
}
