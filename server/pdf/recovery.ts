import { type PdfDict, PdfDamage, PdfLimit, isDict } from './lexer.ts';
import type { PdfSource } from './source.ts';
import { PdfDocument, readIndirect, type OpenDocument } from './document.ts';
import { readEncryption } from './encryption.ts';
import { scanForward, scanObjects } from './scan.ts';
import { retainTrailer } from './xref.ts';

/**
 * Readers open files with a wrong cross-reference table by searching for the objects, and so do we.
 * But a file that lost bytes in the middle looks the same, so a stream that reaches far into the
 * next object counts as a loss.
 */
const TOLERATED_OVERLAP_BYTES = 1024;
const MAX_OBJECTS = 250_000;
const MAX_TRAILERS = 2_000;

/**
 * Objects in file order, as two columns: a quarter of a million small objects would cost too much
 * memory.
 */
type FoundObjects = { nums: number[]; positions: number[] };
type FoundContainer = { num: number; position: number };

/** Rebuilds the object table from the file's bytes. */
export function recoverDocument(source: PdfSource): OpenDocument {
  const found = findObjects(source);
  // A position in the file, or the negated number of an object stream.
  const offsets = new Map<number, number>();
  found.nums.forEach((num, index) => offsets.set(num, found.positions[index]!));
  const document = new PdfDocument(source, (num) => {
    const offset = offsets.get(num);
    if (offset === undefined) return undefined;
    return offset < 0 ? { container: -offset, index: 0 } : { offset: offset - source.base };
  });
  const { containers, trailers } = readStreams(document, found);
  trailers.push(...findTrailers(source).reverse());
  const encryption = readEncryption(trailers, (value) => document.resolve(value));
  if (encryption.state === 'open') document.cipher = encryption.cipher;
  if (encryption.state !== 'locked')
    for (const container of containers) addContainer(document, container, offsets);
  return {
    document,
    trailers,
    encryption,
    containers: () => containers.map(({ num }) => num),
    isRebuilt: true,
  };
}

function findObjects(source: PdfSource): FoundObjects {
  const found: FoundObjects = { nums: [], positions: [] };
  scanObjects(source, source.base, (num, position) => {
    if (found.nums.push(num) > MAX_OBJECTS) throw new PdfLimit('too many objects');
    found.positions.push(position);
  });
  return found;
}

function findTrailers(source: PdfSource): PdfDict[] {
  const positions: number[] = [];
  scanForward(source, source.base, 'trailer', (position) => {
    if (positions.push(position + 'trailer'.length) > MAX_TRAILERS)
      throw new PdfLimit('too many trailers');
  });
  return positions.flatMap(
    (position) =>
      attempt(() =>
        source.parse(position, (lexer) => {
          const value = lexer.next();
          return isDict(value) ? [retainTrailer(source, lexer, value)] : [];
        }),
      ) ?? [],
  );
}

function readStreams(
  document: PdfDocument,
  { nums, positions }: FoundObjects,
): { containers: FoundContainer[]; trailers: PdfDict[] } {
  const [containers, trailers]: [FoundContainer[], PdfDict[]] = [[], []];
  nums.forEach((num, index) => {
    const position = positions[index]!;
    const dict = checkStream(
      document,
      { num, position },
      positions[index + 1] ?? document.source.size,
    );
    if (dict?.get('Type') === '/XRef' && trailers.push(dict) > MAX_TRAILERS)
      throw new PdfLimit('too many trailers');
    if (dict?.get('Type') === '/ObjStm') containers.push({ num, position });
  });
  return { containers, trailers: trailers.reverse() };
}

function checkStream(
  document: PdfDocument,
  { num, position }: FoundContainer,
  end: number,
): PdfDict | undefined {
  const object = attempt(() => readIndirect(document.source, position, num));
  if (!object || !isDict(object.value)) return undefined;
  const length = object.value.get('Length');
  const reach =
    typeof length === 'number' && object.dataPosition !== undefined
      ? object.dataPosition + length
      : 0;
  if (reach > end + TOLERATED_OVERLAP_BYTES) throw new PdfDamage('a stream lost bytes');
  return object.value;
}

function addContainer(
  document: PdfDocument,
  { num, position }: FoundContainer,
  offsets: Map<number, number>,
): void {
  const container = attempt(() => document.readContainer(position, num));
  container?.numbers.forEach((inner) => offsets.set(inner, -num));
  if (offsets.size > 2 * MAX_OBJECTS) throw new PdfLimit('too many objects');
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}
