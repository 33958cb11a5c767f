/** Where the objects of a file are: by its own table or, where that is wrong, by searching. */
import {
  PdfDocument,
  decodeStream,
  readIndirect,
  streamStart,
  type OpenDocument,
  type XrefEntry,
} from './document.ts';
import { decrypt } from './encryption.ts';
import { type PdfDict, type PdfLexer, PdfDamage, PdfLimit, isDict, isKeyword } from './lexer.ts';
import { type PdfSource, scanForward, scanObjects } from './source.ts';

/**
 * One cross-reference section. Entries are looked up in place: a table of a million lines costs
 * nothing until it is used.
 */
export type XrefSection = {
  trailer: PdfDict;
  find(num: number): XrefEntry | undefined;
  containers(): Iterable<number>;
};

const MAX_SECTIONS = 1_000;
const MAX_SUBSECTIONS = 20_000;
const ENTRY = /^(\d{10}) (\d{5}) ([nf])([\0\t\n\f\r ]{0,3})/;
const ENTRY_CHARS = 18;
/** The least memory that a trailer's value takes while the document is decided. */
const VALUE_BYTES = 40;

type Subsection = { first: number; count: number; position: number; stride: number };
type Range = { first: number; count: number };

/**
 * Follows the chain of cross-reference sections, newest first. Each section is read once, even if
 * two paths lead to it, as in hybrid files, or if the chain is circular.
 */
export function readXrefChain(source: PdfSource, startOffset: number): XrefSection[] {
  const sections: XrefSection[] = [];
  const seen = new Set<number>();
  const waiting = [startOffset];
  for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
    if (seen.size === seen.add(offset).size) continue;
    if (seen.size > MAX_SECTIONS) throw new PdfLimit('too many cross-reference sections');
    const section = readSection(source, offset + source.base);
    sections.push(section);
    // Hybrid files: the stream is consulted before the older sections.
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.trailer.get(key);
      if (typeof next === 'number') waiting.push(next);
    }
  }
  return sections;
}

function readSection(source: PdfSource, position: number): XrefSection {
  const tableStart = source.parse(position, (lexer) =>
    isKeyword(lexer.next(), 'xref') ? position + lexer.pos : undefined,
  );
  return tableStart === undefined
    ? readStreamSection(source, position)
    : readTableSection(source, tableStart);
}

function readTableSection(source: PdfSource, tableStart: number): XrefSection {
  const subsections: Subsection[] = [];
  for (let position = tableStart; ;) {
    const head = source.parse(position, (lexer) => readTableHead(source, lexer));
    if ('trailer' in head) return tableSection(source, head.trailer, subsections);
    const subsection = measureSubsection(source, head.first, head.count, position + head.length);
    if (subsections.push(subsection) > MAX_SUBSECTIONS)
      throw new PdfLimit('too many cross-reference subsections');
    position = subsection.position + subsection.count * subsection.stride;
  }
}

type TableHead = { trailer: PdfDict } | { first: number; count: number; length: number };

function readTableHead(source: PdfSource, lexer: PdfLexer): TableHead {
  const first = lexer.next();
  const second = lexer.next();
  if (isKeyword(first, 'trailer') && isDict(second))
    return { trailer: retainTrailer(source, lexer, second) };
  if (typeof first !== 'number' || typeof second !== 'number')
    throw new PdfDamage('cross-reference table expected');
  lexer.skipSpace();
  return { first, count: second, length: lexer.pos };
}

/** Trailers stay in memory until the document is decided, and a chain may have a thousand. */
function retainTrailer(source: PdfSource, lexer: PdfLexer, trailer: PdfDict): PdfDict {
  source.budget.hold(VALUE_BYTES * lexer.values);
  return trailer;
}

/** The standard says 20 bytes per entry; one-byte line ends of some producers are accepted too. */
function measureSubsection(source: PdfSource, first: number, count: number, position: number) {
  if (count === 0) return { first, count, position, stride: 0 };
  const entry = ENTRY.exec(source.read(position, ENTRY_CHARS + 3).toString('latin1'));
  const stride = ENTRY_CHARS + (entry?.[4]?.length ?? 0);
  if (!entry || !(count > 0) || position + count * ENTRY_CHARS > source.size)
    throw new PdfDamage('cross-reference entry expected');
  const last = source.read(position + (count - 1) * stride, ENTRY_CHARS).toString('latin1');
  if (!ENTRY.test(last)) throw new PdfDamage('cross-reference entry expected');
  const countsFromOne = first === 1 && entry[2] === '65535' && entry[3] === 'f';
  return { first: countsFromOne ? 0 : first, count, position, stride };
}

function tableSection(source: PdfSource, trailer: PdfDict, subsections: Subsection[]): XrefSection {
  const findHome = rangeFinder(source, subsections);
  return {
    trailer,
    containers: () => [],
    find(num) {
      const home = findHome(num);
      if (!home) return undefined;
      const position = home.position + (num - home.first) * home.stride;
      const entry = ENTRY.exec(source.read(position, ENTRY_CHARS).toString('latin1'));
      if (!entry) throw new PdfDamage('cross-reference entry expected');
      return entry[3] === 'n' && Number(entry[1]) > 0 ? { offset: Number(entry[1]) } : null;
    },
  };
}

