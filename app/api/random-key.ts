import { toHex } from './to-hex.ts';

/**
 * 32 hexadecimal digits, over plain http too, where `crypto.randomUUID` is missing. As an
 * `Idempotency-Key`, create it once per filled form and use it for all attempts.
 */
export const randomKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));
