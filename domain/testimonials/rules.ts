import { LENGTHS } from '../constants.ts';
import { TESTIMONIAL } from './messages.ts';

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