/** Finds the range of a number by binary search; charged, as a thousand sections may be searched. */
function rangeFinder<R extends Range>(source: PdfSource, ranges: R[]) {
  const sorted = [...ranges].sort((a, b) => a.first - b.first);
  return (num: number): R | undefined => {
    source.budget.parse(2);
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.first <= num) low = middle + 1;
      else high = middle;
    }
    const home = sorted[low - 1];
    return home && num < home.first + home.count ? home : undefined;
  };
}

function readStreamSection(source: PdfSource, position: number): XrefSection {
  const { dict, data } = source.parse(position, (lexer) => {
    const [num, gen, word, dict] = [lexer.next(), lexer.next(), lexer.next(), lexer.next()];
    const isNumbered = typeof num === 'number' && typeof gen === 'number';
    if (!isNumbered || !isKeyword(word, 'obj') || !isDict(dict))
      throw new PdfDamage('no cross-reference');
    const data = position + streamStart(lexer);
    return { dict: retainTrailer(source, lexer, dict), data };
  });
  const length = dict.get('Length');
  if (dict.get('Type') !== '/XRef' || typeof length !== 'number')
    throw new PdfDamage('no cross-reference stream');
  const raw = source.copy(data, length);
  return streamSection(
    source,
    dict,
    decodeStream(dict, raw, source.budget, (value) => value ?? null),
  );
}

function streamSection(source: PdfSource, trailer: PdfDict, rows: Buffer): XrefSection {
  const widths = naturals(trailer.get('W'));
  const [typeBytes = 0, secondBytes = 0, thirdBytes = 0] = widths;
  const rowBytes = typeBytes + secondBytes + thirdBytes;
  if (widths.length < 3 || typeBytes > 2 || secondBytes > 6 || thirdBytes > 6 || secondBytes === 0)
    throw new PdfDamage('field widths out of range');
  const findHome = rangeFinder(source, rangesOf(trailer));
  const rowCount = Math.floor(rows.length / rowBytes);
  const at = (start: number, length: number, otherwise: number) =>
    length === 0 ? otherwise : rows.readUIntBE(start, length);
  const entryAt = (row: number): XrefEntry => {
    const start = row * rowBytes;
    const type = at(start, typeBytes, 1);
    const second = at(start + typeBytes, secondBytes, 0);
    if (type === 1) return second > 0 ? { offset: second } : null;
    if (type !== 2) return null;
    return { container: second, index: at(start + typeBytes + secondBytes, thirdBytes, 0) };
  };
  return {
    trailer,
    find(num) {
      const home = findHome(num);
      const row = home ? home.row + num - home.first : rowCount;
      return row < rowCount ? entryAt(row) : undefined;
    },
    *containers() {
      let latest = -1;
      for (let row = 0; row < rowCount; row++) {
        if (at(row * rowBytes, typeBytes, 1) !== 2) continue;
        const container = at(row * rowBytes + typeBytes, secondBytes, 0);
        if (container !== latest) yield (latest = container);
      }
    },
  };
}

function rangesOf(trailer: PdfDict): (Range & { row: number })[] {
  const index = trailer.has('Index')
    ? naturals(trailer.get('Index'))
    : [0, ...naturals([trailer.get('Size') ?? 0])];
  if (index.length > 2 * MAX_SUBSECTIONS)
    throw new PdfLimit('too many cross-reference subsections');
  const ranges = [];
  for (let i = 0, row = 0; i + 1 < index.length; row += index[i + 1]!, i += 2)
    ranges.push({ first: index[i]!, count: index[i + 1]!, row });
  return ranges;
}

function naturals(value: unknown): number[] {
  if (!Array.isArray(value) || !value.every((item) => Number.isSafeInteger(item) && item >= 0))
    throw new PdfDamage('list of numbers expected');
  return value as number[];
}

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
  const encryption = decrypt(document, trailers);
  if (encryption.state !== 'locked')
    for (const { num, position } of containers) {
      const container = attempt(() => document.readContainer(position, num));
      container?.numbers.forEach((inner) => offsets.set(inner, -num));
      if (offsets.size > 2 * MAX_OBJECTS) throw new PdfLimit('too many objects');
    }
  const numbers = () => containers.map(({ num }) => num);
  return { document, trailers, encryption, containers: numbers, isRebuilt: true };
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
  const read = (lexer: PdfLexer) => {
    const value = lexer.next();
    return isDict(value) ? [retainTrailer(source, lexer, value)] : [];
  };
  return positions.flatMap((position) => attempt(() => source.parse(position, read)) ?? []);
}

function readStreams(document: PdfDocument, { nums, positions }: FoundObjects) {
  const [containers, trailers]: [FoundContainer[], PdfDict[]] = [[], []];
  nums.forEach((num, index) => {
    const position = positions[index]!;
    const end = positions[index + 1] ?? document.source.size;
    const dict = checkStream(document, { num, position }, end);
    if (dict?.get('Type') === '/XRef' && trailers.push(dict) > MAX_TRAILERS)
      throw new PdfLimit('too many trailers');
    if (dict?.get('Type') === '/ObjStm') containers.push({ num, position });
  });
  return { containers, trailers: trailers.reverse() };
}

function checkStream(document: PdfDocument, { num, position }: FoundContainer, end: number) {
  const object = attempt(() => readIndirect(document.source, position, num));
  if (!object || !isDict(object.value)) return undefined;
  const length = object.value.get('Length');
  const reach = typeof length === 'number' ? (object.dataPosition ?? -Infinity) + length : 0;
  if (reach > end + TOLERATED_OVERLAP_BYTES) throw new PdfDamage('a stream lost bytes');
  return object.value;
}

/** Undefined if the file is damaged there. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}
