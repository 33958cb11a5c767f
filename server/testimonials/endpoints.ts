import { z } from 'zod';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import {
  createTestimonialInput,
  listTestimonialsQuery,
  testimonial,
  updateTestimonialInput,
} from '#domain/testimonials/schema.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as testimonials from './service.ts';

export const list = endpoint(
  {
    summary: 'List testimonials: all for admins, approved ones for everybody else',
    query: listTestimonialsQuery,
    answer: z.array(testimonial),
    cachedBy: 'public',
  },
  async (context, { query }) => {
    const { items, total } = await testimonials.listTestimonials(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one testimonial', answer: testimonial, tagged: true },
  async (context, { params }) => {
    const found = await testimonials.getTestimonial(context, params.id!);
    return single(found.testimonial, found.version);
  },
);

export const create = endpoint(
  {
    summary: 'Submit a testimonial; it is public once an admin approves it',
    body: createTestimonialInput,
    refusal: TESTIMONIAL.submitFailed,
    isForm: true,
    answer: testimonial,
    status: 201,
    idempotent: true,
    refuses: [429],
  },
  async (context, { body }) => testimonials.submitTestimonial(context, body),
);

export const update = endpoint(
  {
    summary: 'Update or approve a testimonial',
    body: updateTestimonialInput,
    refusal: TESTIMONIAL.updateFailed,
    answer: testimonial,
    versioned: true,
  },
  async (context, { params, body }) => {
    const updated = await testimonials.updateTestimonial(context, params.id!, body);
    return single(updated.testimonial, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete a testimonial', versioned: true },
  async (context, { params }) => {
    await testimonials.deleteTestimonial(context, params.id!);
    return nothing;
  },
);
