import {
  type PdfDict,
  type PdfObject,
  PdfDamage,
  PdfLexer,
  PdfLimit,
  isDict,
  isKeyword,
  isRef,
} from './lexer.ts';
import { type PdfSource, chargedParse } from './source.ts';
import type { Encryption, StreamCipher } from './encryption.ts';
import { decodeStream } from './filters.ts';
import { type XrefEntry, streamStart } from './xref.ts';

/** Finds an object by its number; undefined if the file does not define it. */
type FindObject = (num: number) => XrefEntry | undefined;

const MAX_HOPS = 16;
/** The cost of opening an object stream, in parsed bytes, in addition to reading it. */
const CONTAINER_COST = 512;

/** An object stream: where each object begins in its decoded bytes. */
type Container = { bytes: Buffer; numbers: Uint32Array; offsets: Uint32Array };
type IndirectObject = { value: PdfObject; dataPosition: number | undefined };

/** Loads objects of one file on demand. */
export class PdfDocument {
  readonly source: PdfSource;
  /** Decrypts object streams; undefined if they are not encrypted. */
  cipher: StreamCipher | undefined;
  readonly #find: FindObject;
  readonly #containers = new Map<number, Container>();

  constructor(source: PdfSource, find: FindObject) {
    this.source = source;
    this.#find = find;
  }

  /** Follows references to a value; an undefined object is null, as the standard says. */
  resolve(value: PdfObject | undefined): PdfObject {
    let current = value ?? null;
    for (let hops = 0; isRef(current); hops++) {
      if (hops > MAX_HOPS) throw new PdfLimit('references form a loop');
      current = this.#load(current.num);
    }
    return current;
  }

  /** An object stream by its number, decoded once. */
  container(num: number): Container {
    const known = this.#containers.get(num);
    if (known) return known;
    this.source.budget.parse(CONTAINER_COST);
    const entry = this.#find(num);
    if (!entry || !('offset' in entry)) throw new PdfDamage('object stream missing');
    return this.readContainer(entry.offset + this.source.base, num);
  }

  readContainer(position: number, num: number): Container {
    const { budget } = this.source;
    const { value: dict, dataPosition } = readIndirect(this.source, position, num);
    if (!isDict(dict) || dataPosition === undefined) throw new PdfDamage('object stream expected');
    const [length, count, first] = ['Length', 'N', 'First'].map((key) =>
      this.resolve(dict.get(key)),
    );
    if (!isNatural(length) || !isNatural(count) || !isNatural(first))
      throw new PdfDamage('object stream expected');
    const raw = this.source.copy(dataPosition, length);
    const plain = this.cipher ? this.cipher(raw, { num, dict }) : raw;
    const bytes = decodeStream(dict, plain, budget, (value) => this.resolve(value));
    const container = { bytes, ...this.#readHead(bytes, count, first) };
    this.#containers.set(num, container);
    return container;
  }

  #readHead(
    bytes: Buffer,
    count: number,
    first: number,
  ): { numbers: Uint32Array; offsets: Uint32Array } {
    // Each object takes at least a digit, a space, a digit and a space there.
    if (count * 4 > bytes.length + 4) throw new PdfDamage('object stream head expected');
    const { budget } = this.source;
    budget.hold(2 * count * Uint32Array.BYTES_PER_ELEMENT);
    const [numbers, offsets] = [new Uint32Array(count), new Uint32Array(count)];
    chargedParse(budget, new PdfLexer(bytes, 0, true), (lexer) => {
      for (let i = 0; i < count; i++) {
        lexer.values = 0;
        const [num, offset] = [lexer.next(), lexer.next()];
        if (typeof num !== 'number' || typeof offset !== 'number')
          throw new PdfDamage('object stream head expected');
        numbers[i] = num;
        offsets[i] = first + offset;
      }
    });
    return { numbers, offsets };
  }

  #load(num: number): PdfObject {
    const entry = this.#find(num);
    if (!entry) return null;
    if ('offset' in entry)
      return readIndirect(this.source, entry.offset + this.source.base, num).value;
    const { bytes, numbers, offsets } = this.container(entry.container);
    const index = numbers[entry.index] === num ? entry.index : this.#indexOf(numbers, num);
    if (index < 0) throw new PdfDamage('object is not in its stream');
    return chargedParse(this.source.budget, new PdfLexer(bytes, offsets[index]!, true), (lexer) =>
      lexer.next(),
    );
  }

  #indexOf(numbers: Uint32Array, num: number): number {
    this.source.budget.parse(numbers.length >> 4);
    return numbers.indexOf(num);
  }
}

const isNatural = (value: PdfObject | undefined): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * Reads `num gen obj …` at an absolute position; `dataPosition` is where a stream's bytes begin.
 */
export function readIndirect(source: PdfSource, position: number, num: number): IndirectObject {
  return source.parse(position, (lexer) => {
    const [number, gen, word] = [lexer.next(), lexer.next(), lexer.next()];
    if (number !== num || typeof gen !== 'number' || !isKeyword(word, 'obj'))
      throw new PdfDamage('object is not where it should be');
    const value = lexer.next();
    return {
      value,
      dataPosition: isDict(value) && hasStream(value) ? position + streamStart(lexer) : undefined,
    };
  });
}

/**
 * Every stream must state its length, and hardly anything else does; saves reading past plain
 * dictionaries.
 */
const hasStream = (dict: PdfDict): boolean =>
  dict.has('Length') && dict.get('Filter') !== '/Standard';

/** A document whose objects can be found in one way or another. */
export type OpenDocument = {
  document: PdfDocument;
  /** Newest first. */
  trailers: PdfDict[];
  encryption: Encryption;
  containers: () => Iterable<number>;
  /** True if its objects were searched for, because its own directory is wrong. */
  isRebuilt: boolean;
};
