import { fstatSync, readSync } from 'node:fs';
import { NeedMore, PdfDamage, PdfLexer, PdfLimit } from './lexer.ts';

const BLOCK_BYTES = 32 * 1024;
const MAX_BLOCKS = 64;
const FIRST_WINDOW_BYTES = 2 * 1024;
/** No honest object except a stream is longer; streams are read by their length. */
const MAX_WINDOW_BYTES = 4 * 1024 * 1024;

/** A file read in ranges, with a bounded cache: an inspection touches some kilobytes of many megabytes. */
export class PdfSource {
  readonly size: number;
  /** Where offsets count from: readers allow up to 1,024 bytes before the header. */
  base = 0;
  readonly #fd: number;
  readonly #blocks = new Map<number, Buffer>();

  constructor(fd: number) {
    this.#fd = fd;
    this.size = fstatSync(fd).size;
  }

  /** Bytes at an absolute position; fewer when the file ends before. */
  read(position: number, length: number): Buffer {
    const first = Math.floor(position / BLOCK_BYTES);
    const last = Math.floor((position + length - 1) / BLOCK_BYTES);
    if (first !== last) return this.#load(position, length);
    const start = position - first * BLOCK_BYTES;
    return this.#block(first).subarray(start, start + length);
  }

  /** Runs `parse` on a growing window that begins at the absolute position. */
  parse<T>(position: number, parse: (lexer: PdfLexer) => T): T {
    if (!Number.isSafeInteger(position) || position < 0 || position >= this.size) throw new PdfDamage('offset outside the file');
    for (let length = FIRST_WINDOW_BYTES; length <= MAX_WINDOW_BYTES; length *= 8) {
      const window = this.read(position, length);
      try {
        return parse(new PdfLexer(window, 0, position + window.length >= this.size));
      } catch (error) {
        if (!(error instanceof NeedMore)) throw error;
      }
    }
    throw new PdfLimit('object too long');
  }

  #block(index: number): Buffer {
    const known = this.#blocks.get(index);
    if (known) return known;
    if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!);
    const block = this.#load(index * BLOCK_BYTES, BLOCK_BYTES);
    this.#blocks.set(index, block);
    return block;
  }

  #load(position: number, length: number): Buffer {
    const wanted = Math.max(0, Math.min(length, this.size - position));
    const buffer = Buffer.allocUnsafeSlow(wanted);
    let filled = 0;
    while (filled < wanted) {
      const count = readSync(this.#fd, buffer, filled, wanted - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }
}
