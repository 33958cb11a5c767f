/** The schemas of the API's description, generated from those that validate. */
import { z } from 'zod';
import { accessToken, profile, userRow } from '#domain/accounts/schema.ts';
import { auditEntry } from '#domain/audit/schema.ts';
import { enquiry } from '#domain/enquiries/schema.ts';
import { faq } from '#domain/faqs/schema.ts';
import { mail } from '#domain/mails/schema.ts';
import { post } from '#domain/posts/schema.ts';
import { PROBLEM_STATUS } from '#domain/problem.ts';
import { program } from '#domain/programs/schema.ts';
import { proposal } from '#domain/proposals/schema.ts';
import { similarProposal } from '#domain/proposals/similar-schema.ts';
import { testimonial } from '#domain/testimonials/schema.ts';
import type { ApiRow } from './endpoint.ts';

export type Schema = { [key: string]: unknown };
export type RequestBody = { required: boolean; content: Record<string, { schema: Schema }> };

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

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function toAnswer(schema: z.core.$ZodType): Schema {
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

export function bodyOf({ method, endpoint: { spec } }: ApiRow): RequestBody | undefined {
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

/** All schemas, by name. */
export const describeSchemas = (): Record<string, Schema> => ({
  Problem: PROBLEM,
  ...Object.fromEntries([...NAMED].map(([schema, name]) => [name, toSchema(schema, 'output')])),
});
