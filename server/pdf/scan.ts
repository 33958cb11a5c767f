import type { PdfSource } from './source.ts';

/** Searches the raw bytes for words, for files whose own directory cannot be trusted. */

const CHUNK_BYTES = 256 * 1024;
/** "000000000 65535 obj", with room for spaces. */
const HEAD_BYTES = 24;
const MAX_NUMBER_DIGITS = 9;
const MAX_GENERATION_DIGITS = 5;
const LONGEST_WORD = 16;
/** The cost of a found word, in parsed bytes: a file may consist of nothing else. */
const WORD_COST = 10;
/** One buffer for all scans of this thread: they are never nested. */
const CHUNK = Buffer.allocUnsafeSlow(CHUNK_BYTES + HEAD_BYTES);

/** Return true to end the search. The word is at `at` in `chunk`, preceded by up to 24 bytes. */
type Visit = (position: number, chunk: Buffer, at: number) => boolean | void;

/** Visits each occurrence of a word from a position on, in order. */
export function scanForward(source: PdfSource, from: number, word: string, visit: Visit): void {
  for (let start = from; start < source.size; start += CHUNK_BYTES) {
    const head = Math.min(HEAD_BYTES, start);
    const chunk = source.readInto(CHUNK, start - head);
    for (
      let at = chunk.indexOf(word, 0, 'latin1');
      at >= 0;
      at = chunk.indexOf(word, at + 1, 'latin1')
    ) {
      source.budget.parse(WORD_COST);
      // A match that ends before the chunk's own bytes was found with the previous chunk.
      const isNew = at + word.length > head && start - head + at >= from;
      if (isNew && visit(start - head + at, chunk, at)) return;
    }
  }
}

/** The last occurrence of a word; -1 if there is none. */
export function findLast(source: PdfSource, word: string): number {
  for (let end = source.size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const at = source
      .readInto(CHUNK.subarray(0, Math.min(end - start + LONGEST_WORD, CHUNK.length)), start)
      .lastIndexOf(word, undefined, 'latin1');
    if (at >= 0) return start + at;
  }
  return -1;
}

/**
 * Visits each `12 0 obj` from a position on, with its number and position. Return true to end the
 * search.
 */
export function scanObjects(
  source: PdfSource,
  from: number,
  visit: (num: number, position: number) => boolean | void,
): void {
  scanForward(source, from, 'obj', (position, chunk, at) => {
    const genEnd = skipBack(chunk, at, isSpace);
    const genStart = skipBack(chunk, genEnd, isDigit);
    const numEnd = skipBack(chunk, genStart, isSpace);
    const numStart = skipBack(chunk, numEnd, isDigit);
    const [genDigits, numDigits] = [genEnd - genStart, numEnd - numStart];
    const isHead =
      genEnd < at &&
      genDigits > 0 &&
      genDigits <= MAX_GENERATION_DIGITS &&
      numEnd < genStart &&
      numDigits > 0 &&
      numDigits <= MAX_NUMBER_DIGITS;
    if (!isHead || position - (at - numStart) < from) return false;
    source.budget.parse(HEAD_BYTES);
    return visit(Number(chunk.toString('latin1', numStart, numEnd)), position - (at - numStart));
  });
}

const isSpace = (byte: number): boolean =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Start of the run of such bytes that ends at `end`, limited to the length of an object's head. */
function skipBack(chunk: Buffer, end: number, isPart: (byte: number) => boolean): number {
  let at = end;
  while (at > 0 && end - at < HEAD_BYTES && isPart(chunk[at - 1]!)) at--;
  return at;
}

export function hasObject(source: PdfSource, from: number): boolean {
  let isFound = false;
  scanObjects(source, from, () => (isFound = true));
  return isFound;
}
