import { LENGTHS } from '../constants.ts';
import { TESTIMONIAL } from './messages.ts';

/** Section 4: is_approved as words. */
export const describeApproval = (isApproved: boolean): string => (isApproved ? TESTIMONIAL.published : TESTIMONIAL.unpublished);

/** Section 2: lists cut a message at 50 characters and add an ellipsis. */
export function previewMessage(message: string): string {
  const characters = [...message];
  return characters.length <= LENGTHS.testimonialPreview ? message : `${characters.slice(0, LENGTHS.testimonialPreview).join('')}…`;
}
