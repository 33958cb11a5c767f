import { PDF_HEADER_WINDOW_BYTES, findPdfHeader } from '#domain/proposals/rules.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { unreadable } from '#app/uploads/labels.ts';
import { emptyFile, notPdf, tooLarge } from '../labels.ts';

/**
 * Why a file cannot be a document of a proposal, checked before it is uploaded; the server checks
 * the whole file. Returns undefined for a likely PDF.
 */
export async function refuseDocument(file: File): Promise<string | undefined> {
  if (file.size === 0) return emptyFile(file.name);
  const limit = readUploadLimit();
  if (file.size > limit.bytes) return tooLarge(file.name, formatBytes(file.size), limit.text);
  try {
    const head = new Uint8Array(await file.slice(0, PDF_HEADER_WINDOW_BYTES).arrayBuffer());
    return findPdfHeader(new TextDecoder('latin1').decode(head)) < 0
      ? notPdf(file.name)
      : undefined;
  } catch {
    return unreadable(file.name);
  }
}
