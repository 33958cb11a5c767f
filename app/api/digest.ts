/** Digests by file: a phone reads its 20 MB once for all tries. */
const digests = new WeakMap<File, Promise<string>>();

/** Over https and on localhost only; elsewhere a form goes up as a whole. */
export const canDigest = (): boolean => isSecureContext && 'subtle' in crypto;

/** SHA-256 in hex. One file at a time, please: a browser holds it whole to digest it. */
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

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
