import { HONEYPOT } from '#domain/constants.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import {
  createTestimonialInput,
  listTestimonialsQuery,
  testimonial,
  updateTestimonialInput,
  type CreateTestimonialInput,
} from '#domain/testimonials/schema.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { calls, reply } from '../http/calls.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { resource } from '../http/resource.ts';
import { countPublicForm } from '../rate-limits/service.ts';

const says = {
  list: 'List testimonials: all for admins, approved ones for everybody else',
  get: 'Get one testimonial',
  create: 'Submit a testimonial; it is public once an admin approves it',
  update: 'Update or approve a testimonial',
  remove: 'Delete a testimonial',
};

const testimonials = resource({
  path: '/testimonials/',
  ...{ table: 'testimonials', noun: 'testimonials', entity: 'testimonial', topic: 'public' },
  says,
  ...{ item: testimonial, create: createTestimonialInput, update: updateTestimonialInput },
  query: listTestimonialsQuery,
  searched: ['first_name', 'last_name', 'position', 'message'],
  scope: ({ actor }) => (mayDoAll(actor.role, 'testimonials.update') ? {} : { is_approved: true }),
  missing: TESTIMONIAL.notFound,
  refusals: { create: TESTIMONIAL.submitFailed, update: TESTIMONIAL.updateFailed },
  isForgotten: true,
});

/** Stores a visitor's testimonial, unapproved. A bot's gets the usual answer and is dropped. */
async function submit(
  context: Context,
  { [HONEYPOT]: honeypot, ...input }: CreateTestimonialInput,
): Promise<ApiResponse> {
  const row = testimonials.build(context, { ...input, is_approved: false });
  const answer = testimonials.answer(row, 201);
  if (honeypot?.trim()) return answer;
  const once = { call: 'testimonials.create', content: input };
  const writing = writeOnce(context, once, async (tx) => {
    await countPublicForm(context, tx);
    // It changes no public page before it is approved, so visitors cannot invalidate the cache.
    await testimonials.rows.insert(tx, row);
    await audit(tx, context, 'testimonials.create', 'testimonial', row.id, { after: row });
    return answer;
  });
  return (await writing).answer;
}

export const testimonialsCalls = [
  ...testimonials.calls.filter(({ method }) => method !== 'POST'),
  ...calls({
    'POST /testimonials/': reply('testimonials.create', says.create, {
      body: createTestimonialInput,
      refusal: TESTIMONIAL.submitFailed,
      ...{ answer: testimonial, status: 201, isForm: true, idempotent: true, refuses: [429] },
      run: submit,
    }),
    'PUT /testimonials/{id}': reply('testimonials.update', says.update, {
      body: updateTestimonialInput,
      refusal: TESTIMONIAL.updateFailed,
      ...{ answer: testimonial, versioned: true, run: testimonials.update },
    }),
  }),
];
