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
