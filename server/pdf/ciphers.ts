import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/**
 * The outdated ciphers that PDF uses. RC4 is written by hand: OpenSSL has moved it to a provider
 * that is not loaded.
 */

export const md5 = (...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

export const sha2 = (bits: 256 | 384 | 512, ...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(`sha${bits}`)).digest();

export const encryptAes128 = (key: Buffer, iv: Buffer, bytes: Buffer): Buffer =>
  createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(bytes);

/** Unwraps a key with AES-256: no padding, an all-zero initialisation vector. */
export const unwrapAes256 = (key: Buffer, bytes: Buffer): Buffer =>
  createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false).update(bytes);

/** `out` may be `bytes` itself. */
export function rc4(key: Buffer, bytes: Buffer, out: Buffer = Buffer.alloc(bytes.length)): Buffer {
  const state = scheduleRc4(key);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 255;
    const here = state[i]!;
    j = (j + here) & 255;
    const there = state[j]!;
    state[i] = there;
    state[j] = here;
    out[at] = bytes[at]! ^ state[(here + there) & 255]!;
  }
  return out;
}

function scheduleRc4(key: Buffer): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i++) {
    const here = state[i]!;
    j = (j + here + key[i % key.length]!) & 255;
    state[i] = state[j]!;
    state[j] = here;
  }
  return state;
}
