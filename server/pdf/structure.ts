import { PDF_HEADER_WINDOW_BYTES, findPdfHeader } from '#domain/proposals/rules.ts';
import { PdfDocument, type OpenDocument } from './document.ts';
import { decrypt } from './encryption.ts';
import {
  type PdfDict,
  type PdfObject,
  PdfDamage,
  PdfLimit,
  PdfOpaque,
  isDict,
  isRef,
} from './lexer.ts';
import { type PdfMarker, MarkerScanner } from './markers.ts';
import { type ParseBudget, PdfSource, findLast, hasObject } from './source.ts';
import { type XrefSection, attempt, readXrefChain, recoverDocument } from './xref.ts';

type PdfRefusal = 'empty' | 'not_pdf' | 'truncated' | 'encrypted' | 'unreadable';
/** The result of reading the structure alone. `pages` is null where they cannot be counted. */
type PdfStructure =
  | { ok: true; pages: number | null; markers: PdfMarker[] }
  | { ok: false; reason: PdfRefusal };
export type PdfInspection = PdfStructure & { sha256: string };

/** "12345" behind `startxref`. */
const STARTXREF_BYTES = 64;

/**
 * Decides by structure whether a reader can open the file. Written by hand, because libraries
 * repair truncated files and then accept them. Synchronous: runs in the worker. `budget` bounds
 * time and memory for all attempts together.
 */
export function inspectStructure(fd: number, budget: ParseBudget): PdfStructure {
  const source = new PdfSource(fd, budget);
  try {
    const ends = readEnds(source);
    if (typeof ends === 'string') return { ok: false, reason: ends };
    const fromChain = () => inspectDocument(openByChain(source, ends.startxref));
    // A file that may be truncated is intact if every object is where the table says. Objects are
    // not searched for, otherwise any part of a file would pass.
    if (ends.isDoubtful) return attempt(fromChain) ?? { ok: false, reason: 'truncated' };
    const fromObjects = () => inspectDocument(recoverDocument(source));
    return attempt(() => attemptOpaque(fromChain)) ?? fromObjects();
  } catch (error) {
    if (isOfFile(error)) return { ok: false, reason: 'unreadable' };
    throw error;
  }
}

const isOfFile = (error: unknown): boolean =>
  error instanceof PdfDamage || error instanceof PdfLimit || error instanceof RangeError;

/** Readers open it, but only they can tell what is in it. */
function attemptOpaque(fromChain: () => PdfStructure): PdfStructure {
  try {
    return fromChain();
  } catch (error) {
    if (error instanceof PdfOpaque) return { ok: true, pages: null, markers: ['unsearched'] };
    throw error;
  }
}

function openByChain(source: PdfSource, startxref: number): OpenDocument {
  if (startxref < 0) throw new PdfDamage('no startxref');
  const line = source.read(startxref, STARTXREF_BYTES).toString('latin1');
  const offset = /^startxref[\0\t\n\f\r ]+(\d+)/.exec(line)?.[1];
  if (offset === undefined) throw new PdfDamage('no startxref');
  const sections = readChainAt(source, Number(offset));
  const trailers = sections.map(({ trailer }) => trailer);
  const document = new PdfDocument(source, (num) => findInSections(sections, num));
  const encryption = decrypt(document, trailers);
  const containers = () => containersOf(sections);
  return { document, trailers, encryption, containers, isRebuilt: false };
}

