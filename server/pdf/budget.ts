import { PdfLimit } from './lexer.ts';

const MB = 1024 * 1024;
/**
 * Bytes that a document may make us read as objects. Of 4,971 honest files none needed more than 10
 * MB.
 */
const MAX_PARSED_BYTES = 24 * MB;
/**
 * Bytes that a document may make us hold: all that its streams inflate to, together, whatever is
 * nested in what.
 */
const MAX_HELD_BYTES = 20 * MB;
const ALIGNMENT = 4;
/**
 * What is reserved; it takes room only where it is written. Not less than 32 MB: glibc keeps what
 * it was given back below that size, and from then on all that is smaller.
 */
const RESERVED_BYTES = 33 * MB;
/**
 * A document that was content with so much leaves its memory to the next one of the thread: to ask
 * for 33 MB makes V8 collect the whole heap, which takes longer than an honest document.
 */
const MAX_REUSED_BYTES = 512 * 1024;

let reusable: ArrayBuffer | undefined;

function takeMemory(): ArrayBuffer {
  const memory = reusable ?? new ArrayBuffer(RESERVED_BYTES);
  reusable = undefined;
  return memory;
}

/**
 * What one document may cost in all. Everything that a file can make larger or longer than itself
 * is charged here: bytes that are read again and again, streams that inflate, tables that are
 * searched. Shared by all ways in which the document is tried.
 *
 * Streams are decoded into one piece of memory that is given back at once and whole. Buffers of
 * their own would be given back when V8 gets round to it, and then stay with malloc: a row of
 * hostile files grew the process by 130 MB (docs/decisions/0021).
 */
export class ParseBudget {
  readonly #memory = takeMemory();
  readonly #bytes = Buffer.from(this.#memory, 0, MAX_HELD_BYTES);
  #parsed = 0;
  #taken = 0;
  #noted = 0;
  /** Something is written of which nobody has said yet how long it is. */
  #isWriting = false;

  get parsedBytes(): number {
    return this.#parsed;
  }

  get heldBytes(): number {
    return this.#taken + this.#noted;
  }

  /** Charges work, in bytes or in steps that cost about as much as one. */
  parse(bytes: number): void {
    this.#parsed += bytes;
    if (this.#parsed > MAX_PARSED_BYTES)
      throw new PdfLimit('more to read than any honest file has');
  }

  /** Charges memory elsewhere that stays until the document is decided. */
  hold(bytes: number): void {
    this.#noted += bytes;
    if (this.heldBytes > MAX_HELD_BYTES) throw new PdfLimit('holds more than any honest file does');
  }

  /**
   * All that is left, to be written from its beginning; `keep` says afterwards how much of it was
   * needed.
   */
  rest(): Buffer {
    this.#isWriting = true;
    return this.#bytes.subarray(this.#taken, MAX_HELD_BYTES - this.#noted);
  }

  /** Takes the first bytes of the rest. */
  keep(length: number): Buffer {
    this.#isWriting = false;
    const start = this.#taken;
    this.#taken += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    if (this.heldBytes > MAX_HELD_BYTES) throw new PdfLimit('streams inflate without end');
    return this.#bytes.subarray(start, start + length);
  }

  /** Two columns of numbers, for what is found by number. */
  keepNumbers(count: number): Uint32Array {
    const { byteOffset } = this.keep(count * Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(this.#memory, byteOffset, count).fill(0);
  }

  /** Gives the memory back. What was kept must not be read from then on. */
  release(): void {
    const isReusable = !this.#isWriting && this.#taken <= MAX_REUSED_BYTES;
    if (isReusable) reusable = this.#memory;
    else this.#memory.transfer(0);
  }
}
