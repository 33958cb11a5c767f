import { type PdfDict, type PdfObject, PdfDamage, PdfLexer, PdfLimit, isDict, isKeyword, isRef } from './lexer.ts';
import type { PdfSource } from './source.ts';
import { decodeStructureStream } from './filters.ts';
import { type XrefEntry, streamStart } from './xref.ts';

/** Finds an object by its number; undefined when nobody mentions it. */
export type FindObject = (num: number) => XrefEntry | undefined;

const MAX_HOPS = 16;
const MAX_STRUCTURE_BYTES = 8 * 1024 * 1024;
const MAX_DECODED_BYTES = 128 * 1024 * 1024;
const MAX_OPEN_CONTAINERS = 4;
const MAX_OBJECTS_IN_CONTAINER = 200_000;

type Container = { bytes: Buffer; numbers: number[]; offsets: number[] };
export type IndirectObject = { value: PdfObject; dataPosition: number | undefined };

/** Loads objects of one file on demand. */
export class PdfDocument {
  readonly source: PdfSource;
  readonly #find: FindObject;
  readonly #open = new Map<number, Container>();
  #decoded = 0;

  constructor(source: PdfSource, find: FindObject) {
    this.source = source;
    this.#find = find;
  }

  /** Follows references until a value; what nobody defines is null, as the standard says. */
  resolve(value: PdfObject | undefined): PdfObject {
    let current = value ?? null;
    for (let hops = 0; isRef(current); hops++) {
      if (hops > MAX_HOPS) throw new PdfLimit('references form a loop');
      current = this.#load(current.num);
    }
    return current;
  }

  /** The decoded bytes of an object stream. Refuses after a total that no honest file reaches. */
  container(num: number): Container {
    const known = this.#open.get(num);
    if (known) return known;
    const entry = this.#find(num);
    if (!entry || !('offset' in entry)) throw new PdfDamage('object stream missing');
    const container = this.readContainer(entry.offset + this.source.base, num);
    if (this.#open.size >= MAX_OPEN_CONTAINERS) this.#open.delete(this.#open.keys().next().value!);
    this.#open.set(num, container);
    return container;
  }

  readContainer(position: number, num: number): Container {
    const { value: dict, dataPosition } = readIndirect(this.source, position, num);
    if (!isDict(dict) || dataPosition === undefined) throw new PdfDamage('object stream expected');
    const [length, count, first] = ['Length', 'N', 'First'].map((key) => this.resolve(dict.get(key)));
    if (typeof length !== 'number' || typeof count !== 'number' || typeof first !== 'number') throw new PdfDamage('object stream expected');
    if (length > MAX_STRUCTURE_BYTES || count > MAX_OBJECTS_IN_CONTAINER) throw new PdfLimit('object stream too large');
    const bytes = decodeStructureStream(dict, this.source.read(dataPosition, length));
    this.#decoded += bytes.length;
    if (this.#decoded > MAX_DECODED_BYTES) throw new PdfLimit('object streams inflate without end');
    return { bytes, ...readContainerHead(bytes, count, first) };
  }

  #load(num: number): PdfObject {
    const entry = this.#find(num);
    if (!entry) return null;
    if ('offset' in entry) return readIndirect(this.source, entry.offset + this.source.base, num).value;
    const { bytes, numbers, offsets } = this.container(entry.container);
    const index = numbers[entry.index] === num ? entry.index : numbers.indexOf(num);
    if (index < 0) throw new PdfDamage('object is not in its stream');
    return new PdfLexer(bytes, offsets[index]!, true).next();
  }
}

function readContainerHead(bytes: Buffer, count: number, first: number): { numbers: number[]; offsets: number[] } {
  const lexer = new PdfLexer(bytes, 0, true);
  const head = { numbers: [] as number[], offsets: [] as number[] };
  for (let i = 0; i < count; i++) {
    const [num, offset] = [lexer.next(), lexer.next()];
    if (typeof num !== 'number' || typeof offset !== 'number') throw new PdfDamage('object stream head expected');
    head.numbers.push(num);
    head.offsets.push(first + offset);
  }
  return head;
}

/** Reads `num gen obj …` at an absolute position; `dataPosition` is where a stream's bytes begin. */
export function readIndirect(source: PdfSource, position: number, num: number): IndirectObject {
  return source.parse(position, (lexer) => {
    const [number, gen, word] = [lexer.next(), lexer.next(), lexer.next()];
    if (number !== num || typeof gen !== 'number' || !isKeyword(word, 'obj')) throw new PdfDamage('object is not where it should be');
    const value = lexer.next();
    return { value, dataPosition: isDict(value) && hasStream(value) ? position + streamStart(lexer) : undefined };
  });
}

/** Every stream must state its length, and hardly anything else does; saves reading on behind plain dictionaries. */
const hasStream = (dict: PdfDict): boolean => dict.has('Length') && dict.get('Filter') !== '/Standard';
