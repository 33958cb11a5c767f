import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, isDict, isRef } from './lexer.ts';
import { PdfSource } from './source.ts';
import { type FindObject, PdfDocument } from './document.ts';
import { findDocumentMarkers } from './catalog.ts';
import { readXrefChain } from './xref.ts';
import { recoverXref } from './recovery.ts';
import type { PdfMarker } from './markers.ts';

export type PdfRefusal = 'empty' | 'not_pdf' | 'truncated' | 'encrypted' | 'unreadable';
/** What the structure alone says. */
export type PdfStructure = { ok: true; pages: number; markers: PdfMarker[] } | { ok: false; reason: PdfRefusal };
/** `sha256` of the whole file, in hex. */
export type PdfInspection = PdfStructure & { sha256: string };

/** Readers look for the header in the first 1,024 bytes. */
const HEADER_WINDOW_BYTES = 1024;
/** Some writers pad the file, some servers append a page of HTML; an update that was cut off is longer or shows an object. */
const TAIL_BYTES = 16 * 1024;
const MAX_PAGES = 50_000;
const OBJECT = /\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/;

type Structure = { find: FindObject; trailers: PdfDict[]; containers: () => Iterable<number> };

/** Decides by structure whether a reader can open the file (contract.md section 5). Synchronous: runs in the worker. */
export function inspectStructure(fd: number): PdfStructure {
  const source = new PdfSource(fd);
  const reason = checkEnds(source);
  if (reason) return { ok: false, reason };
  try {
    return firstThatWorks([
      () => inspectDocument(source, structureFromChain(source)),
      () => inspectDocument(source, structureFromScan(source)),
    ]);
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof PdfLimit || error instanceof RangeError) return { ok: false, reason: 'unreadable' };
    throw error;
  }
}

/** What the first and last bytes alone tell. Sets where offsets count from. */
function checkEnds(source: PdfSource): PdfRefusal | undefined {
  if (source.size === 0) return 'empty';
  const head = source.read(0, HEADER_WINDOW_BYTES + 8).toString('latin1');
  source.base = head.search(/%PDF-\d\.\d/);
  if (source.base < 0) return 'not_pdf';
  const tail = tailOf(source);
  const end = tail.lastIndexOf('%%EOF');
  if (end >= 0 && !OBJECT.test(tail.slice(end)) && !isShorterThanLinearized(source)) return undefined;
  return OBJECT.test(source.read(source.base, TAIL_BYTES).toString('latin1')) ? 'truncated' : 'unreadable';
}

function tailOf(source: PdfSource): string {
  const length = Math.min(TAIL_BYTES, source.size);
  return source.read(source.size - length, length).toString('latin1');
}

/** A linearized file has an end near its beginning, but states its length in its first object. */
function isShorterThanLinearized(source: PdfSource): boolean {
  const first = source.read(source.base, HEADER_WINDOW_BYTES).toString('latin1');
  const dict = /\/Linearized\b[^>]*>/.exec(first)?.[0] ?? '';
  const stated = Number(/\/L[\0\t\n\f\r ]+(\d+)/.exec(dict)?.[1] ?? 0);
  return stated > source.size - source.base;
}

function structureFromChain(source: PdfSource): Structure {
  const tail = tailOf(source);
  const offset = /^startxref[\0\t\n\f\r ]+(\d+)/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref'))))?.[1];
  if (offset === undefined) throw new PdfDamage('no startxref');
  const sections = readChainAt(source, Number(offset));
  return {
    trailers: sections.map(({ trailer }) => trailer),
    containers: () => new Set(sections.flatMap((section) => [...section.containers()])),
    find(num) {
      for (const section of sections) {
        const entry = section.find(num);
        if (entry !== undefined) return entry;
      }
      return undefined;
    },
  };
}

/** Offsets count from the header; some writers that put bytes before it count from the file's start. */
function readChainAt(source: PdfSource, offset: number): ReturnType<typeof readXrefChain> {
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

function structureFromScan(source: PdfSource): Structure {
  const { find, trailers } = recoverXref(source);
  return { find, trailers: trailers.reverse(), containers: () => [] };
}

function inspectDocument(source: PdfSource, { find, trailers, containers }: Structure): PdfStructure {
  const document = new PdfDocument(source, find);
  if (trailers.some((trailer) => (trailer.get('Encrypt') ?? null) !== null)) return { ok: false, reason: 'encrypted' };
  const root = trailers.map((trailer) => document.resolve(trailer.get('Root'))).find(isDict);
  if (!root) throw new PdfDamage('no catalog');
  const pages = countPages(document, root.get('Pages'));
  return { ok: true, pages, markers: findDocumentMarkers(document, root, containers()) };
}

function countPages(document: PdfDocument, top: PdfObject | undefined): number {
  const seen = new Set<number>();
  const waiting: PdfObject[] = [top ?? null];
  let pages = 0;
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    if (isRef(next) && seen.size === seen.add(next.num).size) throw new PdfLimit('the page tree forms a loop');
    const node = document.resolve(next);
    if (!isDict(node)) throw new PdfDamage('a page is missing');
    const kids = document.resolve(node.get('Kids'));
    if (Array.isArray(kids)) for (const kid of kids) waiting.push(kid);
    else if (node.get('Type') !== '/Pages') pages++;
    if (pages > MAX_PAGES || waiting.length > MAX_PAGES || seen.size > 2 * MAX_PAGES) throw new PdfLimit('too many pages');
  }
  if (pages === 0) throw new PdfDamage('no pages');
  return pages;
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
