import { readUploadLimit } from '#app/api/upload-limit.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { emptyFile, notPdf, tooLarge, unreadable } from './words.ts';

/** Readers look for the signature in the first kilobyte. */
const HEAD = 1024;

/** Why a file can't be a document of a proposal, before its bytes are spent; the server looks at the whole file. Answers undefined for a likely PDF. */
export async function refuseDocument(file: File): Promise<string | undefined> {
  if (file.size === 0) return emptyFile(file.name);
  const limit = readUploadLimit();
  if (file.size > limit.bytes) return tooLarge(file.name, formatBytes(file.size), limit.text);
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    return new TextDecoder('latin1').decode(head).includes('%PDF-') ? undefined : notPdf(file.name);
  } catch {
    return unreadable(file.name);
  }
}
