import { PDF_HEADER_WINDOW_BYTES, findPdfHeader } from '#domain/proposals/rules.ts';
import type { ParseBudget } from './budget.ts';
import { PdfDamage, PdfLimit, PdfOpaque, isDict } from './lexer.ts';
import { PdfSource } from './source.ts';
import { PdfDocument, type OpenDocument } from './document.ts';
import { readEncryption } from './encryption.ts';
import { findDocumentMarkers } from './document-markers.ts';
import type { PdfMarker } from './markers.ts';
import { countPages } from './pages.ts';
import { recoverDocument } from './recovery.ts';
import { type XrefSection, readXrefChain } from './xref.ts';
import { findLast, hasObject } from './scan.ts';

type PdfRefusal = 'empty' | 'not_pdf' | 'truncated' | 'encrypted' | 'unreadable';
/** The result of reading the structure alone. `pages` is null where they cannot be counted. */
type PdfStructure =
  { ok: true; pages: number | null; markers: PdfMarker[] } | { ok: false; reason: PdfRefusal };
/** `sha256` of the whole file, in hex. */
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
    if (ends.isDoubtful) return attemptDoubtful(fromChain);
    const fromObjects = () => inspectDocument(recoverDocument(source));
    return firstThatWorks([() => attemptOpaque(fromChain), fromObjects]);
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof PdfLimit || error instanceof RangeError)
      return { ok: false, reason: 'unreadable' };
    throw error;
  }
}

/**
 * A file that may be truncated is intact if every object is where the table says; objects are not
 * searched for, otherwise any part of a file would pass.
 */
function attemptDoubtful(fromChain: () => PdfStructure): PdfStructure {
  try {
    return fromChain();
  } catch (error) {
    if (error instanceof PdfDamage) return { ok: false, reason: 'truncated' };
    throw error;
  }
}

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
  const offset = /^startxref[\0\t\n\f\r ]+(\d+)/.exec(
    source.read(startxref, STARTXREF_BYTES).toString('latin1'),
  )?.[1];
  if (offset === undefined) throw new PdfDamage('no startxref');
  const sections = readChainAt(source, Number(offset));
  const trailers = sections.map(({ trailer }) => trailer);
  const document = new PdfDocument(source, (num) => findInSections(sections, num));
  const encryption = readEncryption(trailers, (value) => document.resolve(value));
  if (encryption.state === 'open') document.cipher = encryption.cipher;
  return {
    document,
    trailers,
    encryption,
    containers: () => containersOf(sections),
    isRebuilt: false,
  };
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
  if (source.base === 0) return readXrefChain(source, offset);
  const fromHeader = () => readXrefChain(source, offset);
  const fromStart = () => {
    const header = source.base;
    source.base = 0;
    try {
      return readXrefChain(source, offset);
    } catch (error) {
      source.base = header;
      throw error;
    }
  };
  return firstThatWorks([fromHeader, fromStart]);
}

function inspectDocument(opened: OpenDocument): PdfStructure {
  const { document, trailers, encryption, isRebuilt } = opened;
  if (encryption.state === 'locked') return { ok: false, reason: 'encrypted' };
  const root = trailers.map((trailer) => document.resolve(trailer.get('Root'))).find(isDict);
  if (!root) throw new PdfDamage('no catalog');
  const pages = countPages(document, root.get('Pages'), isRebuilt);
  const markers = findDocumentMarkers(opened, root);
  return {
    ok: true,
    pages,
    markers: encryption.state === 'open' ? [...markers, 'protected'] : markers,
  };
}

function firstThatWorks<T>(ways: (() => T)[]): T {
  let damage: unknown;
  for (const way of ways) {
    try {
      return way();
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      damage = error;
    }
  }
  throw damage;
}

/** The last `startxref`, -1 if there is none. `isDoubtful`: the file may be truncated. */
type PdfEnds = { startxref: number; isDoubtful: boolean };
type EndsRefusal = 'empty' | 'not_pdf' | 'truncated' | 'unreadable';

const HEAD_BYTES = 16 * 1024;

/**
 * What the first and last bytes alone tell. Padding after the end of the file is ignored, but an
 * object there belongs to a truncated update. Sets the base of offsets.
 */
function readEnds(source: PdfSource): PdfEnds | EndsRefusal {
  if (source.size === 0) return 'empty';
  source.base = findPdfHeader(source.read(0, PDF_HEADER_WINDOW_BYTES).toString('latin1'));
  if (source.base < 0) return 'not_pdf';
  const [eof, startxref] = [findLast(source, '%%EOF'), findLast(source, 'startxref')];
  const end = Math.max(eof, startxref);
  if (end >= 0 && !hasObject(source, end))
    return { startxref, isDoubtful: end !== eof || isShorterThanLinearized(source) };
  return hasObject(source, source.base) ? 'truncated' : 'unreadable';
}

/**
 * A linearized file has an end marker near its beginning, but states its length in its first
 * object.
 */
function isShorterThanLinearized(source: PdfSource): boolean {
  const first = source.read(source.base, HEAD_BYTES).toString('latin1', 0, PDF_HEADER_WINDOW_BYTES);
  const dict = /\/Linearized\b[^>]*>/.exec(first)?.[0] ?? '';
  const stated = Number(/\/L[\0\t\n\f\r ]+(\d+)/.exec(dict)?.[1] ?? 0);
  return stated > source.size - source.base;
}
