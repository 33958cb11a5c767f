import { PDF_HEADER_WINDOW_BYTES, findPdfHeader } from '#domain/proposals/rules.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { unreadable } from '#app/uploads/labels.ts';
import { cutShort, emptyFile, notPdf, tooLarge } from '../labels.ts';

/**
 * Why a file cannot be a document of a proposal, checked before it is uploaded; the server checks
 * the rest.
 */
export async function refuseDocument(file: File): Promise<string | undefined> {
  if (file.size === 0) return emptyFile(file.name);
  const limit = readUploadLimit();
  if (file.size > limit.bytes) return tooLarge(file.name, formatBytes(file.size), limit.text);
  try {
    if (findPdfHeader(await read(file, 0, PDF_HEADER_WINDOW_BYTES)) < 0) return notPdf(file.name);
    return (await isCutShort(file)) ? cutShort(file.name) : undefined;
  } catch {
    return unreadable(file.name);
  }
}

const read = async (file: Blob, from: number, to: number): Promise<string> =>
  new TextDecoder('latin1').decode(await file.slice(from, to).arrayBuffer());

/** A whole file has its end in the last piece; only one that is cut short is read to its start. */
const PIECE_BYTES = 262_144;
/** What a mark or the head of an object may extend into the next piece. */
const OVERLAP_BYTES = 32;
const OBJECT = /\D\d{1,9} \d{1,5} obj\b/;

/**
 * Whether it is certain that the end is missing: there is no end mark, or an object follows the
 * last one. The server refuses each such file, and knows more ways to see it.
 */
async function isCutShort(file: Blob): Promise<boolean> {
  let hasObject = false;
  for (let end = file.size; end > 0; end -= PIECE_BYTES) {
    const piece = await read(file, Math.max(0, end - PIECE_BYTES), end + OVERLAP_BYTES);
    const mark = Math.max(piece.lastIndexOf('%%EOF'), piece.lastIndexOf('startxref'));
    hasObject ||= OBJECT.test(mark < 0 ? piece : piece.slice(mark));
    if (mark >= 0) return hasObject;
  }
  return true;
}
