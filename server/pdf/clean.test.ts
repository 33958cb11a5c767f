import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AFRelationship,
  type PDFContext,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  decodePDFRawStream,
} from 'pdf-lib';
import { expect, test } from 'vitest';
import { inflatingPdf } from '#tests/hostile-pdfs.ts';
import { encryptedPdf } from '#tests/raw-pdfs.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { cleanPdf } from './inspect.ts';

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

/** What a page's drawings, and those of its annotations, consist of. */
const drawnIn = (document: PDFDocument): string =>
  document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream
        ? [Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')]
        : [],
    )
    .join('\n');

const OWNER = PDFString.of('Adwoa Owusu');

type LiteralObject = Parameters<PDFContext['flateStream']>[1] & object;

async function withNames(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const page = document.addPage();
  const add = (annotation: LiteralObject) =>
    page.node.addAnnot(context.register(context.obj(annotation)));
  add({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 9, 9], T: OWNER, Contents: OWNER });
  add({
    Type: 'Annot',
    Subtype: 'Highlight',
    Rect: [0, 0, 9, 9],
    T: OWNER,
    Subj: OWNER,
    NM: OWNER,
  });
  const uri = PDFString.of('https://savannah-fonio.example.com');
  add({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'URI', URI: uri } });
  const signature = { Type: 'Sig', Name: OWNER, Reason: OWNER, Contents: OWNER };
  add({
    ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 9, 9], T: OWNER },
    V: context.register(context.obj(signature)),
  });
  const field = document.getForm().createTextField('Adwoa Owusu');
  field.setText('GHS 65,000');
  field.addToPage(page);
  const item = context.register(context.obj({ Title: OWNER }));
  catalog.set(PDFName.of('Outlines'), context.register(context.obj({ First: item, Last: item })));
  catalog.set(PDFName.of('Founder'), OWNER);
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: [0, { P: OWNER }] }));
  page.node.set(PDFName.of('Founder'), context.obj([OWNER]));
  page.node.set(PDFName.of('Company'), PDFName.of('SavannahFonio'));
  const drawing = context.flateStream('0 0 9 9 re f', {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] },
    'PTEX.InfoDict': { Author: OWNER },
  });
  page.node.newXObject('Logo', context.register(drawing));
  document.setAuthor('Adwoa Owusu');
  return document.save();
}

test('no bookmark, comment, field, signature, link or key of the copy says whose it is', async () => {
  const original = await PDFDocument.load(await withNames());
  expect(textOf(original).match(/Adwoa Owusu|Savannah/gi)?.length).toBeGreaterThan(10);
  const cleaned = (await clean(await withNames()))!;
  expect(textOf(cleaned)).not.toMatch(/Owusu|savannah|4164776F61|00410064/i);
  const shown = Buffer.from('GHS 65,000').toString('hex').toUpperCase();
  expect(drawnIn(cleaned), 'what a form shows stays on its page').toContain(shown);
  expect(drawnIn(cleaned)).toContain('0 0 9 9 re f');
});

test.each([1, 2] as const)(
  'what inflates to 600 MB by %i filters has no copy, and this process does not grow',
  async (filters) => {
    const bytes = inflatingPdf(600, filters);
    expect(bytes.length).toBeLessThan(filters === 1 ? 700_000 : 20_000);
    const before = process.memoryUsage.rss();
    expect(await clean(bytes)).toBeUndefined();
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    expect(await clean(await makePdf()), 'the next one').toBeDefined();
  },
);

test('a large file is cleaned within the limits', async () => {
  expect((await clean(await makePdf({ megabytes: 20, pages: 3 })))?.getPageCount()).toBe(3);
});

test('what cannot be cleaned has no copy: encrypted, broken, not a PDF', async () => {
  expect(await clean(Buffer.from('%PDF-1.7 nothing'))).toBeUndefined();
  const whole = await makePdf();
  expect(await clean(whole.subarray(0, 300))).toBeUndefined();
  expect(await clean(encryptedPdf())).toBeUndefined();
});
