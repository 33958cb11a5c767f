import { type PdfDict, type PdfLexer, PdfDamage, PdfLimit, isDict, isKeyword } from './lexer.ts';
import type { PdfSource } from './source.ts';
import { decodeStream } from './filters.ts';

/** Where an object is: at an offset of the file, or in an object stream. Free objects are null. */
export type XrefEntry = { offset: number } | { container: number; index: number } | null;

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

function readTableHead(
  source: PdfSource,
  lexer: PdfLexer,
): { trailer: PdfDict } | { first: number; count: number; length: number } {
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
export function retainTrailer(source: PdfSource, lexer: PdfLexer, trailer: PdfDict): PdfDict {
  source.budget.hold(VALUE_BYTES * lexer.values);
  return trailer;
}

/**
 * The standard says 20 bytes per entry; one-byte line ends of some producers are accepted as well.
 */
function measureSubsection(
  source: PdfSource,
  first: number,
  count: number,
  position: number,
): Subsection {
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
      const entry = ENTRY.exec(
        source
          .read(home.position + (num - home.first) * home.stride, ENTRY_CHARS)
          .toString('latin1'),
      );
      if (!entry) throw new PdfDamage('cross-reference entry expected');
      return entry[3] === 'n' && Number(entry[1]) > 0 ? { offset: Number(entry[1]) } : null;
    },
  };
}

/**
 * Finds the range that contains a number by binary search; each lookup is charged, so that
 * searching a thousand sections is bounded.
 */
function rangeFinder<R extends Range>(
  source: PdfSource,
  ranges: R[],
): (num: number) => R | undefined {
  const sorted = [...ranges].sort((a, b) => a.first - b.first);
  return (num) => {
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
    if (
      typeof num !== 'number' ||
      typeof gen !== 'number' ||
      !isKeyword(word, 'obj') ||
      !isDict(dict)
    )
      throw new PdfDamage('no cross-reference');
    const data = position + streamStart(lexer);
    return { dict: retainTrailer(source, lexer, dict), data };
  });
  const length = dict.get('Length');
  if (dict.get('Type') !== '/XRef' || typeof length !== 'number')
    throw new PdfDamage('no cross-reference stream');
  return streamSection(
    source,
    dict,
    decodeStream(dict, source.copy(data, length), source.budget, (value) => value ?? null),
  );
}

/** Position of the first data byte, with the lexer just after the stream's dictionary. */
export function streamStart(lexer: PdfLexer): number {
  if (!isKeyword(lexer.next(), 'stream')) throw new PdfDamage('stream expected');
  if (lexer.bytes[lexer.pos] === 13) lexer.pos++;
  if (lexer.bytes[lexer.pos] === 10) lexer.pos++;
  return lexer.pos;
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
    return type === 2
      ? { container: second, index: at(start + typeBytes + secondBytes, thirdBytes, 0) }
      : null;
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
