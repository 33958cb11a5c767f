import { PdfDamage } from './lexer.ts';
import type { ParseBudget } from './budget.ts';

/** Filters that hardly anybody uses for structure, but the standard allows (ISO 32000-2, 7.4). */

const FIRST_CAPACITY_BYTES = 64 * 1024;

/** Output that grows, and is charged before it does. */
class Sink {
  #bytes = Buffer.alloc(0);
  #length = 0;
  readonly #budget: ParseBudget;

  constructor(budget: ParseBudget) {
    this.#budget = budget;
  }

  reserve(count: number): Buffer {
    const needed = this.#length + count;
    if (needed > this.#bytes.length) {
      const capacity = Math.max(FIRST_CAPACITY_BYTES, 2 * this.#bytes.length, needed);
      this.#budget.hold(capacity);
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    const place = this.#bytes.subarray(this.#length, needed);
    this.#length = needed;
    return place;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

export function decodeAsciiHex(raw: Buffer, budget: ParseBudget): Buffer {
  const end = raw.indexOf('>');
  const digits = raw.toString('latin1', 0, end < 0 ? raw.length : end).replace(/[\0\t\n\f\r ]+/g, '');
  budget.hold(raw.length);
  if (/[^0-9a-fA-F]/.test(digits)) throw new PdfDamage('no hexadecimal digit');
  return Buffer.from(digits.length % 2 === 0 ? digits : digits + '0', 'hex');
}

const ASCII85_TERMINATOR = 0x7e;

export function decodeAscii85(raw: Buffer, budget: ParseBudget): Buffer {
  const sink = new Sink(budget);
  let [group, count] = [0, 0];
  for (const byte of raw) {
    if (byte === ASCII85_TERMINATOR) break;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && count === 0) {
      sink.reserve(4).fill(0);
      continue;
    }
    if (byte < 0x21 || byte > 0x75) throw new PdfDamage('no base-85 digit');
    group = group * 85 + byte - 0x21;
    if (++count < 5) continue;
    sink.reserve(4).writeUInt32BE(group % 2 ** 32);
    [group, count] = [0, 0];
  }
  if (count > 1) writePartialGroup(sink, group, count);
  return sink.bytes;
}

function writePartialGroup(sink: Sink, group: number, count: number): void {
  let full = group;
  for (let i = count; i < 5; i++) full = full * 85 + 84;
  const word = Buffer.alloc(4);
  word.writeUInt32BE(full % 2 ** 32);
  word.copy(sink.reserve(count - 1));
}

const RUN_END = 128;

export function decodeRunLength(raw: Buffer, budget: ParseBudget): Buffer {
  const sink = new Sink(budget);
  for (let at = 0; at < raw.length && raw[at] !== RUN_END; ) {
    const length = raw[at]!;
    if (length > RUN_END) sink.reserve(257 - length).fill(raw[at + 1] ?? 0);
    else raw.subarray(at + 1, at + 2 + length).copy(sink.reserve(Math.min(length + 1, raw.length - at - 1)));
    at += length > RUN_END ? 2 : length + 2;
  }
  return sink.bytes;
}

const CLEAR = 256;
const END_OF_DATA = 257;
const FIRST_CODE = 258;
const MAX_CODES = 4096;

/** `earlyChange` is 1 where codes grow one entry before they have to, which is the default. */
export function decodeLzw(raw: Buffer, budget: ParseBudget, earlyChange: number): Buffer {
  const sink = new Sink(budget);
  const table = new LzwTable();
  let [bits, held, previous] = [0, 0, -1];
  for (let at = 0; ; ) {
    const width = table.widthAt(earlyChange);
    while (held < width && at < raw.length) {
      bits = ((bits << 8) | raw[at++]!) & 0xffffff;
      held += 8;
    }
    if (held < width) return sink.bytes;
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    if (code === END_OF_DATA) return sink.bytes;
    if (code === CLEAR) table.clear();
    else table.write(code, previous, sink);
    previous = code === CLEAR ? -1 : code;
  }
}

class LzwTable {
  #prefix = new Uint16Array(MAX_CODES);
  #suffix = new Uint8Array(MAX_CODES);
  #length = new Uint16Array(MAX_CODES);
  #next = FIRST_CODE;

  constructor() {
    for (let byte = 0; byte < CLEAR; byte++) [this.#suffix[byte], this.#length[byte]] = [byte, 1];
  }

  clear(): void {
    this.#next = FIRST_CODE;
  }

  widthAt(earlyChange: number): number {
    const next = this.#next + earlyChange;
    if (next < 512) return 9;
    if (next < 1024) return 10;
    return next < 2048 ? 11 : 12;
  }

  write(code: number, previous: number, sink: Sink): void {
    const isRepeat = code === this.#next && previous >= 0;
    if (code >= this.#next && !isRepeat) throw new PdfDamage('no such code');
    const known = isRepeat ? previous : code;
    const out = sink.reserve(this.#length[known]! + (isRepeat ? 1 : 0));
    let at = this.#length[known]! - 1;
    for (let walk = known; at >= 0; walk = this.#prefix[walk]!) out[at--] = this.#suffix[walk]!;
    if (isRepeat) out[out.length - 1] = out[0]!;
    if (previous >= 0 && this.#next < MAX_CODES) this.#add(previous, out[0]!);
  }

  #add(previous: number, suffix: number): void {
    this.#prefix[this.#next] = previous;
    this.#suffix[this.#next] = suffix;
    this.#length[this.#next] = this.#length[previous]! + 1;
    this.#next++;
  }
}
