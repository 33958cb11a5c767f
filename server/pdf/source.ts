import { fstatSync, readSync } from 'node:fs';
import type { ParseBudget } from './budget.ts';
import { NeedMore, PdfDamage, PdfLexer } from './lexer.ts';

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

/** Shared by the thread, which reads one document at a time. */
const BLOCKS = Buffer.allocUnsafeSlow(MAX_BLOCKS * BLOCK_BYTES);
const WINDOW = Buffer.allocUnsafeSlow(MAX_WINDOW_BYTES);

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

  /** Fills the buffer from an absolute position, and returns the filled part. */
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
  parse<T>(position: number, parse: (lexer: PdfLexer) => T): T {
    if (!Number.isSafeInteger(position) || position < 0 || position >= this.size)
      throw new PdfDamage('offset outside the file');
    for (
      let length = FIRST_WINDOW_BYTES;
      ;
      length = Math.min(length * WINDOW_GROWTH, MAX_WINDOW_BYTES)
    ) {
      const window = this.read(position, length);
      try {
        return chargedParse(
          this.budget,
          new PdfLexer(window, 0, position + window.length >= this.size),
          parse,
        );
      } catch (error) {
        if (!(error instanceof NeedMore)) throw error;
        if (length === MAX_WINDOW_BYTES) throw new PdfDamage('object too long');
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

/** Runs a parser and charges what it has read, even if it fails. */
export function chargedParse<T>(
  budget: ParseBudget,
  lexer: PdfLexer,
  parse: (lexer: PdfLexer) => T,
): T {
  const start = lexer.pos;
  try {
    return parse(lexer);
  } finally {
    const { pos, values, unescaped } = lexer;
    budget.parse(pos - start + VALUE_COST * values + UNESCAPING_COST * unescaped);
  }
}
