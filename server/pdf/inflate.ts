import type { ParseBudget } from './budget.ts';
import { PdfDamage, PdfLimit } from './lexer.ts';

/**
 * Inflates (RFC 1950, 1951) into memory of the budget. Node's zlib allocates its output itself, as
 * much as the stream produces and twice that when the chunks are joined; here the budget bounds the
 * output, whatever the stream says.
 */

const HEADER_BYTES = 2;
const DEFLATE_METHOD = 8;
const MAX_CODE_BITS = 15;
const FAST_BITS = 9;
const FAST_MASK = (1 << FAST_BITS) - 1;
const SYMBOL_MASK = 511;
const END_OF_BLOCK = 256;
/**
 * The costs, in parsed bytes, of a block with its own tables and of any other block: a stream may
 * consist of nothing else.
 */
const TABLES_COST = 512;
const BLOCK_COST = 16;

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
];
const LENGTH_EXTRA = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * The input ended early: readers show what there is and forgive a missing checksum, and so do we.
 */
const INPUT_ENDED = new Error('input ended');

/** Charges the output, even if the stream turns out to be broken. */
export function inflate(input: Buffer, budget: ParseBudget): Buffer {
  if (input.length < HEADER_BYTES || (input[0]! & 15) !== DEFLATE_METHOD)
    throw new PdfDamage('stream is not deflated');
  const inflater = new Inflater(input, budget);
  let output: Buffer;
  try {
    while (inflater.inflateBlock());
  } catch (error) {
    if (error !== INPUT_ENDED) throw error;
  } finally {
    output = budget.retain(inflater.length);
  }
  return output;
}

/** Codes of up to nine bits are looked up in a table, longer ones by counting. */
class Huffman {
  readonly fast = new Uint16Array(1 << FAST_BITS);
  readonly counts = new Uint16Array(MAX_CODE_BITS + 1);
  readonly symbols = new Uint16Array(288);

  build(lengths: Uint8Array): void {
    this.fast.fill(0);
    this.counts.fill(0);
    for (const length of lengths) this.counts[length]!++;
    this.counts[0] = 0;
    const [next, place] = [new Uint16Array(MAX_CODE_BITS + 2), new Uint16Array(MAX_CODE_BITS + 2)];
    for (let bits = 1, code = 0; bits <= MAX_CODE_BITS; bits++) {
      code = (code + this.counts[bits - 1]!) << 1;
      next[bits] = code;
      place[bits + 1] = place[bits]! + this.counts[bits]!;
      if (code + this.counts[bits]! > 1 << bits) throw new PdfDamage('impossible code');
    }
    lengths.forEach((length, symbol) => {
      if (length === 0) return;
      this.symbols[place[length]!++] = symbol;
      this.#fillFast(next[length]!++, length, symbol);
    });
  }

  #fillFast(code: number, length: number, symbol: number): void {
    if (length > FAST_BITS) return;
    let reversed = 0;
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    for (let at = reversed; at <= FAST_MASK; at += 1 << length)
      this.fast[at] = (length << FAST_BITS) | symbol;
  }
}

const FIXED_LENGTHS = new Huffman();
const FIXED_DISTANCES = new Huffman();
FIXED_LENGTHS.build(
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 || symbol > 279 ? 8 : 7 + Number(symbol < 256) * 2,
  ),
);
FIXED_DISTANCES.build(new Uint8Array(30).fill(5));
/** Created once per thread. */
const CODE_LENGTHS = new Huffman();
const LENGTHS = new Huffman();
const DISTANCES = new Huffman();

class Inflater {
  readonly #input: Buffer;
  readonly #output: Buffer;
  readonly #budget: ParseBudget;
  #at = HEADER_BYTES;
  #bits = 0;
  #count = 0;
  length = 0;

  constructor(input: Buffer, budget: ParseBudget) {
    this.#input = input;
    this.#budget = budget;
    this.#output = budget.rest();
  }

  /** False after the last block. */
  inflateBlock(): boolean {
    const isLast = this.#take(1) === 1;
    const type = this.#take(2);
    if (type === 3) throw new PdfDamage('no such block');
    this.#budget.parse(type === 2 ? TABLES_COST : BLOCK_COST);
    if (type === 0) this.#copyStored();
    else if (type === 1) this.#inflateCodes(FIXED_LENGTHS, FIXED_DISTANCES);
    else this.#inflateDynamic();
    return !isLast;
  }

