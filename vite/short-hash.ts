import { createHash } from 'node:crypto';

/** What tells one version of a file from the next in its name. */
export const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);
