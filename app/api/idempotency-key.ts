import { toHex } from './to-hex.ts';

/**
 * A key for one submission; make it once, when the form is filled, and use it for all its tries.
 */
export const createIdempotencyKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));
