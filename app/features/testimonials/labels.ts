import { describeApproval } from '#domain/testimonials/rules.ts';
import { countOf } from '#domain/count-of.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';

export const testimonialLabels = {
  title: 'Testimonials',
  caption: 'Testimonials',
  viewTitle: 'Testimonial',
  editTitle: 'Edit testimonial',
  back: 'All testimonials',
  shareLink: 'Open the public form',
  searchHint: 'Name, position or message',
  noMatch: 'No testimonials match your search or filters.',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  position: 'Position',
  message: 'Message',
  status: 'Status',
  received: 'Received',
  changed: 'Last changed',
  publish: 'Publish',
  unpublish: 'Unpublish',
  publishHint: 'Published testimonials are shown on the public website.',
  deleteQuestion: 'It disappears from the public website at once. This cannot be undone.',
  deleted: 'Testimonial deleted.',
  deleteFailed: 'The testimonial could not be deleted. Check your connection and try again.',
  save: 'Save',
} as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'last_name', label: 'Last name, A to Z' },
] as const;

export const STATUSES = [true, false].map((value) => ({
  value: String(value),
  label: describeApproval(value),
}));
export const describeTotal = countOf('testimonial', 'testimonials');

export const nameOf = ({ first_name: first, last_name: last }: Testimonial): string =>
  `${first} ${last}`;
