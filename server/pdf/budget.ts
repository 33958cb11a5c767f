import { PdfLimit } from './lexer.ts';

const MB = 1024 * 1024;
/** Bytes that a document may make us parse. None of 4,971 honest files needed more than 10 MB. */
const MAX_PARSED_BYTES = 24 * MB;
/**
 * Bytes that a document may occupy in memory: the decoded sizes of all its streams together,
 * however they are nested.
 */
const MAX_HELD_BYTES = 20 * MB;

/**
 * The total cost that one document may cause. Everything that a file can make larger or longer than
 * itself is charged here: bytes that are read repeatedly, streams that inflate, tables that are
 * searched. Shared by all attempts at reading the document.
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

  /** Charges work, in bytes or in steps that cost about as much as one. */
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
