import { PDF_HEADER_WINDOW_BYTES, findPdfHeader } from '#domain/proposals/rules.ts';
import { findLast, hasObject } from './scan.ts';
import type { PdfSource } from './source.ts';

/** The last `startxref`, -1 if there is none. `isDoubtful`: the file may be truncated. */
type PdfEnds = { startxref: number; isDoubtful: boolean };
type EndsRefusal = 'empty' | 'not_pdf' | 'truncated' | 'unreadable';

const HEAD_BYTES = 16 * 1024;

/**
 * What the first and last bytes alone tell. Padding after the end of the file is ignored, but an
 * object there belongs to a truncated update. Sets the base of offsets.
 */
export function readEnds(source: PdfSource): PdfEnds | EndsRefusal {
  if (source.size === 0) return 'empty';
  source.base = findPdfHeader(source.read(0, PDF_HEADER_WINDOW_BYTES).toString('latin1'));
  if (source.base < 0) return 'not_pdf';
  const [eof, startxref] = [findLast(source, '%%EOF'), findLast(source, 'startxref')];
  const end = Math.max(eof, startxref);
  if (end >= 0 && !hasObject(source, end))
    return { startxref, isDoubtful: end !== eof || isShorterThanLinearized(source) };
  return hasObject(source, source.base) ? 'truncated' : 'unreadable';
}

/**
 * A linearized file has an end marker near its beginning, but states its length in its first
 * object.
 */
function isShorterThanLinearized(source: PdfSource): boolean {
  const first = source.read(source.base, HEAD_BYTES).toString('latin1', 0, PDF_HEADER_WINDOW_BYTES);
  const dict = /\/Linearized\b[^>]*>/.exec(first)?.[0] ?? '';
  const stated = Number(/\/L[\0\t\n\f\r ]+(\d+)/.exec(dict)?.[1] ?? 0);
  return stated > source.size - source.base;
}
