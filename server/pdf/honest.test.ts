import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PDF_HEADERS } from '#tests/pdf-headers.ts';
import { usePdfInspection } from '#tests/pdf-inspections.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import {
  PLAIN_OBJECTS,
  encryptedPdf,
  hybridPdf,
  linearizedPdf,
  objectStreamPdf,
  rawPdf,
} from '#tests/raw-pdfs.ts';

const inspect = usePdfInspection();

const opens = (pages: number, markers: string[] = []) => ({ ok: true, pages, markers });
const OBJECTS = PLAIN_OBJECTS.slice(0, 3) as string[];
const replaced = (pdf: Buffer, from: RegExp, to: string) =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');
const manyObjects = (size: number) => [
  ...OBJECTS,
  ...Array.from({ length: size }, (_, i) => `<< /Nothing ${i} >>`),
];

describe('what viewers open is accepted', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['a hybrid file, two ways of which meet at one section', () => hybridPdf(), 1],
    [
      'a linearized file that lost a few bytes behind its end',
      () => linearizedPdf().subarray(0, -1),
      1,
    ],
    [
      'a linearized file that states more bytes than it has',
      () => replaced(linearizedPdf(), /\/L (\d+)/, '/L 999999'),
      1,
    ],
    ['64 kB of zeros behind the end', () => Buffer.concat([rawPdf(), Buffer.alloc(64 * 1024)]), 1],
    [
      'a megabyte of line ends behind the end',
      () => Buffer.concat([rawPdf(), Buffer.alloc(1024 * 1024, '\r\n')]),
      1,
    ],
    [
      'a page that is listed twice',
      () =>
        rawPdf({
          objects: [
            PLAIN_OBJECTS[0]!,
            '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
            ...PLAIN_OBJECTS.slice(2),
          ],
        }),
      2,
    ],
    [
      'a null among the pages',
      () =>
        rawPdf({
          objects: [
            PLAIN_OBJECTS[0]!,
            '<< /Type /Pages /Kids [null 3 0 R 99 0 R] /Count 1 >>',
            ...PLAIN_OBJECTS.slice(2),
          ],
        }),
      1,
    ],
    ['no %%EOF', () => replaced(rawPdf(), /%%EOF\n$/, ''), 1],
    ['half an %%EOF', () => rawPdf().subarray(0, -4), 1],
    [
      'no %%EOF, with object streams',
      async () => replaced(await makePdf({ pages: 20, objectStreams: true }), /\s*%%EOF\s*$/, ''),
      20,
    ],
    ['a header without a number', () => replaced(rawPdf(), /^%PDF-1\.4/, '%PDF-'), 1],
    ['an object stream as it is', () => objectStreamPdf(OBJECTS), 1],
    [
      'an object stream of 300,000 objects, deflated',
      () =>
        objectStreamPdf(manyObjects(300_000), {
          filter: '/Filter /FlateDecode',
          data: (plain) => deflateSync(plain),
        }),
      1,
    ],
    ['an object stream of 9 MB as it is', () => objectStreamPdf(manyObjects(270_000)), 1],
  ])('%s', async (_, make, pages) => {
    expect(await inspect(await make())).toEqual(opens(pages));
  });

  it.each(['ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'LZWDecode', 'Unknown'])(
    'an object stream by a filter that is not for structure, marked as not searched: %s',
    async (name) => {
      const filter = `/Filter [/${name} /FlateDecode]`;
      const hidden = objectStreamPdf(OBJECTS, { filter, data: (plain) => plain });
      expect(await inspect(hidden)).toEqual({ ok: true, pages: null, markers: ['unsearched'] });
      expect(await inspect(hidden.subarray(0, -9))).toEqual({ ok: false, reason: 'truncated' });
    },
  );

  it.each(PDF_HEADERS)('browser and server agree on a header: %j', async (header, isPdf) => {
    const facts = await inspect(
      Buffer.concat([Buffer.from(header), rawPdf().subarray('%PDF-1.4'.length)]),
    );
    expect(facts.ok || facts.reason !== 'not_pdf').toBe(isPdf);
  });
});

