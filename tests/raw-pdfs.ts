/** Handwritten PDF files, for what no library writes. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Objects by number, from 1; a stream is a pair of dictionary entries and bytes. */
export type RawObject = string | { dict: string; data: Buffer };
type RawPdf = {
  version?: string;
  objects?: RawObject[];
  trailer?: string;
  eol?: string;
  xrefShift?: number;
};

export const PLAIN_OBJECTS: RawObject[] = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >>',
  { dict: '', data: Buffer.from('0 0 m 10 10 l S') },
];

/** The objects in a file with a plain table; each part of it can be made wrong. */
export function rawPdf({
  version = '1.4',
  objects = PLAIN_OBJECTS,
  trailer = '',
  eol = ' \n',
  xrefShift = 0,
}: RawPdf = {}): Buffer {
  const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  const offsets = objects.map((object, index) => {
    const offset = size();
    parts.push(rawObject(index + 1, object));
    return offset + xrefShift;
  });
  const start = size();
  const entries = offsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n${eol}`)
    .join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f${eol}${entries}trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start + xrefShift}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A real PDF that contains these words uncompressed. */
export const pdfWith = (words: string): Buffer =>
  rawPdf({ objects: [...PLAIN_OBJECTS.slice(0, 3), { dict: '', data: Buffer.from(words) }] });

function rawObject(num: number, object: RawObject): Buffer {
  if (typeof object === 'string') return Buffer.from(`${num} 0 obj\n${object}\nendobj\n`);
  return Buffer.concat([
    Buffer.from(`${num} 0 obj\n<< ${object.dict} /Length ${object.data.length} >>\nstream\n`),
    object.data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

/** A second revision after the first: one more page, and its own table with /Prev. */
export function withUpdate(pdf: Buffer): Buffer {
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))![1]);
  const pages = `2 0 obj\n<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>\nendobj\n`;
  const page = `5 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj\n`;
  const at = (offset: number) => String(offset).padStart(10, '0') + ' 00000 n \n';
  const start = pdf.length + pages.length + page.length;
  const table = `xref\n2 1\n${at(pdf.length)}5 1\n${at(pdf.length + pages.length)}trailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(pages + page + table)]);
}

/**
 * Linearized: its first part ends with its own end marker, so a truncated file still has one near
 * its beginning.
 */
export function linearizedPdf(weight = 100_000): Buffer {
  const at = (offset: number) => String(offset).padStart(10, '0') + ' 00000 n \n';
  const pad = (value: number) => String(value).padEnd(10);
  const build = (length: number, firstXref: number, mainXref: number, offsets: number[]) => {
    const head = `%PDF-1.4\n5 0 obj\n<< /Linearized 1 /L ${pad(length)} /O 3 /N 1 >>\nendobj\n`;
    const first = `xref\n3 3\n${at(offsets[3]!)}${at(offsets[4]!)}${at(9)}trailer\n<< /Size 6 /Root 1 0 R /Prev ${pad(mainXref)} >>\nstartxref\n0\n%%EOF\n`;
    const bodies = [3, 4, 1, 2].map((num) =>
      rawObject(
        num,
        num === 4 ? { dict: '', data: Buffer.alloc(weight, '%') } : PLAIN_OBJECTS[num - 1]!,
      ),
    );
    const begin = head.length + first.length;
    const starts = bodies.map(
      (_, index) => begin + bodies.slice(0, index).reduce((sum, body) => sum + body.length, 0),
    );
    const end = begin + bodies.reduce((sum, body) => sum + body.length, 0);
    const main = `xref\n0 3\n0000000000 65535 f \n${at(starts[2]!)}${at(starts[3]!)}trailer\n<< /Size 3 >>\nstartxref\n${firstXref}\n%%EOF\n`;
    const bytes = Buffer.concat([Buffer.from(head + first), ...bodies, Buffer.from(main)]);
    return {
      bytes,
      firstXref: head.length,
      mainXref: end,
      offsets: [0, starts[2]!, starts[3]!, starts[0]!, starts[1]!],
    };
  };
  const draft = build(0, 0, 0, [0, 0, 0, 0, 0]);
  const second = build(draft.bytes.length, draft.firstXref, draft.mainXref, draft.offsets);
  return build(second.bytes.length, second.firstXref, second.mainXref, second.offsets).bytes;
}

const PASSWORD_PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

/**
 * Encrypted with 40-bit RC4 (ISO 32000-1, 7.6.3); with an empty user password, readers open it
 * without asking.
 */
