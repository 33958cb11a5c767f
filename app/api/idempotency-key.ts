import { toHex } from './to-hex.ts';

/** A key for one submission. Create it once per filled form and use it for all attempts. */
export const createIdempotencyKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));
