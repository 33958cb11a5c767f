/**
 * The API's description, OpenAPI 3.1, generated from the table of calls and the schemas that validate
 * them: for programs at /api/v1/openapi.json, for people at /api/v1/docs. Both are public.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ROLES } from '#domain/accounts/rules.ts';
import { accessToken, profile, userRow } from '#domain/accounts/schema.ts';
import { API_BASE } from '#domain/api.ts';
import { auditEntry } from '#domain/audit/schema.ts';
import { downloadLink } from '#domain/paging.ts';
import { enquiry } from '#domain/enquiries/schema.ts';
import { faq } from '#domain/faqs/schema.ts';
import { mail } from '#domain/mails/schema.ts';
import { grantFor } from '#domain/permissions.ts';
import { post } from '#domain/posts/schema.ts';
import { PROBLEM_STATUS } from '#domain/problem.ts';
import { program } from '#domain/programs/schema.ts';
import { proposal, similarProposal } from '#domain/proposals/schema.ts';
import { testimonial } from '#domain/testimonials/schema.ts';
import { site } from '#content/site.ts';
import type { Services } from '../context.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { ApiRow } from './endpoint.ts';
import { sendDocument } from './html.ts';

export type Schema = { [key: string]: unknown };
type RequestBody = { required: boolean; content: Record<string, { schema: Schema }> };
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

const SCHEMA_OF_TEXT = { type: 'string' };

const header = (name: string, description: string): Parameter => ({
  ...{ name, in: 'header', required: false, description, schema: SCHEMA_OF_TEXT },
});
const IF_MATCH = header(
  'If-Match',
  'The ETag you read; refuses with 412 if somebody has changed the resource since',
);
const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'Repeating the same key and content within 24 hours returns the first answer',
);

function parametersOf(row: ApiRow): Parameter[] {
  const { query, requestHeaders = {}, versioned, idempotent } = row.endpoint.spec;
  const { properties = {} } = query ? toSchema(query, 'input') : {};
  return [
    ...partsOf(row).map((name) => ({ name, in: 'path', required: true, schema: SCHEMA_OF_TEXT })),
    ...Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
      ...{ name, in: 'query', required: false, schema },
    })),
    ...Object.entries(requestHeaders).map(([name, words]) => header(name, words)),
    ...(versioned ? [IF_MATCH] : []),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
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

const described = (description: string, type = 'string') => ({ description, schema: { type } });

function headersOf(row: ApiRow): Record<string, unknown> | undefined {
  if (isList(row)) return { 'X-Total-Count': described(TOTAL, 'integer') };
  const { answer, tagged, versioned, answerHeaders } = row.endpoint.spec;
  if (answerHeaders)
    return Object.fromEntries(
      Object.entries(answerHeaders).map(([name, words]) => [name, described(words)]),
    );
  return tagged || (versioned && answer) ? { ETag: described('For If-Match') } : undefined;
}

const asJson = (schema: Schema) => ({ 'application/json': { schema } });

function responsesOf(row: ApiRow): Operation['responses'] {
  const { answer, accepted, produces, isLinkable, status, mayBeEmpty } = row.endpoint.spec;
  const content = produces
    ? { [produces]: {}, ...(isLinkable && asJson(toAnswer(downloadLink))) }
    : answer && asJson(toAnswer(answer));
  const headers = headersOf(row);
  const refusals = refusalsOf(row).map((code) => [
    code,
    { description: REASONS[code], content: asJson(ref('Problem')) },
  ]);
  return {
    [status ?? (content ? 200 : 204)]: {
      description: content ? 'Success' : 'Success, no content',
      ...(content && { content }),
      ...(headers && { headers }),
    },
    ...(mayBeEmpty && { 204: { description: 'Nothing to return' } }),
    ...(accepted && {
      202: {
        description: 'Accepted; the rest is still to come',
        content: asJson(toAnswer(accepted)),
      },
    }),
    ...Object.fromEntries(refusals),
  };
}

function operationOf(row: ApiRow): Operation {
  const actors = (['visitor', ...ROLES] as const).filter(
    (actor) => grantFor(actor, row.action) !== 'no',
  );
  const words = `${row.method} ${row.path}`.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const requestBody = bodyOf(row);
  return {
    operationId: words
      .map((word, place) =>
        place === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1),
      )
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

function describeApi(api: readonly ApiRow[], publicUrl: string): OpenApi {
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

const NAMED = new Map<z.core.$ZodType, string>([
  [profile, 'Profile'],
  [userRow, 'User'],
  [accessToken, 'AccessToken'],
  [faq, 'Faq'],
  [testimonial, 'Testimonial'],
  [post, 'Post'],
  [enquiry, 'Enquiry'],
  [program, 'Program'],
  [proposal, 'Proposal'],
  [similarProposal, 'SimilarProposal'],
  [auditEntry, 'AuditEntry'],
  [mail, 'Mail'],
]);

export function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // A filter first transforms its value, which has no schema; the result has one.
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (
        io === 'input' &&
        def.type === 'pipe' &&
        (def as z.core.$ZodPipeDef).in._zod.def.type === 'transform'
      )
        Object.assign(jsonSchema, toSchema((def as z.core.$ZodPipeDef).out as z.core.$ZodType, io));
    },
  }) as Schema;
  return json;
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

function toAnswer(schema: z.core.$ZodType): Schema {
  const name = NAMED.get(schema);
  if (name) return ref(name);
  return schema instanceof z.ZodArray
    ? { type: 'array', items: toAnswer(schema.element as z.core.$ZodType) }
    : toSchema(schema, 'output');
}

const PDF = { type: 'string', contentMediaType: 'application/pdf', description: 'A PDF file' };

/**
 * A picture is sent as a file, or named by the text that the schema describes; a gallery holds
 * several.
 */
