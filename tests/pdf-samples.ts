import { randomBytes, randomInt } from 'node:crypto';
import { AFRelationship, PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib';

/** PDF files as a library writes them, for tests and benches. */

type PdfShape = { megabytes?: number; pages?: number; objectStreams?: boolean };

/**
 * A PDF that any reader opens. Its size comes from an image of noise, which cannot be compressed.
 */
export async function makePdf({
  megabytes = 0,
  pages = 1,
  objectStreams = false,
}: PdfShape = {}): Promise<Buffer> {
  const document = await newDocument(pages);
  if (megabytes > 0) addNoise(document, Math.round(megabytes * 1_000_000));
  return save(document, objectStreams);
}

/** A deck with these words on its pages, one each; its size as above. */
export async function makeDeck(words: readonly string[], megabytes = 0): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const text of words)
    document.addPage([960, 540]).drawText(text, { x: 60, y: 260, size: 36 });
  if (megabytes > 0) addNoise(document, Math.round(megabytes * 1_000_000));
  return save(document, false);
}

/** Runs a script when opened; `hidden` puts the action into a compressed object stream. */
export async function makePdfWithJavaScript(hidden = false): Promise<Buffer> {
  const document = await newDocument(1);
  document.addJavaScript('greet', 'app.alert("hello")');
  document.catalog.set(
    PDFName.of('OpenAction'),
    document.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
  );
  return save(document, hidden);
}

export async function makePdfWithAttachment(hidden = false): Promise<Buffer> {
  const document = await newDocument(1);
  await document.attach(Buffer.from('secret'), 'note.txt', {
    mimeType: 'text/plain',
    afRelationship: AFRelationship.Data,
  });
  return save(document, hidden);
}

export async function makePdfWithLaunch(hidden = false): Promise<Buffer> {
  const document = await newDocument(1);
  document.catalog.set(
    PDFName.of('OpenAction'),
    document.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') }),
  );
  return save(document, hidden);
}

async function newDocument(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  for (let i = 1; i <= pages; i++) document.addPage().drawText(`Page ${i}`);
  return document;
}

function addNoise(document: PDFDocument, bytes: number): void {
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 100,
    Height: 100,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Length: bytes,
  };
  const stream = PDFRawStream.of(document.context.obj(image), randomBytes(bytes));
  document.getPages()[0]!.node.newXObject('Noise', document.context.register(stream));
}

/** No two are the same file: by the clock, two of one second would be. */
async function save(document: PDFDocument, useObjectStreams: boolean): Promise<Buffer> {
  document.setCreationDate(new Date(randomInt(2 ** 40)));
  return Buffer.from(await document.save({ useObjectStreams }));
}

export const cutTo = (pdf: Buffer, part: number): Buffer =>
  pdf.subarray(0, Math.floor(pdf.length * part));