  #refill(): void {
    while (this.#count <= 24 && this.#at < this.#input.length) {
      this.#bits |= this.#input[this.#at++]! << this.#count;
      this.#count += 8;
    }
  }

  #take(count: number): number {
    if (count === 0) return 0;
    if (this.#count < count) this.#refill();
    if (this.#count < count) throw INPUT_ENDED;
    const value = this.#bits & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  #drop(count: number): void {
    this.#bits = count === 32 ? 0 : this.#bits >>> count;
    this.#count -= count;
  }

  #decode(huffman: Huffman): number {
    if (this.#count < MAX_CODE_BITS) this.#refill();
    const entry = huffman.fast[this.#bits & FAST_MASK]!;
    const length = entry >> FAST_BITS;
    if (entry === 0) return this.#decodeLong(huffman);
    if (length > this.#count) throw INPUT_ENDED;
    this.#drop(length);
    return entry & SYMBOL_MASK;
  }

  #decodeLong({ counts, symbols }: Huffman): number {
    for (let length = 1, code = 0, first = 0, index = 0; length <= MAX_CODE_BITS; length++) {
      code |= (this.#bits >>> (length - 1)) & 1;
      const count = counts[length]!;
      if (code - count < first) {
        if (length > this.#count) throw INPUT_ENDED;
        this.#drop(length);
        return symbols[index + code - first]!;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw this.#count < MAX_CODE_BITS ? INPUT_ENDED : new PdfDamage('no such code');
  }

  #inflateCodes(lengths: Huffman, distances: Huffman): void {
    for (;;) {
      const symbol = this.#decode(lengths);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) this.#put(symbol);
      else this.#repeat(symbol - END_OF_BLOCK - 1, distances);
    }
  }

  #put(byte: number): void {
    if (this.length >= this.#output.length) throw new PdfLimit('stream inflates without end');
    this.#output[this.length++] = byte;
  }

  #repeat(symbol: number, distances: Huffman): void {
    if (symbol >= LENGTH_BASE.length) throw new PdfDamage('no such length');
    const count = LENGTH_BASE[symbol]! + this.#take(LENGTH_EXTRA[symbol]!);
    const code = this.#decode(distances);
    if (code >= DISTANCE_BASE.length) throw new PdfDamage('no such distance');
    const distance = DISTANCE_BASE[code]! + this.#take(DISTANCE_EXTRA[code]!);
    if (distance > this.length) throw new PdfDamage('distance too far');
    if (this.length + count > this.#output.length)
      throw new PdfLimit('stream inflates without end');
    const output = this.#output;
    const end = this.length + count;
    for (let at = this.length; at < end; at++) output[at] = output[at - distance]!;
    this.length = end;
  }

  #copyStored(): void {
    this.#drop(this.#count % 8);
    const length = this.#take(16);
    if ((this.#take(16) ^ length) !== 0xffff) throw new PdfDamage('stored block lies');
    const start = this.#at - this.#count / 8;
    [this.#bits, this.#count] = [0, 0];
    const bytes = this.#input.subarray(start, start + length);
    if (this.length + bytes.length > this.#output.length)
      throw new PdfLimit('stream inflates without end');
    this.#output.set(bytes, this.length);
    this.length += bytes.length;
    this.#at = start + bytes.length;
    if (bytes.length < length) throw INPUT_ENDED;
  }

  #inflateDynamic(): void {
    const [lengthCodes, distanceCodes, orders] = [
      this.#take(5) + 257,
      this.#take(5) + 1,
      this.#take(4) + 4,
    ];
    const first = new Uint8Array(CODE_LENGTH_ORDER.length);
    for (let i = 0; i < orders; i++) first[CODE_LENGTH_ORDER[i]!] = this.#take(3);
    CODE_LENGTHS.build(first);
    const all = this.#readCodeLengths(lengthCodes + distanceCodes);
    LENGTHS.build(all.subarray(0, Math.min(lengthCodes, 288)));
    DISTANCES.build(all.subarray(lengthCodes));
    this.#inflateCodes(LENGTHS, DISTANCES);
  }

  #readCodeLengths(count: number): Uint8Array {
    const lengths = new Uint8Array(count);
    for (let at = 0; at < count;) {
      const symbol = this.#decode(CODE_LENGTHS);
      if (symbol < 16) {
        lengths[at++] = symbol;
        continue;
      }
      if (symbol === 16 && at === 0) throw new PdfDamage('nothing to repeat');
      const value = symbol === 16 ? lengths[at - 1]! : 0;
      const times = symbol === 18 ? 11 + this.#take(7) : 3 + this.#take(symbol - 14);
      if (at + times > count) throw new PdfDamage('too many code lengths');
      lengths.fill(value, at, (at += times));
    }
    return lengths;
  }
}