export function encryptedPdf(userPassword = '', more: RawObject[] = []): Buffer {
  const padded = (password: string) =>
    Buffer.concat([Buffer.from(password, 'latin1'), PASSWORD_PADDING]).subarray(0, 32);
  const md5 = (...parts: Buffer[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword));
  const key = md5(padded(userPassword), owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PASSWORD_PADDING);
  const objectKey = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10);
  const content = { dict: '', data: rc4(objectKey, Buffer.from('0 0 m 10 10 l S')) };
  const encrypt = `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`;
  const hex = id.toString('hex');
  return rawPdf({
    objects: [...PLAIN_OBJECTS.slice(0, 3), content, encrypt, ...more],
    trailer: `/Encrypt 5 0 R /ID [<${hex}> <${hex}>]`,
  });
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i++) swap(i, (j = (j + state[i]! + key[i % key.length]!) & 255));
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}

/** A cross-reference stream of the given bytes as the only structure of the file. */
export function xrefStreamPdf(rows: Buffer, dict: string): Buffer {
  const head = Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  const data = deflateSync(rows);
  const open = `9 0 obj\n<< /Type /XRef /Root 1 0 R /Filter /FlateDecode /Length ${data.length} ${dict} >>\nstream\n`;
  return Buffer.concat([
    head,
    Buffer.from(open),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}

/**
 * Revision 2 of a hybrid file: its table points to a stream, and both point to the table of
 * revision 1, whose stream is therefore reached twice.
 */
export function hybridPdf(): Buffer {
  const hidden = 'XRefStm';
  const rows = (num: number, offset: number) => ({
    data: Buffer.from([1, offset >> 8, offset & 255, 0]),
    index: `/Index [${num} 1] /W [1 2 1] /Size 8`,
  });
  const base = rawPdf()
    .toString('latin1')
    .replace(/xref[^]*$/, '');
  const page = '6 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj\n';
  const xrefStream = (num: number, at: number, prev: string) => {
    const { data, index } = rows(num, at);
    return (
      Buffer.from(
        `${num + 1} 0 obj\n<< /Type /XRef ${index} ${prev} /Root 1 0 R /Length ${data.length} >>\nstream\n`,
      ).toString('latin1') +
      data.toString('latin1') +
      '\nendstream\nendobj\n'
    );
  };
  const offsets = [1, 2, 3, 4].map((num) => base.indexOf(`${num} 0 obj`));
  const entries = offsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  const [pageAt, oldStreamAt] = [base.length, base.length + page.length];
  const oldStream = xrefStream(6, pageAt, '');
  const oldTableAt = oldStreamAt + oldStream.length;
  const oldTable = `xref\n0 5\n0000000000 65535 f \n${entries}trailer\n<< /Size 8 /Root 1 0 R /${hidden} ${oldStreamAt} >>\nstartxref\n${oldTableAt}\n%%EOF\n`;
  const newStreamAt = oldTableAt + oldTable.length;
  const newStream = xrefStream(6, pageAt, `/Prev ${oldStreamAt}`);
  const newTableAt = newStreamAt + newStream.length;
  const newTable = `xref\n0 0\ntrailer\n<< /Size 8 /Root 1 0 R /Prev ${oldTableAt} /${hidden} ${newStreamAt} >>\nstartxref\n${newTableAt}\n%%EOF\n`;
  return Buffer.from(base + page + oldStream + oldTable + newStream + newTable, 'latin1');
}

/**
 * All objects except streams in one object stream, found by a cross-reference stream. `filter`
 * names its encoding.
 */
export function objectStreamPdf(
  objects: string[],
  {
    filter = '',
    data = (plain: Buffer) => plain,
    also = [] as number[],
    cipher = (plain: Buffer) => plain,
    trailer = '',
    plain = [] as string[],
  } = {},
): Buffer {
  const bodies = objects.map((object) => object + '\n');
  let end = 0;
  const head =
    bodies.map((body, index) => `${index + 1} ${(end += body.length) - body.length}`).join(' ') +
    ' ';
  const bytes = cipher(data(Buffer.from(head + bodies.join(''), 'latin1')));
  const container = objects.length + 1;
  const parts = [
    Buffer.from('%PDF-1.7\n'),
    rawObject(container, {
      dict: `/Type /ObjStm /N ${objects.length} /First ${head.length} ${filter}`,
      data: bytes,
    }),
  ];
  const offsets = plain.map((body, index) => {
    const offset = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(rawObject(container + 1 + index, body));
    return offset;
  });
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const row = (type: number, second: number, third: number) =>
    Buffer.from([type, second >> 16, (second >> 8) & 255, second & 255, third]);
  const rows = [
    row(0, 0, 0),
    ...objects.map((_, index) => row(2, container, index)),
    row(1, '%PDF-1.7\n'.length, 0),
    ...offsets.map((offset) => row(1, offset, 0)),
    ...also.map((num) => row(2, num, 0)),
  ];
  const xref = rawObject(container + 1 + plain.length, {
    dict: `/Type /XRef /Root 1 0 R /W [1 3 1] /Size ${rows.length} ${trailer}`,
    data: Buffer.concat(rows),
  });
  return Buffer.concat([...parts, xref, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}
