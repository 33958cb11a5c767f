import { transport } from '#app/api/browser.ts';
import { apiPath, send, type CallOptions } from '#app/api/transport.ts';

/** Only the screen of one testimonial deletes it; separate from client.ts, which all load. */
export const removeTestimonial = (id: string, options?: CallOptions) =>
  send(transport, 'DELETE', apiPath(`/testimonials/${encodeURIComponent(id)}`), {}, options);
