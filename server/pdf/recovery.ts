import { type PdfDict, PdfDamage, PdfLimit, isDict } from './lexer.ts';
import type { PdfSource } from './source.ts';
import { PdfDocument, readIndirect } from './document.ts';
import type { XrefEntry } from './xref.ts';

/**
 * Readers open files whose cross-reference is wrong by looking for the objects themselves, and so do we. But a file
 * that lost bytes in the middle looks the same, so a stream that reaches far into the next object is a loss.
 */
const TOLERATED_OVERLAP_BYTES = 1024;
const CHUNK_BYTES = 1024 * 1024;
const HEAD_BYTES = 24;
const MAX_OBJECTS = 300_000;
const MAX_TRAILERS = 2_000;
const OBJECT_HEAD = /(?:^|[^\d])(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+$/;

type FoundObject = { num: number; position: number };
export type Recovered = { find: (num: number) => XrefEntry | undefined; trailers: PdfDict[] };

/** Rebuilds the table of objects from the file's bytes. */
export function recoverXref(source: PdfSource): Recovered {
  const { objects, trailers } = scan(source);
  const entries = new Map<number, XrefEntry>();
  for (const { num, position } of objects) entries.set(num, { offset: position - source.base });
  const document = new PdfDocument(source, (num) => entries.get(num));
  objects.forEach((object, index) => {
    const end = objects[index + 1]?.position ?? source.size;
    const dict = checkStream(document, object, end);
    if (dict?.get('Type') === '/XRef') trailers.push(dict);
    if (dict?.get('Type') === '/ObjStm') addContainer(document, object, entries);
  });
  return { find: (num) => entries.get(num), trailers };
}

function scan(source: PdfSource): { objects: FoundObject[]; trailers: PdfDict[] } {
  const found = { objects: [] as FoundObject[], trailers: [] as PdfDict[] };
  let trailerWords = 0;
  for (let start = 0; start < source.size; start += CHUNK_BYTES) {
    const from = Math.max(0, start - HEAD_BYTES);
    // A word that ends behind the chunk's border is found with the next chunk, from its head bytes.
    const chunk = source.read(from, CHUNK_BYTES + (start - from));
    eachWord(chunk, 'obj', (at) => {
      const head = OBJECT_HEAD.exec(chunk.toString('latin1', Math.max(0, at - HEAD_BYTES), at));
      if (head) remember(found.objects, { num: Number(head[1]), position: from + at - head[0].length + head[0].search(/\d/) });
    });
    eachWord(chunk, 'trailer', (at) => {
      if (++trailerWords > MAX_TRAILERS) throw new PdfLimit('too many trailers');
      found.trailers.push(...readTrailer(source, from + at + 'trailer'.length));
    });
  }
  return found;
}

function eachWord(chunk: Buffer, word: string, use: (at: number) => void): void {
  for (let at = chunk.indexOf(word, 0, 'latin1'); at >= 0; at = chunk.indexOf(word, at + 1, 'latin1')) use(at);
}

function remember(objects: FoundObject[], object: FoundObject): void {
  if (objects.at(-1)?.position === object.position) return;
  if (objects.push(object) > MAX_OBJECTS) throw new PdfLimit('too many objects');
}

function readTrailer(source: PdfSource, position: number): PdfDict[] {
  const value = attempt(() => source.parse(position, (lexer) => lexer.next()));
  return isDict(value) ? [value] : [];
}

function checkStream(document: PdfDocument, { num, position }: FoundObject, end: number): PdfDict | undefined {
  const object = attempt(() => readIndirect(document.source, position, num));
  if (!object || !isDict(object.value)) return undefined;
  const length = object.value.get('Length');
  const reach = typeof length === 'number' && object.dataPosition !== undefined ? object.dataPosition + length : 0;
  if (reach > end + TOLERATED_OVERLAP_BYTES) throw new PdfDamage('a stream lost bytes');
  return object.value;
}

function addContainer(document: PdfDocument, { num, position }: FoundObject, entries: Map<number, XrefEntry>): void {
  const container = attempt(() => document.readContainer(position, num));
  container?.numbers.forEach((inner, index) => entries.set(inner, { container: num, index }));
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}
