import { constants, inflateRawSync } from 'node:zlib';
import type { ParseBudget } from './budget.ts';
import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, PdfOpaque, isDict } from './lexer.ts';

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
const FILTERS: Record<string, Decode> = {
  '/FlateDecode': flate,
  '/Fl': flate,
  // Decryption has happened already; see `encryption.ts`.
  '/Crypt': (bytes) => bytes,
};

/**
 * Decodes an xref or object stream by the filters of its dictionary. Charges the output to the
 * budget.
 */
export function decodeStream(
  dict: PdfDict,
  raw: Buffer,
  budget: ParseBudget,
  resolve: Resolve,
): Buffer {
  const filters = asList(resolve(dict.get('Filter') ?? dict.get('F')));
  const params = asList(resolve(dict.get('DecodeParms') ?? dict.get('DP')));
  if (filters.length > MAX_FILTERS) throw new PdfLimit('too many filters');
  return filters.reduce<Buffer>((bytes, filter, index) => {
    const name = resolve(filter);
    const decode =
      typeof name === 'string' && Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (!decode) throw new PdfOpaque('unusual filter on a structure stream');
    const own = resolve(params[index]);
    return decode(bytes, isDict(own) ? own : new Map(), budget);
  }, raw);
}

function asList(value: PdfObject): PdfObject[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

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
  const [byLeft, byUp, byBoth] = [
    Math.abs(up - upLeft),
    Math.abs(left - upLeft),
    Math.abs(left + up - 2 * upLeft),
  ];
  if (byLeft <= byUp && byLeft <= byBoth) return left;
  return byUp <= byBoth ? up : upLeft;
}
