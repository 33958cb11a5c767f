import { constants, inflateRawSync } from 'node:zlib';
import type { ParseBudget } from './budget.ts';
import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, PdfOpaque, isDict } from './lexer.ts';
import { undoPredictor } from './predictor.ts';

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