describe('an encrypted file', () => {
  const file = (name: string) =>
    readFile(new URL(`../../tests/pdf-files/${name}.pdf`, import.meta.url));

  it.each([
    'rc4-128-empty',
    'aes-128-empty',
    'aes-128-clear-metadata-empty',
    'aes-256-r5-empty',
    'aes-256-r6-empty',
    'aes-256-r6-empty-owner',
  ])('whose password is empty is read like any other: %s', async (name) => {
    expect(await inspect(await file(name))).toEqual(opens(1, ['javascript', 'protected']));
  });

  it('of 40 bits with an empty password is accepted, and marked', async () => {
    expect(await inspect(encryptedPdf(''))).toEqual(opens(1, ['protected']));
  });

  it.each(['rc4-128-secret', 'aes-256-r6-secret'])(
    'that asks for a password is refused: %s',
    async (name) => {
      expect(await inspect(await file(name))).toEqual({ ok: false, reason: 'encrypted' });
    },
  );

  it('is found even if its table is broken', async () => {
    const broken = replaced(await file('aes-256-r6-empty'), /startxref\n\d+/, 'startxref\n7');
    expect(await inspect(broken)).toEqual(opens(1, ['javascript', 'protected']));
    expect(
      await inspect(replaced(encryptedPdf('secret'), /startxref\n\d+/, 'startxref\n7')),
    ).toEqual({ ok: false, reason: 'encrypted' });
  });
});

describe('markers cannot be evaded', () => {
  const SCRIPT = [...OBJECTS, '<< /S /JavaScript /JS (app.alert(1)) >>'];
  const packed = { filter: '/Filter /FlateDecode', data: (plain: Buffer) => deflateSync(plain) };

  it.each<[string, () => Buffer, string[]]>([
    [
      'by a startxref that leads nowhere',
      () => replaced(objectStreamPdf(SCRIPT, packed), /startxref\n\d+/, 'startxref\n7'),
      ['javascript'],
    ],
    [
      'by a container that is missing',
      () => objectStreamPdf(SCRIPT, { ...packed, also: [2_000, 3_000] }),
      ['javascript'],
    ],
    [
      'by an escaped name in a container',
      () => objectStreamPdf([...OBJECTS, '<< /S /J#61vaScript /JS () >>'], packed),
      ['javascript'],
    ],
    [
      'by a name of escapes only',
      () => objectStreamPdf([...OBJECTS, '<< /S /#4c#61#75#6e#63#68 >>'], packed),
      ['launch'],
    ],
    [
      'by an escaped name in the open',
      () => rawPdf({ objects: [...PLAIN_OBJECTS, '<< /Type /#45mbeddedFile /J#53 1 >>'] }),
      ['embedded_file'],
    ],
  ])('%s', async (_, make, markers) => {
    expect(await inspect(make())).toEqual(opens(1, markers));
  });

  it('by an object stream that is listed at a wrong place, but that readers find', async () => {
    const pdf = objectStreamPdf(SCRIPT.slice(3), { ...packed, plain: [] });
    const plain = rawPdf().toString('latin1');
    const stream = pdf
      .toString('latin1')
      .slice('%PDF-1.7\n'.length, pdf.indexOf('endobj') + 7)
      .replace(/^2 0 obj/, '50 0 obj');
    const rows = Buffer.from([2, 0, 60, 0]).toString('latin1');
    const at = plain.indexOf('xref\n');
    const xref = `51 0 obj\n<< /Type /XRef /Index [40 1] /W [1 2 1] /Size 52 /Length 4 >>\nstream\n${rows}\nendstream\nendobj\n`;
    const table = plain
      .slice(at)
      .replace('/Root', `/XRefStm ${at + stream.length} /Root`)
      .replace(/startxref\n\d+/, `startxref\n${at + stream.length + xref.length}`);
    expect(
      await inspect(Buffer.from(plain.slice(0, at) + stream + xref + table, 'latin1')),
    ).toEqual(opens(1, ['javascript']));
  });

  it('by damage: what could not be searched is marked as such', async () => {
    const damaged = objectStreamPdf(['<< /S /JavaScript >>'], {
      ...packed,
      plain: OBJECTS.map((body) => body.replace(/(\d) 0 R/g, (_, num) => `${Number(num) + 2} 0 R`)),
    });
    const broken = replaced(
      replaced(damaged, /stream\n\x78[^]/, 'stream\n\x00\x00'),
      /\/Root 1 0 R/,
      '/Root 3 0 R',
    );
    expect(await inspect(broken)).toEqual(opens(1, ['unsearched']));
  });
});
