/** Reads PDF objects (ISO 32000-2, 7.3) from a window of bytes. */

type PdfRef = { num: number; gen: number };
export type PdfDict = Map<string, PdfObject>;
/** Names include their slash ("/Page"), so that they cannot be mistaken for a keyword. */
export type PdfObject =
  | null
  | boolean
  | number
  | string
  | PdfString
  | PdfRef
  | PdfKeyword
  | PdfObject[]
  | PdfDict;
type PdfKeyword = { keyword: string };
/** Long strings are dropped: only keys and ids of encrypted files are ever used. */
type PdfString = { string: Buffer };

/** The file is not structured as it claims; reading it another way may still work. */
export class PdfDamage extends Error {}
/** Intact as far as can be seen, but packed in a way that only readers unpack. */
export class PdfOpaque extends PdfDamage {}
/** The file asks for more than any honest file does; no other way is tried. */
export class PdfLimit extends Error {}
/** The object continues beyond the window. */
export class NeedMore extends Error {}

const MAX_DEPTH = 100;
/**
 * The most values in one object, and how many of them a container counts as: bounds the memory that
 * a window of bytes can turn into.
 */
const MAX_VALUES = 250_000;
const DICT_VALUES = 7;
const ARRAY_VALUES = 2;
const STRING_VALUES = 3;
/** Characters of a string as written, including escapes. */
const MAX_HELD_CHARS = 640;
/** A name may consist of nothing but escapes, which are shorter than those of strings. */
const NAME_WEIGHT = 3;
/** Enough for "65535 R"; in practice, no reference is split by a comment. */
const REF_BYTES = 24;
const END = new NeedMore('window ended');
const LONG_STRING: PdfString = { string: Buffer.alloc(0) };

/** Digits can match in only one way, because a word may be a megabyte long. */
const NUMBER = /^[+-]*\d*(?:\.\d*)?(?:-\d*)?$/;

const SPACE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASS[byte] = SPACE;
for (const char of '()<>[]{}/%') CLASS[char.charCodeAt(0)] = DELIMITER;

export const isDict = (value: PdfObject | undefined): value is PdfDict => value instanceof Map;
export const isRef = (value: PdfObject | undefined): value is PdfRef =>
  typeof value === 'object' && value !== null && 'num' in value;
export const isKeyword = (value: PdfObject | undefined, word: string): boolean =>
  typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === word;

export class PdfLexer {
  readonly bytes: Buffer;
  /** True if nothing follows the window, so that a token may end with it. */
  readonly isWhole: boolean;
  pos: number;
  /** Values created so far: a measure of time and memory. */
  values = 0;
  /** Characters of names and strings that contain escapes: a measure of time. */
  unescaped = 0;

  constructor(bytes: Buffer, pos: number, isWhole: boolean) {
    this.bytes = bytes;
    this.pos = pos;
    this.isWhole = isWhole;
  }

  skipSpace(): void {
    for (;;) {
      const kind = CLASS[this.#peek()];
      if (kind === SPACE) this.pos++;
      else if (this.bytes[this.pos] === 0x25) this.#skipComment();
      else return;
    }
  }

  /** The next object; other words (`obj`, `stream`, `endobj`, `trailer`) are keywords. */
  next(depth = 0): PdfObject {
    if (depth > MAX_DEPTH) throw new PdfLimit('nested too deeply');
    this.skipSpace();
    this.#count(1);
    const byte = this.bytes[this.pos]!;
    if (byte === 0x2f) return this.#name();
    if (byte === 0x28) return this.#literalString();
    if (byte === 0x5b) return this.#array(depth);
    if (byte === 0x3c) return this.#peek(1) === 0x3c ? this.#dict(depth) : this.#hexString();
    if (CLASS[byte] === DELIMITER) throw new PdfDamage('stray delimiter');
    return byte >= 0x30 && byte <= 0x39 ? this.#natural() : this.#word();
  }

  #count(values: number): void {
    this.values += values;
    if (this.values > MAX_VALUES) throw new PdfDamage('object has too many values');
  }

