/**
 * Copies of PDFs without what tells whose they are beside what their pages show: information, XMP
 * metadata, attachments, bookmarks, authors of comments, signatures, names and values of form
 * fields, links to websites. What a form shows stays on its page.
 */
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  decodePDFRawStream,
  type PDFObject,
} from 'pdf-lib';

/** Bytes that one document may inflate to. None of 4,971 honest files needs more than 10 MB. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

const nameOf = (name: string): PDFName => PDFName.of(name);
const setOf = (names: string): Set<string> => new Set(names.split(' ').map((name) => `/${name}`));

const CATALOG_KEYS = setOf('Type Version Pages OCProperties Lang');
const PAGE_KEYS = setOf(
  'Type Parent Kids Count Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Annots UserUnit',
);
/** Where an annotation is, and what it looks like. */
const ANNOTATION_KEYS = setOf(
  'Type Subtype Rect AP AS F C IC CA Border BS BE QuadPoints Vertices InkList L LE RD Q DA Dest A Contents',
);
/** Comments beside the page, and what is attached to it. */
const DROPPED_ANNOTATIONS = setOf(
  'Text Popup FileAttachment Sound Movie Screen RichMedia 3D Redact',
);
/** Of any dictionary. */
const TELLING = ['Metadata', 'PieceInfo', 'AF', 'EF', 'JS', 'AA'].map(nameOf);
/** What a font, or a text on a page, needs. */
const NEEDED_STRINGS = setOf('Registry Ordering DA Contents Lang');
const INDEXED = setOf('Indexed I');
const LAYERS = setOf('OCG OCMD');
const MAX_PARENTS = 32;

export async function toCleanCopy(bytes: Uint8Array): Promise<Uint8Array> {
  limitInflating();
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: true,
  });
  const { context, catalog } = document;
  if (catalog.has(nameOf('AcroForm'))) drawFields(document);
  keepOnly(catalog, CATALOG_KEYS);
  for (const page of document.getPages()) cleanPage(context, page.node);
  for (const object of reachable(context, catalog)) cleanObject(context, object);
  delete context.trailerInfo.Info;
  delete context.trailerInfo.ID;
  dropUnreachable(context, catalog);
  const cleaned = await document.save({ addDefaultPage: false, updateFieldAppearances: false });
  const again = await PDFDocument.load(cleaned, { updateMetadata: false });
  if (again.getPageCount() !== document.getPageCount() || again.getPageCount() === 0)
    throw new Error('The copy has other pages.');
  return cleaned;
}

type Growing = { buffer: Uint8Array; ensureBuffer(bytes: number): Uint8Array };

/** The library inflates without end. Its streams, one for each of several filters, grow here. */
function limitInflating(): void {
  const any = decodePDFRawStream(PDFContext.create().flateStream(''));
  const streams = Object.getPrototypeOf(Object.getPrototypeOf(any)) as Growing;
  const { ensureBuffer } = streams;
  let inflated = 0;
  streams.ensureBuffer = function (this: Growing, bytes) {
    const before = this.buffer.length;
    const buffer = ensureBuffer.call(this, bytes);
    inflated += buffer.length - before;
    if (inflated > MAX_INFLATED_BYTES) throw new Error('The file inflates without end.');
    return buffer;
  };
}

/** Of fields that only their value describes: it goes, and what it looks like stays. */
function drawFields(document: PDFDocument): void {
  try {
    document.getForm().updateFieldAppearances();
  } catch {
    // In another script than the library's own fonts have, for example.
  }
}

function keepOnly(dict: PDFDict, keys: Set<string>): void {
  for (const key of dict.keys()) if (!keys.has(key.toString())) dict.delete(key);
}

function cleanPage(context: PDFContext, page: PDFDict): void {
  keepOnly(page, PAGE_KEYS);
  const annotations = page.lookup(nameOf('Annots'));
  if (!(annotations instanceof PDFArray)) return;
  const kept = annotations.asArray().flatMap((one) => {
    const annotation = context.lookup(one);
    if (!(annotation instanceof PDFDict) || isDropped(annotation)) return [];
    cleanAnnotation(annotation);
    return [one];
  });
  page.set(nameOf('Annots'), context.obj(kept));
}

const subtypeOf = (dict: PDFDict): string | undefined => dict.lookup(nameOf('Subtype'))?.toString();

function isDropped(annotation: PDFDict): boolean {
  if (DROPPED_ANNOTATIONS.has(subtypeOf(annotation) ?? '')) return true;
  let field: PDFObject | undefined = annotation;
  for (let level = 0; field instanceof PDFDict && level < MAX_PARENTS; level += 1) {
    if (field.lookup(nameOf('FT'))?.toString() === '/Sig') return true;
    field = field.lookup(nameOf('Parent'));
  }
  return false;
}

function cleanAnnotation(annotation: PDFDict): void {
  keepOnly(annotation, ANNOTATION_KEYS);
  const subtype = subtypeOf(annotation);
  // Without its field it is a drawing on the page.
  if (subtype === '/Widget') annotation.set(nameOf('Subtype'), nameOf('Stamp'));
  if (subtype !== '/FreeText') annotation.delete(nameOf('Contents'));
  const looks = annotation.lookup(nameOf('AP'));
  if (looks instanceof PDFDict) keepOnly(looks, setOf('N'));
  const action = annotation.lookup(nameOf('A'));
  const leads = action instanceof PDFDict && action.lookup(nameOf('S'))?.toString();
  if (leads !== '/GoTo') annotation.delete(nameOf('A'));
}

function cleanObject(context: PDFContext, object: PDFObject): void {
  if (object instanceof PDFArray) return dropStrings(context, object);
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return;
  for (const key of TELLING) dict.delete(key);
  const type = dict.lookup(nameOf('Type'))?.toString();
  if (type === '/Pages') keepOnly(dict, PAGE_KEYS);
  for (const [key, value] of dict.entries())
    if (isString(context.lookup(value)) && !NEEDED_STRINGS.has(key.toString())) dict.delete(key);
  if (type === '/OCG') dict.set(nameOf('Name'), PDFString.of('Layer'));
  const properties = dict.lookup(nameOf('Properties'));
  if (properties instanceof PDFDict) dropProperties(context, properties);
}

const isString = (object: PDFObject | undefined): boolean =>
  object instanceof PDFString || object instanceof PDFHexString;

/** A table of colours may be a string. */
function dropStrings(context: PDFContext, array: PDFArray): void {
  if (array.size() > 0 && INDEXED.has(context.lookup(array.get(0))?.toString() ?? '')) return;
  for (let index = array.size() - 1; index >= 0; index -= 1)
    if (isString(context.lookup(array.get(index)))) array.remove(index);
}

/** What marks parts of a page: layers are needed, all else only describes. */
function dropProperties(context: PDFContext, properties: PDFDict): void {
  for (const [key, value] of properties.entries()) {
    const list = context.lookup(value);
    const type = list instanceof PDFDict && list.lookup(nameOf('Type'))?.toString();
    if (!type || !LAYERS.has(type)) properties.set(key, context.obj({}));
  }
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
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) for (const value of dict.values()) waiting.push(value);
    else if (object instanceof PDFArray) for (const item of object.asArray()) waiting.push(item);
  }
}

/** What nothing refers to any more, such as older versions, is not in the copy. */
function dropUnreachable(context: PDFContext, root: PDFObject): void {
  const kept = new Set(reachable(context, root));
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (!kept.has(object)) context.delete(ref);
}
