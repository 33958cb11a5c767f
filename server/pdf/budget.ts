import { PdfLimit } from './lexer.ts';

const MB = 1024 * 1024;
/** Bytes that a document may make us read as objects. Of 4,971 honest files none needed more than 10 MB. */
const MAX_PARSED_BYTES = 24 * MB;
/** Bytes that a document may make us hold: all that its streams inflate to, together, whatever is nested in what. */
const MAX_HELD_BYTES = 24 * MB;

/**
 * What one document may cost in all. Everything that a file can make larger or longer than itself is charged here: bytes that are
 * read again and again, streams that inflate, tables that are searched. Shared by all ways in which the document is tried.
 */
export class ParseBudget {
  #parsed = MAX_PARSED_BYTES;
  #held = MAX_HELD_BYTES;

  get parsedBytes(): number {
    return MAX_PARSED_BYTES - this.#parsed;
  }

  get heldBytes(): number {
    return MAX_HELD_BYTES - this.#held;
  }

  /** What streams may still inflate to. */
  get freeBytes(): number {
    return this.#held;
  }

  /** Charges work, in bytes or in steps that cost about as much as one. */
  parse(bytes: number): void {
    this.#parsed -= bytes;
    if (this.#parsed < 0) throw new PdfLimit('more to read than any honest file has');
  }

  /** Charges memory that stays until the document is decided. */
  hold(bytes: number): void {
    this.#held -= bytes;
    if (this.#held < 0) throw new PdfLimit('streams inflate without end');
  }
}
