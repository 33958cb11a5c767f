import { hexValue } from './hex.ts';
import { PdfDamage, PdfLimit } from './lexer.ts';
import type { ParseBudget } from './budget.ts';

/** Filters that the standard allows (ISO 32000-2, 7.4) but hardly any writer uses for structure. */

/** Writes output into memory of the budget, until that is used up. */
class Sink {
  readonly #budget: ParseBudget;
  readonly #rest: Buffer;
  #length = 0;

  constructor(budget: ParseBudget) {
    this.#budget = budget;
    this.#rest = budget.rest();
  }

  reserve(count: number): Buffer {
    const start = this.#advance(count);
    return this.#rest.subarray(start, this.#length);
  }

  copy(bytes: Buffer, start: number, count: number): void {
    bytes.copy(this.#rest, this.#advance(count), start, start + count);
  }

  fill(byte: number, count: number): void {
    const start = this.#advance(count);
    this.#rest.fill(byte, start, this.#length);
  }

  /** Returns where so many bytes are to be written. */
  #advance(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#rest.length) throw new PdfLimit('stream expands without end');
    return start;
  }

  /** Releases what was reserved beyond this length. */
  truncate(length: number): void {
    this.#length = length;
  }

  putWord(word: number): void {
    const start = this.#length;
    if (start + 4 > this.#rest.length) throw new PdfLimit('stream expands without end');
    this.#length = this.#rest.writeUInt32BE(word, start);
  }

  retain(): Buffer {
    return this.#budget.retain(this.#length);
  }
}

/** Charges the output, even if the stream turns out to be broken. */
function decodeInto(budget: ParseBudget, decode: (sink: Sink) => void): Buffer {
  const sink = new Sink(budget);
  let output: Buffer;
  try {
    decode(sink);
  } finally {
    output = sink.retain();
  }
  return output;
}

const HEX_END = 0x3e;

export const decodeAsciiHex = (raw: Buffer, budget: ParseBudget): Buffer =>
  decodeInto(budget, (sink) => writeHex(raw, sink));

function writeHex(raw: Buffer, sink: Sink): void {
  const end = raw.indexOf(HEX_END);
  const bytes = raw.subarray(0, end < 0 ? raw.length : end);
  const out = sink.reserve(Math.ceil(bytes.length / 2));
  let digits = 0;
  for (const byte of bytes) {
    if (isSpace(byte)) continue;
    const value = hexValue(byte);
    if (!(value >= 0)) throw new PdfDamage('no hexadecimal digit');
    out[digits >> 1] = digits % 2 === 0 ? value << 4 : out[digits >> 1]! | value;
    digits++;
  }
  sink.truncate(Math.ceil(digits / 2));
}

const isSpace = (byte: number): boolean =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;

const ASCII85_TERMINATOR = 0x7e;

export const decodeAscii85 = (raw: Buffer, budget: ParseBudget): Buffer =>
  decodeInto(budget, (sink) => writeBase85(raw, sink));

function writeBase85(raw: Buffer, sink: Sink): void {
  let [group, count] = [0, 0];
  for (const byte of raw) {
    if (byte === ASCII85_TERMINATOR) break;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && count === 0) {
      sink.putWord(0);
      continue;
    }
    if (byte < 0x21 || byte > 0x75) throw new PdfDamage('no base-85 digit');
    group = group * 85 + byte - 0x21;
    if (++count < 5) continue;
    sink.putWord(group % 2 ** 32);
    [group, count] = [0, 0];
  }
  if (count > 1) writePartialGroup(sink, group, count);
}

function writePartialGroup(sink: Sink, group: number, count: number): void {
  let full = group;
  for (let i = count; i < 5; i++) full = full * 85 + 84;
  const word = Buffer.alloc(4);
  word.writeUInt32BE(full % 2 ** 32);
  word.copy(sink.reserve(count - 1));
}

const RUN_END = 128;

export const decodeRunLength = (raw: Buffer, budget: ParseBudget): Buffer =>
  decodeInto(budget, (sink) => writeRuns(raw, sink));

function writeRuns(raw: Buffer, sink: Sink): void {
  for (let at = 0; at < raw.length && raw[at] !== RUN_END;) {
    const length = raw[at]!;
    if (length > RUN_END) sink.fill(raw[at + 1] ?? 0, 257 - length);
    else sink.copy(raw, at + 1, Math.min(length + 1, raw.length - at - 1));
    at += length > RUN_END ? 2 : length + 2;
  }
}

const CLEAR = 256;
const END_OF_DATA = 257;
const FIRST_CODE = 258;
const MAX_CODES = 4096;

/** `earlyChange` is 1, the default, if codes grow one entry before they have to. */
export const decodeLzw = (raw: Buffer, budget: ParseBudget, earlyChange: number): Buffer =>
  decodeInto(budget, (sink) => writeCodes(raw, sink, earlyChange));

function writeCodes(raw: Buffer, sink: Sink, earlyChange: number): void {
  const table = new LzwTable();
  let [bits, held, previous] = [0, 0, -1];
  for (let at = 0; ;) {
    const width = table.widthAt(earlyChange);
    while (held < width && at < raw.length) {
      bits = ((bits << 8) | raw[at++]!) & 0xffffff;
      held += 8;
    }
    if (held < width) return;
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    if (code === END_OF_DATA) return;
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
