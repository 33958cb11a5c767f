/** The thread that cleans one PDF; clean.ts ends it if that takes too much. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib';

/** Of any dictionary: what says who made it, when and with what, and files that belong to it. */
const TELLING = ['Metadata', 'PieceInfo', 'LastModified', 'AF'].map((name) => PDFName.of(name));
const NAMES = PDFName.of('Names');
/** Of the catalog. */
const ATTACHED = ['EmbeddedFiles', 'JavaScript'].map((name) => PDFName.of(name));
const COLLECTION = PDFName.of('Collection');
const [ANNOTS, SUBTYPE, EMBEDDED] = ['Annots', 'Subtype', 'EF'].map((name) => PDFName.of(name)) as [
  PDFName,
  PDFName,
  PDFName,
];
const ATTACHMENT = '/FileAttachment';

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}

/** Everything that can be reached from the object, itself included; each once. */
function* reachable(context: PDFContext, start: PDFObject): Generator<PDFObject> {
  const seen = new Set<PDFObject>();
  const waiting: PDFObject[] = [start];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const object = one instanceof PDFRef ? context.lookup(one) : one;
    if (one instanceof PDFRef) seen.add(one);
    if (!object || seen.has(object)) continue;
    seen.add(object);
    yield object;
    const dict = dictOf(object);
    if (dict) waiting.push(...dict.values());
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
  }
}

function isAttachment(context: PDFContext, annotation: PDFObject): boolean {
  const dict = dictOf(context.lookup(annotation));
  return dict?.lookup(SUBTYPE)?.toString() === ATTACHMENT;
}

function cleanDict(context: PDFContext, dict: PDFDict): void {
  for (const name of [...TELLING, EMBEDDED]) dict.delete(name);
  const annotations = dict.lookup(ANNOTS);
  if (!(annotations instanceof PDFArray)) return;
  for (let index = annotations.size() - 1; index >= 0; index -= 1)
    if (isAttachment(context, annotations.get(index))) annotations.remove(index);
}

/** What nothing refers to any more, such as older versions, is not in the copy. */
function dropUnreachable(context: PDFContext, root: PDFObject): void {
  const kept = new Set(reachable(context, root));
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (!kept.has(object)) context.delete(ref);
}

async function clean(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: true,
  });
  const { context, catalog } = document;
  const names = catalog.lookup(NAMES);
  if (names instanceof PDFDict) for (const name of ATTACHED) names.delete(name);
  catalog.delete(COLLECTION);
  for (const object of reachable(context, catalog)) {
    const dict = dictOf(object);
    if (dict) cleanDict(context, dict);
  }
  delete context.trailerInfo.Info;
  delete context.trailerInfo.ID;
  dropUnreachable(context, catalog);
  const cleaned = await document.save({ addDefaultPage: false, updateFieldAppearances: false });
  const again = await PDFDocument.load(cleaned, { updateMetadata: false });
  if (again.getPageCount() !== document.getPageCount() || again.getPageCount() === 0)
    throw new Error('The copy has other pages.');
  return cleaned;
}

const { from, to } = workerData as { from: string; to: string };
writeFileSync(to, await clean(readFileSync(from)));
parentPort!.postMessage(true);
