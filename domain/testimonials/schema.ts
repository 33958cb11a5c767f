import * as z from 'zod/mini';
import { HONEYPOT, LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { visibleOf } from '../plain-text.ts';
import { booleanText, optionalText, requiredLines, requiredText } from '../text.ts';
import { TESTIMONIAL } from './rules.ts';

/** Counts characters as people see them: an emoji is one, a joiner none. */
const isLongEnough = (message: string): boolean =>
  [...message].filter((character) => /\s/.test(character) || visibleOf(character)).length >=
  LENGTHS.testimonialMinimum;

const fields = {
  first_name: requiredText('your first name', LENGTHS.name),
  last_name: requiredText('your last name', LENGTHS.name),
  message: requiredLines('your message', LENGTHS.message, TESTIMONIAL.tooShort).check(
    z.refine(isLongEnough, TESTIMONIAL.tooShort),
  ),
};

/** All four fields are required. `website_url` is the honeypot. */
export const createTestimonialInput = z.object({
  ...fields,
  position: requiredText('your position', LENGTHS.name),
  [HONEYPOT]: z.catch(z.optional(z.string()), undefined),
});

/** The admin's form. The public model may lack a position. */
export const testimonialForm = z.object({
  ...fields,
  position: optionalText('the position', LENGTHS.name),
  is_approved: booleanText('the testimonial is approved'),
});

/** Fields that are not sent stay. */
export const updateTestimonialInput = z.partial(testimonialForm);

const TESTIMONIAL_SORTS = ['created_at', 'last_name'] as const;

export const listTestimonialsQuery = z.extend(listQuery, {
  sort: sortBy(TESTIMONIAL_SORTS, '-created_at'),
  is_approved: filter(booleanText('the testimonial is approved')),
});

export const testimonial = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  position: z.nullable(z.string()),
  message: z.string(),
  is_approved: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type CreateTestimonialInput = z.output<typeof createTestimonialInput>;
export type UpdateTestimonialInput = z.output<typeof updateTestimonialInput>;
export type ListTestimonialsQuery = z.output<typeof listTestimonialsQuery>;
export type Testimonial = z.output<typeof testimonial>;