function toPicture(text: Schema): Schema {
  const picture = (named: unknown) => ({
    anyOf: [
      {
        type: 'string',
        contentMediaType: 'image/*',
        description: 'A JPEG, PNG, WebP, AVIF or GIF file',
      },
      named,
    ],
  });
  return text['type'] === 'array' ? { ...text, items: picture(text['items']) } : picture(text);
}

function bodyOf({ method, endpoint: { spec } }: ApiRow): RequestBody | undefined {
  if (spec.bytes)
    return { required: !spec.bytes.isOptional, content: { [spec.bytes.type]: { schema: {} } } };
  if (!spec.body) return undefined;
  const fields = toSchema(spec.body, 'input');
  const texts = (fields['properties'] ?? {}) as Record<string, Schema>;
  const files = Object.fromEntries(
    (spec.files ?? []).map((name) => [name, spec.fileType ? toPicture(texts[name]!) : PDF]),
  );
  const needed = method === 'POST' ? (spec.files ?? []) : [];
  const required = [...((fields['required'] as string[] | undefined) ?? []), ...needed];
  const whole = {
    ...fields,
    properties: { ...(fields['properties'] as Schema), ...files },
    ...(required.length > 0 && { required }),
  };
  return {
    required: true,
    content: Object.fromEntries(contentTypesOf(spec).map((type) => [type, { schema: whole }])),
  };
}

function contentTypesOf({ files, fileType, isForm }: ApiRow['endpoint']['spec']): string[] {
  const isJson = !files || isForm || fileType;
  return [
    files && 'multipart/form-data',
    isForm && 'application/x-www-form-urlencoded',
    isJson && 'application/json',
  ].filter((type) => typeof type === 'string');
}

const PROBLEM: Schema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'The sentence the user sees' },
    code: { type: 'string', enum: Object.keys(PROBLEM_STATUS) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'One sentence for each field; only for validation errors',
    },
  },
};

const describeSchemas = (): Record<string, Schema> => ({
  Problem: PROBLEM,
  ...Object.fromEntries([...NAMED].map(([schema, name]) => [name, toSchema(schema, 'output')])),
});

export function addApiDocs(app: FastifyInstance, services: Services, api: readonly ApiRow[]): void {
  let description: OpenApi | undefined;
  const describe = () => (description ??= describeApi(api, services.publicUrl));
  app.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(describe()),
  );
  app.get(`${API_BASE}/docs`, async (_request, reply) =>
    sendDocument(reply.header('cache-control', 'no-cache'), 'API', renderDocs(describe())),
  );
}

function renderDocs({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0]!,
      html: renderCall(method.toUpperCase(), path, operation),
    })),
  );
  const groups = [...Map.groupBy(calls, ({ tag }) => tag)];
  const sections = groups.map(
    ([tag, members]) => `<h2 id="${tag}">${tag}</h2>${members.map(({ html }) => html).join('')}`,
  );
  return `<h1>${escapeHtml(String(info['title']))}</h1>
<p>${escapeHtml(String(info['description']))} For programs: <a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
<p>Log in with <code>POST /auth/login</code>, then <code>POST /auth/verify-otp</code> with the code from the email. Send the token as <code>Authorization: Bearer …</code>. Lists answer a bare array and <code>X-Total-Count</code>; every error is <code>{ message, code, fields? }</code>.</p>
<p class="soft">${groups.map(([tag]) => `<a href="#${tag}">${tag}</a>`).join(' · ')}</p>
${sections.join('\n')}`;
}

function renderCall(method: string, path: string, operation: Operation): string {
  const { summary, description, requestBody, responses } = operation;
  const parameters = operation.parameters.map((one) => [
    one.name,
    one.in,
    one.description ?? nameType(one.schema),
  ]);
  const bodies = Object.entries(requestBody?.content ?? {});
  const { properties = {}, required = [] } = bodies[0]?.[1].schema ?? {};
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => [
    name,
    (required as string[]).includes(name) ? 'required' : '',
    nameType(field),
  ]);
  const types = bodies.map(([type]) => `<code>${type}</code>`).join(' or ');
  const statuses = Object.entries(responses).map(([status, said]) => [
    status,
    String(said['description']),
  ]);
  return `<details><summary><span class="verb ${method}">${method}</span> <code>${escapeHtml(path)}</code> <span class="soft">${escapeHtml(summary)}</span></summary>
<div class="inner"><p class="soft">${escapeHtml(description)}</p>${table('Parameter', parameters)}${fields.length > 0 ? `<p class="soft">Body: ${types}</p>` : ''}${table('Field', fields)}${table('Status', statuses)}</div></details>`;
}

function table(heading: string, rows: string[][]): string {
  const cells = rows.map(([first, ...rest]) => {
    const told = rest.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
    return `<tr><th scope="row"><code>${escapeHtml(first!)}</code></th>${told}</tr>`;
  });
  return cells.length > 0 ? `<table aria-label="${heading}">${cells.join('')}</table>` : '';
}

/** A short name for a schema: "string", "one of A, B", "string or null". */
function nameType(schema: Schema): string {
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`;
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (choices) return choices.map(nameType).join(' or ');
  if (schema['contentMediaType']) return 'PDF file';
  return String(schema['description'] ?? schema['type'] ?? 'text');
}
