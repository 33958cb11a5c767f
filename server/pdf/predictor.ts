import { type PdfDict, type PdfObject, PdfDamage, PdfOpaque } from './lexer.ts';

const MAX_ROW_BYTES = 65_536;

/** Undoes a PNG predictor in place: the output is never longer. */
export function undoPredictor(bytes: Buffer, params: PdfDict): Buffer {
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
