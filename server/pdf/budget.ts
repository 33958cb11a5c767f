import { PdfLimit } from './lexer.ts';

const MB = 1024 * 1024;
/** Bytes that a document may make us parse. None of 4,971 honest files needed more than 10 MB. */
const MAX_PARSED_BYTES = 24 * MB;
/**
 * Bytes that a document may occupy in memory: the decoded sizes of all its streams together,
 * however they are nested.
 */
const MAX_HELD_BYTES = 20 * MB;
const ALIGNMENT = 4;
/**
 * Bytes reserved; memory is used only where it is written to. Not below 32 MB: glibc retains freed
 * blocks below that size, and from then on all smaller ones.
 */
const RESERVED_BYTES = 33 * MB;
/**
 * A document that used no more than this leaves its memory to the thread's next one: allocating 33
 * MB makes V8 collect the whole heap, which takes longer than an honest document.
 */
const MAX_REUSED_BYTES = 512 * 1024;

let reusable: ArrayBuffer | undefined;

function takeMemory(): ArrayBuffer {
  const memory = reusable ?? new ArrayBuffer(RESERVED_BYTES);
  reusable = undefined;
  return memory;
}

/**
 * The total cost that one document may cause. Everything that a file can make larger or longer than
 * itself is charged here: bytes that are read repeatedly, streams that inflate, tables that are
 * searched. Shared by all attempts at reading the document.
 *
 * Streams are decoded into a single block of memory that is freed at once and as a whole. Separate
 * buffers would be freed whenever V8 collects them, and then stay with malloc: a series of hostile
 * files grew the process by 130 MB (docs/decisions/0021).
 */
export class ParseBudget {
  readonly #memory = takeMemory();
  readonly #bytes = Buffer.from(this.#memory, 0, MAX_HELD_BYTES);
  #parsed = 0;
  #taken = 0;
  #noted = 0;
  /** Set while something of unknown length is being written. */
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

  /** Charges memory elsewhere that stays in use until the document is decided. */
  hold(bytes: number): void {
    this.#noted += bytes;
    if (this.heldBytes > MAX_HELD_BYTES) throw new PdfLimit('holds more than any honest file does');
  }

  /** All that is left, to be written from its start; `retain` then says how much of it was used. */
  rest(): Buffer {
    this.#isWriting = true;
    return this.#bytes.subarray(this.#taken, MAX_HELD_BYTES - this.#noted);
  }

  /** Takes the first bytes of the rest. */
  retain(length: number): Buffer {
    this.#isWriting = false;
    const start = this.#taken;
    this.#taken += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    if (this.heldBytes > MAX_HELD_BYTES) throw new PdfLimit('streams inflate without end');
    return this.#bytes.subarray(start, start + length);
  }

  /** Two columns of numbers, for lookups by number. */
  allocateNumbers(count: number): Uint32Array {
    const { byteOffset } = this.retain(count * Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(this.#memory, byteOffset, count).fill(0);
  }

  /** Frees the memory. What was kept must not be read any more. */
  release(): void {
    const isReusable = !this.#isWriting && this.#taken <= MAX_REUSED_BYTES;
    if (isReusable) reusable = this.#memory;
    else this.#memory.transfer(0);
  }
}
