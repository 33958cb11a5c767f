/** OpenAPI 3.1, generated from the table of calls and the schemas that validate them. */
import { z } from 'zod';
import { accessToken, profile, userRow } from '#domain/accounts/schema.ts';
import { API_BASE } from '#domain/api.ts';
import { site } from '#content/site.ts';
import { enquiry } from '#domain/enquiries/schema.ts';
import { faq } from '#domain/faqs/schema.ts';
import { grantFor, type Action } from '#domain/permissions.ts';
import { post } from '#domain/posts/schema.ts';
import { PROBLEM_STATUS } from '#domain/problem.ts';
import { program } from '#domain/programs/schema.ts';
import { proposal } from '#domain/proposals/schema.ts';
import { testimonial } from '#domain/testimonials/schema.ts';
import { API, type ApiRow } from '../api.ts';

export type Schema = { [key: string]: unknown };
export type Parameter = {
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
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Schema>;
};
export type OpenApi = {
  openapi: string;
  info: Schema;
  servers: Schema[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Schema };
};

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
]);

/** Answers that are no JSON. */
const OTHER_CONTENT: Partial<Record<Action, string>> = {
  'proposals.export': 'text/csv',
  'documents.download': 'application/pdf',
};
const TAKES_KEY = /^(proposals\.submit|testimonials\.create|enquiries\.create)$/;

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // A filter cleans its value first, which has no type; what it then must be has one.
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

/** `/files/*` takes a whole path; all others name their parts already. */
const pathOf = ({ path }: ApiRow): string => API_BASE + path.replace('*', '{key}');
const partsOf = (row: ApiRow): string[] =>
  [...pathOf(row).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
const isList = ({ endpoint }: ApiRow): boolean => endpoint.spec.answer instanceof z.ZodArray;
const isChange = ({ method, path, endpoint }: ApiRow): boolean =>
  /^(PATCH|PUT|DELETE)$/.test(method) && !/\/(role|status)$/.test(path) && !endpoint.spec.bytes;

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

function parametersOf(row: ApiRow): Parameter[] {
  const query = row.endpoint.spec.query ? toSchema(row.endpoint.spec.query, 'input') : {};
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
    ...(isChange(row)
      ? [
          header(
            'If-Match',
            'The ETag that was read: refuses with 412 when somebody changed the resource meanwhile',
          ),
        ]
      : []),
    ...(TAKES_KEY.test(row.action)
      ? [
          header(
            'Idempotency-Key',
            'The same key and content within 24 hours give the first answer again',
          ),
        ]
      : []),
  ];
}

const PDF = { type: 'string', contentMediaType: 'application/pdf', description: 'A PDF file' };

/**
 * A picture is sent as a file or named by the text that the schema describes; a gallery is several
 * of them.
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

function bodyOf({ method, action, endpoint: { spec } }: ApiRow): Operation['requestBody'] {
  if (spec.bytes)
    return { required: true, content: { 'application/octet-stream': { schema: {} } } };
  if (!spec.body) return undefined;
  const fields = toSchema(spec.body, 'input');
  const isPost = action.startsWith('posts.');
  const texts = (fields['properties'] ?? {}) as Record<string, Schema>;
  const files = Object.fromEntries(
    (spec.files ?? []).map((name) => [name, isPost ? toPicture(texts[name]!) : PDF]),
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
    content: Object.fromEntries(
      contentTypesOf(spec, isPost).map((type) => [type, { schema: whole }]),
    ),
  };
}

function contentTypesOf({ files, isForm }: ApiRow['endpoint']['spec'], isPost: boolean): string[] {
  const isJson = !files || isForm || isPost;
  return [
    files && 'multipart/form-data',
    isForm && 'application/x-www-form-urlencoded',
    isJson && 'application/json',
  ].filter((type) => typeof type === 'string');
}

const REASONS: Record<number, string> = {
  400: 'Refused, or the body can not be read',
  401: 'Not signed in, or the session has expired',
  403: 'Signed in, but this role may not',
  404: 'Not there, or not yours',
  409: 'A rule refuses it now',
  412: 'Somebody changed it meanwhile',
  413: 'Too large',
  415: 'Not the type asked for',
  422: 'Validation, with a sentence for each field',
  429: 'Too many attempts; see Retry-After',
  503: 'Overloaded, or a dependency is down; see Retry-After',
};

function refusalsOf(row: ApiRow): number[] {
  const { spec } = row.endpoint;
  const isPublic = grantFor('visitor', row.action) !== 'no';
  const isAccount = row.path.startsWith('/auth/');
  return [
    ...(spec.body ? [400, 413, 415] : []),
    ...(isPublic ? [] : [401, 403]),
    ...(partsOf(row).length > 0 ? [404] : []),
    ...(row.method === 'GET' ? [] : [409]),
    ...(isChange(row) ? [412] : []),
    ...(spec.body || spec.query ? [422] : []),
    ...(isPublic && (isAccount || row.method === 'POST') ? [429] : []),
    503,
  ].sort();
}

function headersOf(row: ApiRow): Record<string, unknown> | undefined {
  if (isList(row))
    return { 'X-Total-Count': { description: 'Items before paging', schema: { type: 'integer' } } };
  if (!row.endpoint.spec.answer) return undefined;
  const isOne = row.method === 'GET' && partsOf(row).length > 0;
  return isOne || isChange(row)
    ? { ETag: { description: 'For If-Match', schema: { type: 'string' } } }
    : undefined;
}

function responsesOf(row: ApiRow): Operation['responses'] {
  const { answer, status } = row.endpoint.spec;
  const other = OTHER_CONTENT[row.action];
  const content = other
    ? { [other]: {} }
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
  return { [status ?? (content ? 200 : 204)]: success, ...Object.fromEntries(refusals) };
}

function operationOf(row: ApiRow): Operation {
  const actors = (['visitor', 'applicant', 'admin'] as const).filter(
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
    description: `For: ${actors.length === 3 ? 'everybody' : actors.join(', ')}.`,
    security: actors.includes('visitor') ? [{}] : [{ bearer: [] }],
    parameters: parametersOf(row),
    ...(requestBody && { requestBody }),
    responses: responsesOf(row),
  };
}

const PROBLEM: Schema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'The sentence that the user sees' },
    code: { type: 'string', enum: Object.keys(PROBLEM_STATUS) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each field; only for validation',
    },
  },
};

/** The whole description. Takes the public address. */
export function describeApi(publicUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const row of API) (paths[pathOf(row)] ??= {})[row.method.toLowerCase()] = operationOf(row);
  const named = [...NAMED].map(([schema, name]) => [name, toSchema(schema, 'output')] as const);
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
      schemas: { Problem: PROBLEM, ...Object.fromEntries(named) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
