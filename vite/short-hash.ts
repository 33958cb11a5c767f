import { createHash } from 'node:crypto';

/** Distinguishes versions of a file by its name. */
export const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);
