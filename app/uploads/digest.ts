import { toHex } from '#app/api/to-hex.ts';

/** Cached by file, so that a phone reads its 20 MB only once for all attempts. */
const digests = new WeakMap<File, Promise<string>>();

/** SHA-256 in hex. Digest one file at a time: the browser holds all of it in memory. */
export function digestOf(file: File): Promise<string> {
  const known = digests.get(file);
  if (known) return known;
  const digest = file
    .arrayBuffer()
    .then((bytes) => crypto.subtle.digest('SHA-256', bytes))
    .then((bytes) => toHex(new Uint8Array(bytes)));
  digests.set(file, digest);
  digest.catch(() => digests.delete(file));
  return digest;
}