  #peek(ahead = 0): number {
    const byte = this.bytes[this.pos + ahead];
    if (byte === undefined) throw this.isWhole ? new PdfDamage('object cut off') : END;
    return byte;
  }

  #skipComment(): void {
    while (this.#peek() !== 10 && this.#peek() !== 13) this.pos++;
  }

  #regular(): string {
    const start = this.pos;
    while (this.pos < this.bytes.length && CLASS[this.bytes[this.pos]!] === 0) this.pos++;
    if (this.pos === this.bytes.length && !this.isWhole) throw END;
    return this.bytes.toString('latin1', start, this.pos);
  }

  #name(): string {
    this.pos++;
    const text = this.#regular();
    if (!text.includes('#')) return '/' + text;
    this.unescaped += NAME_WEIGHT * text.length;
    return '/' + unescapeName(text);
  }

  /** Nearly everything in a file is a natural number: read without an intermediate string. */
  #natural(): PdfObject {
    const start = this.pos;
    let num = 0;
    let at = start;
    for (; isDigit(this.bytes[at]); at++) num = num * 10 + this.bytes[at]! - 0x30;
    const after = this.bytes[at];
    if (after === undefined ? !this.isWhole : CLASS[after] === 0) return this.#word();
    this.pos = at;
    return this.#numberOrRef(num);
  }

  #word(): PdfObject {
    const text = this.#regular();
    if (NUMBER.test(text)) return parseFloat(text) || 0;
    if (text === 'true') return true;
    if (text === 'false') return false;
    return text === 'null' ? null : { keyword: text };
  }

  #numberOrRef(num: number): number | PdfRef {
    const { bytes } = this;
    if (!this.isWhole && this.pos + REF_BYTES > bytes.length) throw END;
    const last = this.pos + REF_BYTES;
    const start = this.#skipSpace(this.pos, last);
    let at = start;
    let gen = 0;
    for (; isDigit(bytes[at]); at++) gen = gen * 10 + bytes[at]! - 0x30;
    const end = at;
    at = this.#skipSpace(at, last);
    const isReference =
      end > start &&
      end - start <= 5 &&
      at > end &&
      bytes[at] === 0x52 &&
      CLASS[bytes[at + 1] ?? 32] !== 0;
    if (!isReference) return num;
    this.pos = at + 1;
    return { num, gen };
  }

  #skipSpace(from: number, last: number): number {
    let at = from;
    while (at < last && CLASS[this.bytes[at]!] === SPACE) at++;
    return at;
  }

  #literalString(): PdfString {
    this.#count(STRING_VALUES);
    const start = this.pos + 1;
    let open = 0;
    do {
      const byte = this.#peek();
      if (byte === 0x5c) this.pos++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29) open--;
      this.pos++;
    } while (open > 0);
    const length = this.pos - 1 - start;
    if (length > MAX_HELD_CHARS) return LONG_STRING;
    const text = this.bytes.toString('latin1', start, this.pos - 1);
    if (!text.includes('\\')) return { string: Buffer.from(text, 'latin1') };
    this.unescaped += length;
    return { string: unescapeString(text) };
  }

  #hexString(): PdfString {
    this.#count(STRING_VALUES);
    const start = this.pos + 1;
    while (this.#peek() !== 0x3e) this.pos++;
    const end = this.pos++;
    if (end - start > MAX_HELD_CHARS) return LONG_STRING;
    const digits = this.bytes.toString('latin1', start, end).replace(/[^0-9a-fA-F]/g, '');
    return { string: Buffer.from(digits.length % 2 === 0 ? digits : digits + '0', 'hex') };
  }

  #array(depth: number): PdfObject[] {
    this.#count(ARRAY_VALUES);
    this.pos++;
    const items: PdfObject[] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.pos] === 0x5d) break;
      items.push(this.next(depth + 1));
    }
    this.pos++;
    return items;
  }

  #dict(depth: number): PdfDict {
    this.#count(DICT_VALUES);
    this.pos += 2;
    const dict: PdfDict = new Map();
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.pos] === 0x3e) break;
      const key = this.next(depth + 1);
      if (typeof key !== 'string') throw new PdfDamage('a dictionary key is no name');
      this.skipSpace();
      if (this.bytes[this.pos] === 0x3e) break;
      dict.set(key.slice(1), this.next(depth + 1));
    }
    if (this.#peek(1) !== 0x3e) throw new PdfDamage('dictionary not closed');
    this.pos += 2;
    return dict;
  }
}

export const isSpace = (byte: number): boolean => CLASS[byte] === SPACE;
export const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

const unescapeName = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const ESCAPES: Record<string, string> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  ...{ '\n': '', '\r': '', '\r\n': '' },
};

function unescapeString(text: string): Buffer {
  const plain = text.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_, escaped: string) =>
    /^[0-7]/.test(escaped)
      ? String.fromCharCode(parseInt(escaped, 8) & 0xff)
      : (ESCAPES[escaped] ?? escaped),
  );
  return Buffer.from(plain, 'latin1');
}
