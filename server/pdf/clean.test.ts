import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AFRelationship, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { encryptedPdf } from '#tests/raw-pdfs.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { cleanPdf } from './clean.ts';

const folder = mkdtempSync(join(tmpdir(), 'clean-'));
let count = 0;

async function clean(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  count += 1;
  const [from, to] = ['from', 'to'].map((name) => join(folder, `${name}-${count}.pdf`));
  writeFileSync(from!, bytes);
  return (await cleanPdf(from!, to!))
    ? PDFDocument.load(readFileSync(to!), { updateMetadata: false })
    : undefined;
}

/** Every object of a file as text, so that nothing hides in a compressed stream. */
const textOf = (document: PDFDocument): string =>
  document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');

/** With information, XMP metadata, attachments of the file and of a page, and an older version. */
async function telling(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.drawText('Fonio from Bolgatanga');
  document.setTitle('Savannah Fonio Works');
  document.setAuthor('Adwoa Owusu');
  const { context, catalog } = document;
  const xmp = context.stream('<x:xmpmeta>Adwoa Owusu</x:xmpmeta>', { Type: 'Metadata' });
  catalog.set(PDFName.of('Metadata'), context.register(xmp));
  page.node.set(PDFName.of('PieceInfo'), context.obj({ By: PDFString.of('Adwoa Owusu') }));
  await document.attach(Buffer.from('Adwoa Owusu'), 'owusu.txt', {
    afRelationship: AFRelationship.Data,
  });
  const note = context.obj({
    ...{ Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 10, 10] },
    Contents: PDFHexString.fromText('owusu.txt'),
  });
  page.node.set(PDFName.of('Annots'), context.obj([context.register(note)]));
  context.register(context.obj({ Old: PDFString.of('Adwoa Owusu') }));
  return document.save();
}

test('information, XMP metadata, attachments and older versions are not in the copy', async () => {
  const original = await telling();
  expect(textOf(await PDFDocument.load(original))).toContain('Adwoa Owusu');
  const cleaned = (await clean(original))!;
  const text = textOf(cleaned);
  expect(text).not.toMatch(
    /Owusu|owusu|Savannah Fonio|Metadata|EmbeddedFile|FileAttachment|PieceInfo/,
  );
  expect([cleaned.getTitle(), cleaned.getAuthor(), cleaned.getPageCount()]).toEqual([
    ...[undefined, undefined, 1],
  ]);
  expect(cleaned.context.trailerInfo.ID).toBeUndefined();
});

test('a large file is cleaned within the limits', async () => {
  expect((await clean(await makePdf({ megabytes: 20, pages: 3 })))?.getPageCount()).toBe(3);
});

test('what cannot be cleaned has no copy: encrypted, broken, not a PDF', async () => {
  expect(await clean(Buffer.from('%PDF-1.7 nothing'))).toBeUndefined();
  const whole = await makePdf();
  expect(await clean(whole.subarray(0, 300))).toBeUndefined();
  expect(await clean(encryptedPdf())).toBeUndefined();
});
