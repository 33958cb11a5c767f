import type { PdfSource } from './source.ts';

/** Looks for words in the bytes themselves, for files whose own directory can't be trusted. */

const CHUNK_BYTES = 256 * 1024;
/** "0000000000 65535 obj", with room for spaces. */
const HEAD_BYTES = 24;
const LONGEST_WORD = 16;
const OBJECT_HEAD = /(?:^|[^\d])(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+$/;
/** One buffer for all scans of this thread: they never run inside each other. */
const CHUNK = Buffer.allocUnsafeSlow(CHUNK_BYTES + HEAD_BYTES);

/** Answers true to end the search. `before` holds up to 24 characters in front of the word. */
type Visit = (position: number, before: () => string) => boolean | void;

/** Visits each place of a word from a position on, in order. */
export function scanForward(source: PdfSource, from: number, word: string, visit: Visit): void {
  for (let start = from; start < source.size; start += CHUNK_BYTES) {
    const head = Math.min(HEAD_BYTES, start);
    const chunk = source.readInto(CHUNK, start - head);
    for (let at = chunk.indexOf(word, 0, 'latin1'); at >= 0; at = chunk.indexOf(word, at + 1, 'latin1')) {
      source.budget.parse(2);
      // What ends before the chunk's own bytes was found with the one before.
      const isNew = at + word.length > head && start - head + at >= from;
      if (isNew && visit(start - head + at, () => chunk.toString('latin1', Math.max(0, at - HEAD_BYTES), at))) return;
    }
  }
}

/** Where a word stands for the last time; -1 when nowhere. */
export function findLast(source: PdfSource, word: string): number {
  for (let end = source.size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const at = source.readInto(CHUNK.subarray(0, Math.min(end - start + LONGEST_WORD, CHUNK.length)), start).lastIndexOf(word, undefined, 'latin1');
    if (at >= 0) return start + at;
  }
  return -1;
}

/** Visits each `12 0 obj` from a position on, with its number and where it begins. Answers true to end the search. */
export function scanObjects(source: PdfSource, from: number, visit: (num: number, position: number) => boolean | void): void {
  scanForward(source, from, 'obj', (at, before) => {
    const head = OBJECT_HEAD.exec(before());
    if (!head) return false;
    source.budget.parse(HEAD_BYTES);
    const position = at - head[0].length + head[0].search(/\d/);
    return position >= from && visit(Number(head[1]), position);
  });
}

export function hasObject(source: PdfSource, from: number): boolean {
  let isFound = false;
  scanObjects(source, from, () => (isFound = true));
  return isFound;
}
