/** When a request came, as deadlines count it: contract §5.8. */
import type { IncomingMessage } from 'node:http';
import { receivedBy } from '#domain/programs/rules.ts';
import type { Context } from '../context.ts';

/** The request's first bytes: when they came, and how many its connection had brought by then. */
type Arrival = { at: Date; bytesRead: number };

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Call it when the head of a request has come. */
export function noteArrival(request: IncomingMessage, now: Date): void {
  arrivals.set(request, { at: now, bytesRead: request.socket.bytesRead });
}

/** When its first bytes came; `now` for a call that a page makes inside this process. */
export const arrivedAt = (request: IncomingMessage, now: Date): Date =>
  arrivals.get(request)?.at ?? now;

/**
 * The context of a request whose last byte has just come: one that was held back counts from its
 * end. What came together with the head is left out of its bytes.
 */
export function countReceived<C extends Context>(context: C, request: IncomingMessage): C {
  const arrival = arrivals.get(request);
  if (!arrival) return context;
  const receivedAt = receivedBy({
    firstByteAt: arrival.at,
    lastByteAt: context.clock(),
    bytes: request.socket.bytesRead - arrival.bytesRead,
  });
  return { ...context, receivedAt };
}
