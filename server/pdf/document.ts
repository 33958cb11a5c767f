/** Objects and streams of one file, loaded on demand. */
import { constants, inflateRawSync } from 'node:zlib';
import type { Encryption, StreamCipher } from './encryption.ts';
import {
  type PdfDict,
  type PdfObject,
  PdfDamage,
  PdfLexer,
  PdfLimit,
  PdfOpaque,
  isDict,
  isKeyword,
  isRef,
} from './lexer.ts';
import { type ParseBudget, type PdfSource, chargedParse } from './source.ts';

/** Where an object is: at an offset of the file, or in an object stream. Free objects are null. */
export type XrefEntry = { offset: number } | { container: number; index: number } | null;
type FindObject = (num: number) => XrefEntry | undefined;

const MAX_HOPS = 16;
/** The cost of opening an object stream, in parsed bytes, in addition to reading it. */
const CONTAINER_COST = 512;

/** An object stream: where each object begins in its decoded bytes. */
type Container = { bytes: Buffer; numbers: Uint32Array; offsets: Uint32Array };
type IndirectObject = { value: PdfObject; dataPosition: number | undefined };

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

  #readHead(bytes: Buffer, count: number, first: number): Omit<Container, 'bytes'> {
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

/** Reads `num gen obj …` at an absolute position; `dataPosition` is where a stream's bytes begin. */
export function readIndirect(source: PdfSource, position: number, num: number): IndirectObject {
  return source.parse(position, (lexer) => {
    const [number, gen, word] = [lexer.next(), lexer.next(), lexer.next()];
    if (number !== num || typeof gen !== 'number' || !isKeyword(word, 'obj'))
      throw new PdfDamage('object is not where it should be');
    const value = lexer.next();
    const dataPosition = hasStream(value) ? position + streamStart(lexer) : undefined;
    return { value, dataPosition };
  });
}

/** Every stream must state its length, and hardly anything else does: spares plain dictionaries. */
const hasStream = (value: PdfObject): boolean =>
  isDict(value) && value.has('Length') && value.get('Filter') !== '/Standard';

export function streamStart(lexer: PdfLexer): number {
  if (!isKeyword(lexer.next(), 'stream')) throw new PdfDamage('stream expected');
  if (lexer.bytes[lexer.pos] === 13) lexer.pos++;
  if (lexer.bytes[lexer.pos] === 10) lexer.pos++;
  return lexer.pos;
}

export type OpenDocument = {
  document: PdfDocument;
  /** Newest first. */
  trailers: PdfDict[];
  encryption: Encryption;
  containers: () => Iterable<number>;
  /** True if its objects were searched for, because its own directory is wrong. */
  isRebuilt: boolean;
};

const HEADER_BYTES = 2;
const DEFLATE_METHOD = 8;
/**
 * The cost, in parsed bytes, of a stream that breaks: how much it had inflated to until then is not
 * known, and a file may consist of nothing else.
 */
const BROKEN_COST = 512 * 1024;
const BROKEN_COST_OF_A_BYTE = 32;

const MAX_FILTERS = 8;

type Resolve = (value: PdfObject | undefined) => PdfObject;
type Decode = (bytes: Buffer, params: PdfDict, budget: ParseBudget) => Buffer;

const flate: Decode = (bytes, params, budget) => undoPredictor(inflate(bytes, budget), params);

/** The others that the standard has (ISO 32000-2, 7.4) no writer uses for structure. */
const FILTERS = new Map<string, Decode>([
  ['/FlateDecode', flate],
  ['/Fl', flate],
  // Decryption has happened already; see `encryption.ts`.
  ['/Crypt', (bytes) => bytes],
]);

/**
 * Decodes an xref or object stream by the filters of its dictionary. Charges the output to the
 * budget.
 */
export function decodeStream(dict: PdfDict, raw: Buffer, budget: ParseBudget, resolve: Resolve) {
  const filters = asList(resolve(dict.get('Filter') ?? dict.get('F')));
  const params = asList(resolve(dict.get('DecodeParms') ?? dict.get('DP')));
  if (filters.length > MAX_FILTERS) throw new PdfLimit('too many filters');
  return filters.reduce<Buffer>((bytes, filter, index) => {
    const name = resolve(filter);
    const decode = typeof name === 'string' && FILTERS.get(name);
    if (!decode) throw new PdfOpaque('unusual filter on a structure stream');
    const own = resolve(params[index]);
    return decode(bytes, isDict(own) ? own : new Map(), budget);
  }, raw);
}

const asList = (value: PdfObject): PdfObject[] => (value === null ? [] : [value].flat());

/**
 * Inflates within the budget. Readers show what there is of a stream that ends early, and never
 * look at its checksum, and so do we.
 */
function inflate(input: Buffer, budget: ParseBudget): Buffer {
  if (input.length < HEADER_BYTES || (input[0]! & 15) !== DEFLATE_METHOD)
    throw new PdfDamage('stream is not deflated');
  try {
    const output = inflateRawSync(input.subarray(HEADER_BYTES), {
      maxOutputLength: budget.room,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    budget.hold(output.length);
    return output;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new PdfLimit('stream inflates without end');
    if (code === 'Z_MEM_ERROR') throw error;
    budget.parse(Math.min(BROKEN_COST, BROKEN_COST_OF_A_BYTE * input.length));
    throw new PdfDamage('stream breaks');
  }
}

const MAX_ROW_BYTES = 65_536;

/** Undoes a PNG predictor in place: the output is never longer. */
function undoPredictor(bytes: Buffer, params: PdfDict): Buffer {
  const predictor = numberOf(params.get('Predictor'), 1);
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new PdfOpaque('unusual predictor');
  const bits = numberOf(params.get('Colors'), 1) * numberOf(params.get('BitsPerComponent'), 8);
  const rowBytes = Math.ceil((bits * numberOf(params.get('Columns'), 1)) / 8);
  if (!(rowBytes > 0 && rowBytes <= MAX_ROW_BYTES))
    throw new PdfDamage('predictor row out of range');
  return undoPngRows(bytes, rowBytes, Math.max(1, Math.ceil(bits / 8)));
}

const numberOf = (value: PdfObject | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

function undoPngRows(bytes: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  let at = 0;
  for (let from = 0; from < bytes.length; from += rowBytes + 1) {
    const type = bytes[from]!;
    const end = Math.min(from + 1 + rowBytes, bytes.length);
    for (let read = from + 1; read < end; read++, at++) {
      const isFirst = read - from <= pixelBytes;
      const left = isFirst ? 0 : bytes[at - pixelBytes]!;
      const up = from > 0 ? bytes[at - rowBytes]! : 0;
      const upLeft = from > 0 && !isFirst ? bytes[at - rowBytes - pixelBytes]! : 0;
      bytes[at] = bytes[read]! + predicted(type, left, up, upLeft);
    }
  }
  return bytes.subarray(0, at);
}

function predicted(type: number, left: number, up: number, upLeft: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const byLeft = Math.abs(up - upLeft);
  const byUp = Math.abs(left - upLeft);
  const byBoth = Math.abs(left + up - 2 * upLeft);
  if (byLeft <= byUp && byLeft <= byBoth) return left;
  return byUp <= byBoth ? up : upLeft;
}
