/** JSON Schema from the schemas that validate; what several calls answer has a name. */
import { z } from 'zod';
import { accessToken, profile, userRow } from '#domain/accounts/schema.ts';
import { enquiry } from '#domain/enquiries/schema.ts';
import { faq } from '#domain/faqs/schema.ts';
import { post } from '#domain/posts/schema.ts';
import { PROBLEM_STATUS } from '#domain/problem.ts';
import { program } from '#domain/programs/schema.ts';
import { proposal } from '#domain/proposals/schema.ts';
import { testimonial } from '#domain/testimonials/schema.ts';

export type Schema = { [key: string]: unknown };

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

export function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
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

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function toAnswer(schema: z.core.$ZodType): Schema {
  const name = NAMED.get(schema);
  if (name) return ref(name);
  return schema instanceof z.ZodArray
    ? { type: 'array', items: toAnswer(schema.element as z.core.$ZodType) }
    : toSchema(schema, 'output');
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

/** All that have a name. */
export const describeSchemas = (): Record<string, Schema> => ({
  Problem: PROBLEM,
  ...Object.fromEntries([...NAMED].map(([schema, name]) => [name, toSchema(schema, 'output')])),
});
