/** A file, read in ranges and searched for words, within a budget. */
import { fstatSync, readSync } from 'node:fs';
import { NeedMore, PdfDamage, PdfLexer, PdfLimit, isDigit, isSpace } from './lexer.ts';

const MB = 1024 * 1024;
/** Bytes that a document may make us parse. None of 4,971 honest files needed more than 10 MB. */
const MAX_PARSED_BYTES = 24 * MB;
/**
 * Bytes that a document may occupy in memory: the decoded sizes of all its streams together,
 * however they are nested.
 */
const MAX_HELD_BYTES = 20 * MB;

/**
 * What one document may cost. Everything that a file can make larger or longer than itself is
 * charged here: bytes that are read repeatedly, streams that inflate, tables that are searched.
 * Shared by all attempts at reading the document.
 */
export class ParseBudget {
  #parsed = 0;
  #held = 0;

  get parsedBytes(): number {
    return this.#parsed;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** Bytes that may still be held; at least one, as zlib demands. */
  get room(): number {
    return Math.max(1, MAX_HELD_BYTES - this.#held);
  }

  parse(bytes: number): void {
    this.#parsed += bytes;
    if (this.#parsed > MAX_PARSED_BYTES)
      throw new PdfLimit('more to read than any honest file has');
  }

  /** Charges memory that stays in use until the document is decided. */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > MAX_HELD_BYTES) throw new PdfLimit('holds more than any honest file does');
  }
}

const BLOCK_BYTES = 16 * 1024;
const MAX_BLOCKS = 128;
const FIRST_WINDOW_BYTES = 2 * 1024;
const WINDOW_GROWTH = 8;
/** No honest object except a stream is longer; streams are read by their length. */
const MAX_WINDOW_BYTES = 1024 * 1024;
/**
 * The costs of a read, and of a value in addition to its bytes: in bytes that could be parsed in
 * that time.
 */
const READ_COST = 256;
const VALUE_COST = 3;
/** The same for a character that may be an escape. */
const UNESCAPING_COST = 2;

/** Shared: the process reads one document at a time. */
const BLOCKS = Buffer.allocUnsafeSlow(MAX_BLOCKS * BLOCK_BYTES);
const WINDOW = Buffer.allocUnsafeSlow(MAX_WINDOW_BYTES);

type Parse<T> = (lexer: PdfLexer) => T;

/**
 * A file read in ranges, with a bounded cache: an inspection touches some kilobytes of many
 * megabytes. Its buffers are allocated once and reused, because dropped buffers stay in memory
 * until a late garbage collection. `lru-cache` would need a new value for each entry.
 */
export class PdfSource {
  readonly size: number;
  readonly budget: ParseBudget;
  /** The base of offsets: readers allow up to 1,024 bytes before the header. */
  base = 0;
  readonly #fd: number;
  readonly #blocks = new Map<number, { place: number; block: Buffer }>();

  constructor(fd: number, budget: ParseBudget) {
    this.#fd = fd;
    this.budget = budget;
    this.size = fstatSync(fd).size;
  }

  /**
   * Bytes at an absolute position; fewer at the end of the file. Valid until the next read. At most
   * `MAX_WINDOW_BYTES`.
   */
  read(position: number, length: number): Buffer {
    const first = Math.floor(position / BLOCK_BYTES);
    const start = position - first * BLOCK_BYTES;
    if (start + length <= BLOCK_BYTES) return this.#block(first).subarray(start, start + length);
    return this.readInto(WINDOW.subarray(0, length), position);
  }

  /** A copy that lasts: charged to the budget until the document is decided. */
  copy(position: number, length: number): Buffer {
    const wanted = Math.max(0, Math.min(length, this.size - position));
    this.budget.hold(wanted);
    return this.readInto(Buffer.allocUnsafeSlow(wanted), position);
  }