function findInSections(sections: XrefSection[], num: number): ReturnType<XrefSection['find']> {
  for (const section of sections) {
    const entry = section.find(num);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function* containersOf(sections: XrefSection[]): Iterable<number> {
  for (const section of sections) yield* section.containers();
}

/**
 * Offsets count from the header; some writers that put bytes before it count from the start of the
 * file.
 */
function readChainAt(source: PdfSource, offset: number): XrefSection[] {
  const header = source.base;
  if (header === 0) return readXrefChain(source, offset);
  const fromHeader = attempt(() => readXrefChain(source, offset));
  if (fromHeader) return fromHeader;
  source.base = 0;
  try {
    return readXrefChain(source, offset);
  } catch (error) {
    source.base = header;
    throw error;
  }
}

function inspectDocument(opened: OpenDocument): PdfStructure {
  const { document, trailers, encryption, isRebuilt } = opened;
  if (encryption.state === 'locked') return { ok: false, reason: 'encrypted' };
  const root = trailers.map((trailer) => document.resolve(trailer.get('Root'))).find(isDict);
  if (!root) throw new PdfDamage('no catalog');
  const pages = countPages(document, root.get('Pages'), isRebuilt);
  const markers = findDocumentMarkers(opened, root);
  if (encryption.state === 'open') markers.push('protected');
  return { ok: true, pages, markers };
}

/** The last `startxref`, -1 if there is none. `isDoubtful`: the file may be truncated. */
type PdfEnds = { startxref: number; isDoubtful: boolean };

const HEAD_BYTES = 16 * 1024;

/**
 * What the first and last bytes alone tell. Padding after the end of the file is ignored, but an
 * object there belongs to a truncated update. Sets the base of offsets.
 */
function readEnds(source: PdfSource): PdfEnds | Exclude<PdfRefusal, 'encrypted'> {
  if (source.size === 0) return 'empty';
  source.base = findPdfHeader(source.read(0, PDF_HEADER_WINDOW_BYTES).toString('latin1'));
  if (source.base < 0) return 'not_pdf';
  const [eof, startxref] = [findLast(source, '%%EOF'), findLast(source, 'startxref')];
  const end = Math.max(eof, startxref);
  if (end >= 0 && !hasObject(source, end))
    return { startxref, isDoubtful: end !== eof || isShorterThanLinearized(source) };
  return hasObject(source, source.base) ? 'truncated' : 'unreadable';
}

/** A linearized file has an end marker near its beginning, and states its length there. */
function isShorterThanLinearized(source: PdfSource): boolean {
  const first = source.read(source.base, HEAD_BYTES).toString('latin1', 0, PDF_HEADER_WINDOW_BYTES);
  const dict = /\/Linearized\b[^>]*>/.exec(first)?.[0] ?? '';
  const stated = Number(/\/L[\0\t\n\f\r ]+(\d+)/.exec(dict)?.[1] ?? 0);
  return stated > source.size - source.base;
}

const MAX_PAGES = 50_000;
/** Levels of the page tree; honest files have a handful. */
const MAX_LEVELS = 1_000;
/** The cost of a child, in parsed bytes, in addition to reading it. */
const KID_COST = 8;

/**
 * How many pages a reader shows. A page may be listed twice, and a child may be null, as the
 * standard says of undefined objects. If the file had to be searched for its objects (`isRebuilt`),
 * a missing one is lost.
 */
function countPages(document: PdfDocument, top: PdfObject | undefined, isRebuilt: boolean) {
  const known = new Map<number, number>();
  const path = new Set<number>();

  function countOf(node: PdfObject): number {
    document.source.budget.parse(KID_COST);
    if (!isRef(node)) return countNode(node);
    if (path.has(node.num) || path.size > MAX_LEVELS)
      throw new PdfLimit('the page tree forms a loop');
    let count = known.get(node.num);
    if (count === undefined) {
      path.add(node.num);
      known.set(node.num, (count = countNode(node)));
      path.delete(node.num);
    }
    return count;
  }

  function countNode(node: PdfObject): number {
    const value = document.resolve(node);
    if (value === null && !(isRebuilt && isRef(node))) return 0;
    if (!isDict(value)) throw new PdfDamage('a page is missing');
    const kids = document.resolve(value.get('Kids'));
    if (!Array.isArray(kids)) return value.get('Type') === '/Pages' ? 0 : 1;
    return kids.reduce<number>((sum, kid) => {
      const pages = sum + countOf(kid);
      if (pages > MAX_PAGES) throw new PdfLimit('too many pages');
      return pages;
    }, 0);
  }

  const pages = countOf(top ?? null);
  if (pages === 0) throw new PdfDamage('no pages');
  return pages;
}

const MAX_CHAINED_ACTIONS = 20;
/** The cost of another reference to an object stream, in parsed bytes. */
const NAME_COST = 8;

/**
 * Finds active content that raw bytes do not show: in compressed object streams, or behind
 * references from the catalog. The file opens, so nothing here refuses it; but parts that could not
 * be searched are marked too, otherwise damage would be a way to hide content.
 */
function findDocumentMarkers(opened: OpenDocument, root: PdfDict): PdfMarker[] {
  const scanner = new MarkerScanner();
  const isSearched = [
    () => searchCatalog(opened.document, root, scanner.found),
    () => searchAllContainers(opened, scanner),
  ].map(tolerate);
  return isSearched.every(Boolean) ? [...scanner.found] : [...scanner.found, 'unsearched'];
}

function searchCatalog(document: PdfDocument, root: PdfDict, found: Set<PdfMarker>): void {
  const searchAction = (action: PdfObject | undefined) => {
    let current = document.resolve(action);
    for (let i = 0; isDict(current) && i < MAX_CHAINED_ACTIONS; i++) {
      const kind = document.resolve(current.get('S'));
      if (kind === '/JavaScript' || current.has('JS')) found.add('javascript');
      if (kind === '/Launch') found.add('launch');
      current = document.resolve(current.get('Next'));
    }
  };
  const names = document.resolve(root.get('Names'));
  if (isDict(names) && names.has('JavaScript')) found.add('javascript');
  if (isDict(names) && names.has('EmbeddedFiles')) found.add('embedded_file');
  searchAction(root.get('OpenAction'));
  const additional = document.resolve(root.get('AA'));
  if (isDict(additional)) for (const action of additional.values()) searchAction(action);
}

/**
 * A reader that cannot find an object stream searches the file for objects, and finds those that
 * its directory does not list.
 */
function searchAllContainers(opened: OpenDocument, scanner: MarkerScanner): void {
  const isWhole = searchContainers(opened, scanner);
  if (isWhole) return;
  if (opened.isRebuilt || !searchContainers(recoverDocument(opened.document.source), scanner))
    throw new PdfDamage('an object stream cannot be read');
}

function searchContainers({ document, containers }: OpenDocument, scanner: MarkerScanner): boolean {
  const seen = new Set<number>();
  let isWhole = true;
  for (const num of containers()) {
    document.source.budget.parse(NAME_COST);
    if (seen.size === seen.add(num).size) continue;
    const container = attempt(() => document.container(num));
    if (container) scanner.scan(container.bytes);
    else isWhole = false;
  }
  return isWhole;
}

/** False if the search did not complete. */
function tolerate(search: () => void): boolean {
  try {
    search();
    return true;
  } catch (error) {
    if (isOfFile(error)) return false;
    throw error;
  }
}
