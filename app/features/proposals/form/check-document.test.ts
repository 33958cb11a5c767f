import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UPLOADS } from '#domain/constants.ts';
import { HOSTILE_PDFS } from '#tests/hostile-pdfs.ts';
import { PDF_HEADERS } from '#tests/pdf-headers.ts';
import { encryptedPdf, hybridPdf, linearizedPdf, pdfWith, withUpdate } from '#tests/raw-pdfs.ts';
import { cutTo, makePdf } from '#tests/pdf-samples.ts';
import { usePdfInspection } from '#tests/pdf-inspections.ts';
import { refuseDocument } from './check-document.ts';

const file = (content: BlobPart, name = 'deck.pdf') =>
  new File([content], name, { type: 'application/pdf' });

test('a file that starts like a PDF may go on', async () => {
  expect(await refuseDocument(file('%PDF-1.7\n… %%EOF'))).toBeUndefined();
});

test.each(PDF_HEADERS)('browser and server agree on a header: %j', async (header, isPdf) => {
  expect((await refuseDocument(file(header + '\n1 0 obj null endobj %%EOF'))) === undefined).toBe(
    isPdf,
  );
});

test('an empty file is named', async () => {
  expect(await refuseDocument(file(''))).toBe('deck.pdf is empty. Choose another file.');
});

test('a Word file named .pdf is refused, whatever its name and type say', async () => {
  expect(await refuseDocument(file('PK\u0003\u0004'))).toMatch(/^deck\.pdf is not a PDF file\./);
});

test('a file over the limit is refused with both sizes', async () => {
  const large = file(new Uint8Array(UPLOADS.megabytes * 1_048_576 + 1));
  expect(await refuseDocument(large)).toContain('The limit is 20 MB.');
});

test('a file whose end is missing is refused before it is sent', async () => {
  const whole = pdfWith('Cocoa');
  const cut = file(new Uint8Array(whole.subarray(0, whole.lastIndexOf('xref\n0'))));
  expect(await refuseDocument(cut)).toBe(
    'deck.pdf is incomplete: its end is missing. Save or download it again.',
  );
});

const inspect = usePdfInspection();
const SAMPLES: Record<string, () => Buffer> = {
  ...HOSTILE_PDFS,
  plain: () => pdfWith('Cocoa'),
  updated: () => withUpdate(pdfWith('Cocoa')),
  padded: () => Buffer.concat([pdfWith('Cocoa'), Buffer.alloc(70_000)]),
  linearized: () => linearizedPdf(),
  hybrid: hybridPdf,
  encrypted: () => encryptedPdf(),
  'a long number behind the end': () =>
    Buffer.concat([pdfWith('Cocoa'), Buffer.from('\n1234567890 0 obj')]),
};
const REAL = join(import.meta.dirname, '../../../../tests/pdf-files');
for (const name of readdirSync(REAL).filter((one) => one.endsWith('.pdf')))
  SAMPLES[name] = () => readFileSync(join(REAL, name));

test.each(Object.keys(SAMPLES))('the server refuses what the browser refuses: %s', async (name) => {
  const pdf = SAMPLES[name]!();
  const isRefused = (await refuseDocument(file(new Uint8Array(pdf)))) !== undefined;
  if (isRefused) expect((await inspect(pdf)).ok).toBe(false);
});

test('of files that are cut anywhere, the browser refuses most, and none that the server takes', async () => {
  const whole = await makePdf({ pages: 3 });
  const parts = Array.from({ length: 40 }, (_, at) => cutTo(whole, (at + 1) / 41));
  let refused = 0;
  for (const pdf of parts) {
    if (!(await refuseDocument(file(new Uint8Array(pdf))))) continue;
    refused += 1;
    expect((await inspect(pdf)).ok).toBe(false);
  }
  expect(refused).toBeGreaterThan(30);
});

test('a large file without its end is read to its start, and refused', async () => {
  const whole = pdfWith('Cocoa');
  const cut = Buffer.concat([whole.subarray(0, 100), Buffer.alloc(3_000_000, 'x')]);
  expect(await refuseDocument(file(new Uint8Array(cut)))).toContain('is incomplete');
  expect((await inspect(cut)).ok).toBe(false);
});
