import { expect, test } from 'vitest';
import { UPLOADS } from '#domain/constants.ts';
import { PDF_HEADERS } from '#tests/pdf-headers.ts';
import { refuseDocument } from './check-document.ts';

const file = (content: BlobPart, name = 'deck.pdf') =>
  new File([content], name, { type: 'application/pdf' });

test('a file that starts like a PDF may go on', async () => {
  expect(await refuseDocument(file('%PDF-1.7\n…'))).toBeUndefined();
});

test.each(PDF_HEADERS)('browser and server agree on a header: %j', async (header, isPdf) => {
  expect((await refuseDocument(file(header + '\n1 0 obj null endobj'))) === undefined).toBe(isPdf);
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
