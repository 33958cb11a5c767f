import type { Tracer } from '../tracing/tracer.ts';
import type { Mailer } from './mailer.ts';

/** The same mailer with a span per mail, without addresses and texts. */
export const traceMailer = (mailer: Mailer, tracer: Tracer): Mailer => ({
  send: (mail) => tracer.step('mail send', { 'mail.id': mail.id }, () => mailer.send(mail)),
});
