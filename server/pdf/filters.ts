import type { ParseBudget } from './budget.ts';
import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, isDict } from './lexer.ts';
import { inflate } from './inflate.ts';
import { undoPredictor } from './predictor.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from './text-filters.ts';

const MAX_FILTERS = 8;

type Resolve = (value: PdfObject | undefined) => PdfObject;
type Decode = (bytes: Buffer, params: PdfDict, budget: ParseBudget) => Buffer;

const predicted =
  (decode: Decode): Decode =>
  (bytes, params, budget) =>
    undoPredictor(decode(bytes, params, budget), params);
const flate = predicted((bytes, _, budget) => inflate(bytes, budget));
const lzw = predicted((bytes, params, budget) =>
  decodeLzw(bytes, budget, params.get('EarlyChange') === 0 ? 0 : 1),
);

const FILTERS: Record<string, Decode> = {
  '/FlateDecode': flate,
  '/Fl': flate,
  '/LZWDecode': lzw,
  '/LZW': lzw,
  '/ASCIIHexDecode': (bytes, _, budget) => decodeAsciiHex(bytes, budget),
  '/AHx': (bytes, _, budget) => decodeAsciiHex(bytes, budget),
  '/ASCII85Decode': (bytes, _, budget) => decodeAscii85(bytes, budget),
  '/A85': (bytes, _, budget) => decodeAscii85(bytes, budget),
  '/RunLengthDecode': (bytes, _, budget) => decodeRunLength(bytes, budget),
  '/RL': (bytes, _, budget) => decodeRunLength(bytes, budget),
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
    if (!decode) throw new PdfDamage('unusual filter on a structure stream');
    const own = resolve(params[index]);
    return decode(bytes, isDict(own) ? own : new Map(), budget);
  }, raw);
}

function asList(value: PdfObject): PdfObject[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}
