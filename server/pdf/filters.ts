import { constants, inflateSync } from 'node:zlib';
import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, isDict } from './lexer.ts';

/** A structure stream of an honest 20 MB file is far below this; a deflate bomb is far above. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;

/** Decodes an xref or object stream. Only what producers write there: plain or Flate, with PNG predictors. */
export function decodeStructureStream(dict: PdfDict, raw: Buffer): Buffer {
  const filters = asList(dict.get('Filter') ?? dict.get('F'));
  const params = asList(dict.get('DecodeParms') ?? dict.get('DP'));
  return filters.reduce<Buffer>((bytes, filter, index) => decodeOne(filter, params[index], bytes), raw);
}

function asList(value: PdfObject | undefined): PdfObject[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function decodeOne(filter: PdfObject, params: PdfObject | undefined, bytes: Buffer): Buffer {
  if (filter !== '/FlateDecode' && filter !== '/Fl') throw new PdfDamage('unusual filter on a structure stream');
  return undoPredictor(inflate(bytes), isDict(params) ? params : new Map());
}

function inflate(bytes: Buffer): Buffer {
  try {
    // Readers forgive a missing checksum at the end of a stream, so we do too.
    return inflateSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PdfLimit('stream inflates without end');
    throw new PdfDamage('stream does not inflate', { cause: error });
  }
}

function undoPredictor(bytes: Buffer, params: PdfDict): Buffer {
  const predictor = numberOf(params.get('Predictor'), 1);
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new PdfDamage('unusual predictor');
  const bits = numberOf(params.get('Colors'), 1) * numberOf(params.get('BitsPerComponent'), 8);
  const rowBytes = Math.ceil((bits * numberOf(params.get('Columns'), 1)) / 8);
  if (!(rowBytes > 0 && rowBytes <= 65_536)) throw new PdfLimit('predictor row out of range');
  return undoPngRows(bytes, rowBytes, Math.max(1, Math.ceil(bits / 8)));
}

const numberOf = (value: PdfObject | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function undoPngRows(bytes: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const out = Buffer.alloc(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const type = bytes[row * (rowBytes + 1)]!;
    const from = row * (rowBytes + 1) + 1;
    for (let i = 0; i < rowBytes; i++) {
      const at = row * rowBytes + i;
      const left = i >= pixelBytes ? out[at - pixelBytes]! : 0;
      const up = row > 0 ? out[at - rowBytes]! : 0;
      const upLeft = row > 0 && i >= pixelBytes ? out[at - rowBytes - pixelBytes]! : 0;
      out[at] = (bytes[from + i] ?? 0) + predicted(type, left, up, upLeft);
    }
  }
  return out;
}

function predicted(type: number, left: number, up: number, upLeft: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const [byLeft, byUp, byBoth] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)];
  if (byLeft <= byUp && byLeft <= byBoth) return left;
  return byUp <= byBoth ? up : upLeft;
}
