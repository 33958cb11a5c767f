/** Reads PDF objects (ISO 32000-2, 7.3) from a window of bytes. String contents are skipped: the inspection never needs them. */

export type PdfRef = { num: number; gen: number };
export type PdfDict = Map<string, PdfObject>;
/** Names carry their slash ("/Page"), so that they can't be mistaken for a keyword; strings are all the same. */
export type PdfObject = null | boolean | number | string | PdfString | PdfRef | PdfKeyword | PdfObject[] | PdfDict;
export type PdfKeyword = { keyword: string };
export type PdfString = { string: true };

const STRING: PdfString = { string: true };

/** The file is not built as it says; reading it another way may still work. */
export class PdfDamage extends Error {}
/** The file asks for more than any honest file does; nothing else is tried. */
export class PdfLimit extends Error {}
/** The object goes on behind the window. */
export class NeedMore extends Error {}

const MAX_DEPTH = 100;
const END = new NeedMore('window ended');

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
  /** True when nothing follows the window, so that a token may end with it. */
  readonly isWhole: boolean;
  pos: number;

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

  /** The next object; a word that is none (`obj`, `stream`, `endobj`, `trailer`) comes as a keyword. */
  next(depth = 0): PdfObject {
    if (depth > MAX_DEPTH) throw new PdfLimit('nested too deeply');
    this.skipSpace();
    const byte = this.bytes[this.pos]!;
    if (byte === 0x2f) return this.#name();
    if (byte === 0x28) return this.#literalString();
    if (byte === 0x5b) return this.#array(depth);
    if (byte === 0x3c) return this.#peek(1) === 0x3c ? this.#dict(depth) : this.#hexString();
    if (CLASS[byte] === DELIMITER) throw new PdfDamage('stray delimiter');
    return this.#word();
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
    return '/' + (text.includes('#') ? unescapeName(text) : text);
  }

  #word(): PdfObject {
    const text = this.#regular();
    if (/^[+-]*\d*\.?\d*(-\d*)?$/.test(text)) return /^\d+$/.test(text) ? this.#numberOrRef(Number(text)) : parseFloat(text) || 0;
    if (text === 'true') return true;
    if (text === 'false') return false;
    return text === 'null' ? null : { keyword: text };
  }

  #numberOrRef(num: number): number | PdfRef {
    const after = this.pos;
    // Enough for "65535 R"; a reference never straddles a comment in practice.
    const ahead = this.bytes.toString('latin1', after, after + 24);
    if (!this.isWhole && ahead.length < 24) throw END;
    const match = /^[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(ahead);
    if (!match) return num;
    this.pos = after + match[0].length;
    return { num, gen: Number(match[1]) };
  }

  #literalString(): PdfString {
    let open = 0;
    do {
      const byte = this.#peek();
      if (byte === 0x5c) this.pos++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29) open--;
      this.pos++;
    } while (open > 0);
    return STRING;
  }

  #hexString(): PdfString {
    while (this.#peek() !== 0x3e) this.pos++;
    this.pos++;
    return STRING;
  }

  #array(depth: number): PdfObject[] {
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

function unescapeName(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
