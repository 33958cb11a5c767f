import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { usePdfInspection } from '#tests/pdf-inspections.ts';
import {
  cutTo,
  makePdf,
  makePdfWithAttachment,
  makePdfWithJavaScript,
  makePdfWithLaunch,
} from '#tests/pdf-samples.ts';
import { PLAIN_OBJECTS, encryptedPdf, linearizedPdf, rawPdf, withUpdate } from '#tests/raw-pdfs.ts';
import { MarkerScanner } from './markers.ts';

const inspect = usePdfInspection();

/** pdf.js as a second opinion: what we accept, it opens with the same number of pages. */
async function pagesInReader(bytes: Buffer): Promise<number> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const { numPages } = await task.promise;
  await task.destroy();
  return numPages;
}

const opens = (pages: number, markers: string[] = []) => ({ ok: true, pages, markers });
const refused = (reason: string) => ({ ok: false, reason });
const repeated = (text: string, times: number) => Buffer.from(text.repeat(times));

describe('a real PDF is accepted', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['with a cross-reference table', () => makePdf({ pages: 3 }), 3],
    ['with object streams', () => makePdf({ pages: 120, objectStreams: true }), 120],
    ['of 5 MB', () => makePdf({ megabytes: 5 }), 1],
    ['of 5 MB with object streams', () => makePdf({ megabytes: 5, objectStreams: true }), 1],
    ['of version 1.0', () => rawPdf({ version: '1.0' }), 1],
    ['of version 2.0', () => rawPdf({ version: '2.0' }), 1],
    ['with an update', () => withUpdate(rawPdf()), 2],
    ['linearized', () => linearizedPdf(), 1],
    ['with entries that end in one byte', () => rawPdf({ eol: '\n' }), 1],
    ['with padding behind its end', () => Buffer.concat([rawPdf(), Buffer.alloc(4096)]), 1],
    [
      'with a page of HTML behind its end',
      () => Buffer.concat([rawPdf(), repeated('<p>thanks</p>', 300)]),
      1,
    ],
    ['with bytes before its header', () => Buffer.concat([Buffer.alloc(1000, 10), rawPdf()]), 1],
    [
      'with bytes before its header that offsets count',
      () => Buffer.concat([Buffer.alloc(50, 10), rawPdf({ xrefShift: 50 })]),
      1,
    ],
    ['with wrong offsets, as readers repair them', () => rawPdf({ xrefShift: 7 }), 1],
  ])('%s', async (_, make, pages) => {
    const bytes = await make();
    expect(await inspect(bytes)).toEqual(opens(pages));
    expect(await pagesInReader(bytes)).toBe(pages);
  });
});

describe('a file that is not a complete, readable PDF is refused with its reason', () => {
  it.each<[string, () => Promise<Buffer> | Buffer | string, string]>([
    ['an empty file', () => '', 'empty'],
    ['a text', () => 'My pitch deck\n'.repeat(300), 'not_pdf'],
    [
      'a .docx',
      () =>
        Buffer.concat([
          Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0', 'latin1'),
          deflateRawSync(repeated('word/document.xml', 500)),
        ]),
      'not_pdf',
    ],
    [
      'a PNG',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5000, 1)]),
      'not_pdf',
    ],
    ['a header and nothing else', () => '%PDF-1.7\n', 'unreadable'],
    [
      'a header and garbage',
      () => '%PDF-1.7\n' + 'garbage '.repeat(500) + '\n%%EOF\n',
      'unreadable',
    ],
    ['a file without pages', () => rawPdf({ objects: ['<< /Type /Catalog >>'] }), 'unreadable'],
    [
      'a file whose page is missing',
      () => rawPdf({ objects: PLAIN_OBJECTS.slice(0, 2) }),
      'unreadable',
    ],
    ['an encrypted file', () => encryptedPdf('secret'), 'encrypted'],
    ['half a file', async () => cutTo(await makePdf({ megabytes: 1 }), 0.5), 'truncated'],
    ['99 % of a file', async () => cutTo(await makePdf({ pages: 50 }), 0.99), 'truncated'],
    [
      'half a file with object streams',
      async () => cutTo(await makePdf({ pages: 50, objectStreams: true }), 0.5),
      'truncated',
    ],
    [
      'a file cut in the number that leads to its table',
      () => rawPdf().subarray(0, -9),
      'truncated',
    ],
    [
      'a linearized file without its second half, though an end is left',
      () => cutTo(linearizedPdf(), 0.6),
      'truncated',
    ],
    ['half a linearized file', () => cutTo(linearizedPdf(), 0.5), 'truncated'],
    ['the beginning of a linearized file', () => linearizedPdf().subarray(0, 700), 'truncated'],
    ['an update cut off', () => withUpdate(rawPdf()).subarray(0, -60), 'truncated'],
  ])('%s', async (_, make, reason) => {
    expect(await inspect(await make())).toEqual(refused(reason));
  });

  it('a file that lost bytes in the middle', async () => {
    const whole = await makePdf({ megabytes: 1 });
    const holed = Buffer.concat([whole.subarray(0, 400_000), whole.subarray(600_000)]);
    expect(await inspect(holed)).toEqual(refused('unreadable'));
  });
});

describe('active content is marked, not refused', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string[]]>([
    ['a script in an object stream', () => makePdfWithJavaScript(true), ['javascript']],
    ['an attachment in an object stream', () => makePdfWithAttachment(true), ['embedded_file']],
    ['a launch action in an object stream', () => makePdfWithLaunch(true), ['launch']],
    [
      'a script with an escaped name',
      () =>
        rawPdf({
          objects: [
            '<< /Pages 2 0 R /OpenAction << /S /J#61vaScript /JS () >> >>',
            ...PLAIN_OBJECTS.slice(1),
          ],
        }),
      ['javascript'],
    ],
  ])('%s', async (_, make, markers) => {
    const result = await inspect(await make());
    expect(result).toEqual(opens(1, markers));
  });

  it.each([65_530, 256 * 1024 - 5, 900_000])(
    'an uncompressed name, %i bytes into the file',
    async (position) => {
      expect(
        await inspect(
          rawPdf({
            objects: [
              ...PLAIN_OBJECTS,
              `<< /Length ${position + 20} >>\nstream\n${'x'.repeat(position)}<</S/JavaScript>>\nendstream`,
            ],
          }),
        ),
      ).toEqual(opens(1, ['javascript']));
    },
  );

  it('a name that arrives byte by byte', () => {
    const scanner = new MarkerScanner();
    for (const char of 'x /Launch /EmbeddedFiles') scanner.scan(Buffer.from(char));
    expect([...scanner.found]).toEqual(['launch', 'embedded_file']);
  });
});
