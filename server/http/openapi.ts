/** OpenAPI 3.1, generated from the table of calls and the schemas that validate them. */
import { z } from 'zod';
import { downloadLink } from '#domain/download-links.ts';
import { ROLES } from '#domain/accounts/rules.ts';
import { API_BASE } from '#domain/api.ts';
import { site } from '#content/site.ts';
import { grantFor } from '#domain/permissions.ts';
import type { ApiRow } from './endpoint.ts';
import {
  bodyOf,
  describeSchemas,
  ref,
  toAnswer,
  toSchema,
  type RequestBody,
  type Schema,
} from './openapi-schemas.ts';

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Schema>;
};
export type OpenApi = {
  openapi: string;
  info: Schema;
  servers: Schema[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Schema };
};

/** `/files/*` takes a whole path; all other paths already name their parameters. */
const pathOf = ({ path }: ApiRow): string => API_BASE + path.replace('*', '{key}');
const partsOf = (row: ApiRow): string[] =>
  [...pathOf(row).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
const isList = ({ endpoint }: ApiRow): boolean => endpoint.spec.answer instanceof z.ZodArray;

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

function parametersOf(row: ApiRow): Parameter[] {
  const { spec } = row.endpoint;
  const query = spec.query ? toSchema(spec.query, 'input') : {};
  const properties = Object.entries((query['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...partsOf(row).map((name): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...properties.map(([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: false,
      schema,
    })),
    ...Object.entries(spec.requestHeaders ?? {}).map(([name, words]) => header(name, words)),
    ...(spec.versioned
      ? [
          header(
            'If-Match',
            'The ETag you read; refuses with 412 if somebody has changed the resource since',
          ),
        ]
      : []),
    ...(spec.idempotent
      ? [
          header(
            'Idempotency-Key',
            'Repeating the same key and content within 24 hours returns the first answer',
          ),
        ]
      : []),
  ];
}

const REASONS: Record<number, string> = {
  400: 'Refused, or the body cannot be read',
  401: 'Not logged in, or the session has expired',
  403: 'Logged in, but this role may not do this',
  404: 'Not there, or not yours',
  409: 'A rule refuses it now',
  410: 'It was there, and has expired',
  412: 'Somebody has changed it since, or a version is not supported',
  413: 'Too large',
  415: 'Not the type asked for',
  422: 'Validation, with a sentence for each field',
  423: 'Somebody else is writing to it',
  429: 'Too many attempts; see Retry-After',
  460: 'The checksum differs',
  503: 'Overloaded, or a dependency is down; see Retry-After',
};

function refusalsOf(row: ApiRow): number[] {
  const { spec } = row.endpoint;
  const isPublic = grantFor('visitor', row.action) !== 'no';
  return [
    ...(spec.body ? [400, 413, 415] : []),
    ...(isPublic ? [] : [401, 403]),
    ...(partsOf(row).length > 0 ? [404] : []),
    ...(['GET', 'HEAD', 'OPTIONS'].includes(row.method) ? [] : [409]),
    ...(spec.versioned ? [412] : []),
    ...(spec.body || spec.query ? [422] : []),
    ...(spec.refuses ?? []),
    503,
  ].sort();
}

const TOTAL = 'Items before paging; for a search, 10001 means more than 10,000';

function headersOf(row: ApiRow): Record<string, unknown> | undefined {
  if (isList(row)) return { 'X-Total-Count': { description: TOTAL, schema: { type: 'integer' } } };
  const { answer, tagged, versioned, answerHeaders } = row.endpoint.spec;
  if (answerHeaders)
    return Object.fromEntries(
      Object.entries(answerHeaders).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    );
  return tagged || (versioned && answer)
    ? { ETag: { description: 'For If-Match', schema: { type: 'string' } } }
    : undefined;
}

function responsesOf(row: ApiRow): Operation['responses'] {
  const { answer, accepted, produces, isLinkable, status, mayBeEmpty } = row.endpoint.spec;
  const link = isLinkable && { 'application/json': { schema: toAnswer(downloadLink) } };
  const content = produces
    ? { [produces]: {}, ...link }
    : answer && { 'application/json': { schema: toAnswer(answer) } };
  const headers = headersOf(row);
  const success = {
    description: content ? 'Success' : 'Success, no content',
    ...(content && { content }),
    ...(headers && { headers }),
  };
  const refusals = refusalsOf(row).map(
    (code) =>
      [
        code,
        { description: REASONS[code], content: { 'application/json': { schema: ref('Problem') } } },
      ] as const,
  );
  return {
    [status ?? (content ? 200 : 204)]: success,
    ...(mayBeEmpty && { 204: { description: 'Nothing to return' } }),
    ...(accepted && {
      202: {
        description: 'Accepted; the rest is still to come',
        content: { 'application/json': { schema: toAnswer(accepted) } },
      },
    }),
    ...Object.fromEntries(refusals),
  };
}

function operationOf(row: ApiRow): Operation {
  const actors = (['visitor', ...ROLES] as const).filter(
    (actor) => grantFor(actor, row.action) !== 'no',
  );
  const words = `${row.method.toLowerCase()} ${row.path}`
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ');
  const requestBody = bodyOf(row);
  return {
    operationId: words
      .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join(''),
    summary: row.endpoint.spec.summary,
    tags: [row.path.split('/')[1]!],
    description: `For: ${actors.length === ROLES.length + 1 ? 'everybody' : actors.join(', ')}.`,
    security: actors.includes('visitor') ? [{}] : [{ bearer: [] }],
    parameters: parametersOf(row),
    ...(requestBody && { requestBody }),
    responses: responsesOf(row),
  };
}

/** The whole description. Takes the calls and the public address. */
export function describeApi(api: readonly ApiRow[], publicUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const row of api) (paths[pathOf(row)] ??= {})[row.method.toLowerCase()] = operationOf(row);
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.name} · Pitch Trek API`,
      version: '1',
      description:
        'JSON in snake_case, instants in ISO 8601 and UTC. Every path works with and without the trailing slash.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: describeSchemas(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
