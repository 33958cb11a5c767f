import type { ParseBudget } from './budget.ts';
import { type PdfDict, type PdfObject, PdfLimit, PdfOpaque, isDict } from './lexer.ts';
import { inflate } from './inflate.ts';
import { undoPredictor } from './predictor.ts';

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