  readInto(buffer: Buffer, position: number): Buffer {
    this.budget.parse(READ_COST);
    let filled = 0;
    while (filled < buffer.length) {
      const count = readSync(this.#fd, buffer, filled, buffer.length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }

  /** Runs `parse` on a growing window that begins at the absolute position. */
  parse<T>(position: number, parse: Parse<T>): T {
    if (!Number.isSafeInteger(position) || position < 0 || position >= this.size)
      throw new PdfDamage('offset outside the file');
    for (let length = FIRST_WINDOW_BYTES; ;) {
      const window = this.read(position, length);
      const isWhole = position + window.length >= this.size;
      try {
        return chargedParse(this.budget, new PdfLexer(window, 0, isWhole), parse);
      } catch (error) {
        if (!(error instanceof NeedMore)) throw error;
        if (length === MAX_WINDOW_BYTES) throw new PdfDamage('object too long');
        length = Math.min(length * WINDOW_GROWTH, MAX_WINDOW_BYTES);
      }
    }
  }

  #block(index: number): Buffer {
    const known = this.#blocks.get(index);
    if (known) return known.block;
    const place = this.#freePlace();
    const block = this.readInto(BLOCKS.subarray(place, place + BLOCK_BYTES), index * BLOCK_BYTES);
    this.#blocks.set(index, { place, block });
    return block;
  }

  #freePlace(): number {
    if (this.#blocks.size < MAX_BLOCKS) return this.#blocks.size * BLOCK_BYTES;
    const [oldest, { place }] = this.#blocks.entries().next().value!;
    this.#blocks.delete(oldest);
    return place;
  }
}

/** Charges what the parser has read, even if it fails. */
export function chargedParse<T>(budget: ParseBudget, lexer: PdfLexer, parse: Parse<T>): T {
  const start = lexer.pos;
  try {
    return parse(lexer);
  } finally {
    const { pos, values, unescaped } = lexer;
    budget.parse(pos - start + VALUE_COST * values + UNESCAPING_COST * unescaped);
  }
}

const CHUNK_BYTES = 256 * 1024;
/** "000000000 65535 obj", with room for spaces. */
const HEAD_BYTES = 24;
const MAX_NUMBER_DIGITS = 9;
const MAX_GENERATION_DIGITS = 5;
const LONGEST_WORD = 16;
/** The cost of a found word, in parsed bytes: a file may consist of nothing else. */
const WORD_COST = 10;
/** One buffer for all searches: they are never nested. */
const CHUNK = Buffer.allocUnsafeSlow(CHUNK_BYTES + HEAD_BYTES);

/** Return true to end the search. The word is at `at` in `chunk`, preceded by up to 24 bytes. */
type Visit = (position: number, chunk: Buffer, at: number) => boolean | void;

export function scanForward(source: PdfSource, from: number, word: string, visit: Visit): void {
  for (let start = from; start < source.size; start += CHUNK_BYTES) {
    const head = Math.min(HEAD_BYTES, start);
    const chunk = source.readInto(CHUNK, start - head);
    const next = (at: number) => chunk.indexOf(word, at, 'latin1');
    for (let at = next(0); at >= 0; at = next(at + 1)) {
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
    const length = Math.min(end - start + LONGEST_WORD, CHUNK.length);
    const chunk = source.readInto(CHUNK.subarray(0, length), start);
    const at = chunk.lastIndexOf(word, undefined, 'latin1');
    if (at >= 0) return start + at;
  }
  return -1;
}

type VisitObject = (num: number, position: number) => boolean | void;

/** Visits each `12 0 obj` from a position on. Return true to end the search. */
export function scanObjects(source: PdfSource, from: number, visit: VisitObject): void {
  scanForward(source, from, 'obj', (position, chunk, at) => {
    const genEnd = skipBack(chunk, at, isSpace);
    const genStart = skipBack(chunk, genEnd, isDigit);
    const numEnd = skipBack(chunk, genStart, isSpace);
    const numStart = skipBack(chunk, numEnd, isDigit);
    const isWithin = (length: number, most: number) => length > 0 && length <= most;
    const isHead =
      isWithin(genEnd - genStart, MAX_GENERATION_DIGITS) &&
      isWithin(numEnd - numStart, MAX_NUMBER_DIGITS) &&
      numEnd < genStart &&
      genEnd < at;
    const start = position - (at - numStart);
    if (!isHead || start < from) return false;
    source.budget.parse(HEAD_BYTES);
    return visit(Number(chunk.toString('latin1', numStart, numEnd)), start);
  });
}

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
