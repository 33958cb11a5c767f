import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * When a form that came in chunks was received and when it was whole; `frozen` is the digest of
 * what was received then.
 */
export type Arrival = { receivedAt: Date; completedAt: Date; frozen: string | null };

/**
 * Set while the call is made that such a form was for: deadlines are compared with it, not with the
 * request that ends the upload.
 */
export const arrival = new AsyncLocalStorage<Arrival>();
