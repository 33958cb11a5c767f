import { LENGTHS } from '../constants.ts';

/** `is_approved` as words. */
export const describeApproval = (isApproved: boolean): string =>
  isApproved ? TESTIMONIAL.published : TESTIMONIAL.unpublished;

/** Lists cut a message at 50 characters and add an ellipsis. */
export function previewMessage(message: string): string {
  const characters = [...message];
  return characters.length <= LENGTHS.testimonialPreview
    ? message
    : `${characters.slice(0, LENGTHS.testimonialPreview).join('')}…`;
}

/** spec §8.6, word for word. */
export const TESTIMONIAL = {
  submitted: 'Testimonial submitted. Thank you',
  submitFailed: 'Failed to submit Testimonial',
  updated: 'Update Successful',
  updateFailed: 'Failed to update testimonial',
  fetchAllFailed: 'Failed to fetch testimonials',
  fetchFailed: 'Failed to fetch testimonial',
  network: 'Network or unexpected error',
  loading: 'Loading testimonials...',
  none: 'No testimonials yet.',
  noneFound: 'No testimonials found.',
  notFound: 'Testimonial not found',
  tooShort: 'Message should have at least 10 characters.',
  published: 'Published',
  unpublished: 'Unpublished',
} as const;

/** 'Error loading testimonials: {error}' */
export const errorLoadingTestimonials = (error: string): string =>
  `Error loading testimonials: ${error}`;
