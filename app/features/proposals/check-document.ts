import { UPLOADS } from '#domain/constants.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { emptyFile, notPdf, tooLarge, unreadable } from './words.ts';

/** Readers look for the signature in the first kilobyte. */
const HEAD = 1024;

/** Why a file can't be a document of a proposal, before its bytes are spent; the server looks at the whole file. Answers undefined for a likely PDF. */
export async function refuseDocument(file: File): Promise<string | undefined> {
  if (file.size === 0) return emptyFile(file.name);
  if (file.size > UPLOADS.bytes) return tooLarge(file.name, formatBytes(file.size), `${UPLOADS.megabytes} MB`);
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    return new TextDecoder('latin1').decode(head).includes('%PDF-') ? undefined : notPdf(file.name);
  } catch {
    return unreadable(file.name);
  }
}
