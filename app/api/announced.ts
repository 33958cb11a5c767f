import type { AnnouncedDocuments } from '#domain/chunked-forms/schema.ts';

type Files = Record<string, File | undefined>;

/** Digests by file: a phone reads its 20 MB once for all tries. */
const digests = new WeakMap<File, string>();

/**
 * What is said of the documents ahead of them, so that the form counts as received although they
 * are still on their way. One after the other: a browser holds a whole file to digest it. Undefined
 * where that fails, such as for want of memory; the form then counts from its last byte.
 */
export async function announce(files: Files): Promise<AnnouncedDocuments | undefined> {
  const announced: Record<string, { name: string; size: number; sha256: string }> = {};
  try {
    for (const [kind, file] of Object.entries(files)) {
      if (file)
        announced[kind] = { name: file.name, size: file.size, sha256: await digestOf(file) };
    }
    return announced;
  } catch {
    return undefined;
  }
}

async function digestOf(file: File): Promise<string> {
  const digest = digests.get(file) ?? (await sha256(await file.arrayBuffer()));
  digests.set(file, digest);
  return digest;
}

export const sha256 = async (bytes: BufferSource): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
