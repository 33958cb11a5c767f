import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { PLAIN_OBJECTS, type RawObject, encryptedPdf, rawPdf, xrefStreamPdf } from './raw-pdfs.ts';

/**
 * PDF files designed to cost as much time or memory as possible. Each is far smaller than what it
 * asks for.
 */

const MB = 1024 * 1024;
const CATALOG = PLAIN_OBJECTS[0]!;
const TABLE = '/W [1 2 1] /Size 10';
const repeated = (text: string, times: number) => Buffer.alloc(text.length * times, text, 'latin1');
const bomb = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MB), { level: 6 });
/** Inflates to this many megabytes, and then breaks: the last block is of no type. */
const brokenBomb = (megabytes: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflateRawSync(Buffer.alloc(megabytes * MB), { finishFlush: constants.Z_SYNC_FLUSH }),
    Buffer.from([0x07, 0, 0]),
  ]);
const stream = (dict: string, data: Buffer): RawObject => ({ dict, data });

/** Cross-reference streams that inflate, each pointing to the next. */
function xrefStreamChain(links: number, megabytes: number): Buffer {
  const data = bomb(megabytes);
  const parts = [Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n')];
  let [previous, at] = [-1, parts[0]!.length];
  for (let i = 0; i < links; i++) {
    const prev = previous < 0 ? '' : `/Prev ${previous}`;
    const part = Buffer.concat([
      Buffer.from(
        `9 0 obj\n<< /Type /XRef /Root 1 0 R ${TABLE} ${prev} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
      ),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    [previous, at] = [at, at + part.length];
    parts.push(part);
  }
  return Buffer.concat([...parts, Buffer.from(`startxref\n${previous}\n%%EOF\n`)]);
}

/** Objects from 20 on are streams, and the table says that the pages are in them. */
function containerPdf(containers: RawObject[]): Buffer {
  const head = '%PDF-1.5\n';
  const parts = [Buffer.from(head)];
  const rows: Buffer[] = [];
  const row = (type: number, second: number, third: number) => {
    const bytes = Buffer.alloc(6);
    bytes.writeUInt8(type);
    bytes.writeUInt32BE(second, 1);
    bytes.writeUInt8(third, 5);
    rows.push(bytes);
  };
  let at = head.length;
  const offsets = containers.map((container, index) => {
    const { dict, data } = container as { dict: string; data: Buffer };
    const part = Buffer.concat([
      Buffer.from(
        `${20 + index} 0 obj\n<< /Type /ObjStm ${dict}${dict.includes('/Length') ? '' : ` /Length ${data.length}`} >>\nstream\n`,
      ),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    parts.push(part);
    const offset = at;
    at += part.length;
    return offset;
  });
  row(0, 0, 0);
  for (let num = 1; num < 20; num++) row(2, 20 + (num % containers.length), 0);
  for (const offset of offsets) row(1, offset, 0);
  const data = deflateSync(Buffer.concat(rows));
  parts.push(
    Buffer.from(
      `9999 0 obj\n<< /Type /XRef /Root 1 0 R /W [1 4 1] /Size ${rows.length} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
    ),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

const inContainers = (count: number, dict: string, data: Buffer) =>
  containerPdf(Array.from({ length: count }, () => stream(dict, data)));

/** Uncompressed pages, followed by object streams that only the search for markers opens. */
function pagesBeside(containers: number, data: Buffer, dict: string): Buffer {
  const objects = Array.from({ length: containers }, () =>
    stream(`/Type /ObjStm /N 1 /First 4 ${dict}`, data),
  );
  const allObjects = [...PLAIN_OBJECTS, ...objects];
  const rows = Buffer.concat(
    allObjects.map((_, index) => Buffer.from([2, (index + 1) >> 8, (index + 1) & 255, 0])),
  );
  const plain = rawPdf({
    objects: [
      ...allObjects,
      stream(`/Type /XRef /W [1 2 1] /Index [1 ${allObjects.length}]`, rows),
    ],
  });
  const position = plain.indexOf(`${allObjects.length + 1} 0 obj`);
  return Buffer.from(
    plain.toString('latin1').replace(/\/Root 1 0 R /, `/Root 1 0 R /XRefStm ${position} `),
    'latin1',
  );
}

function tableChain(links: number): Buffer {
  const parts = [
    rawPdf()
      .toString('latin1')
      .replace(/startxref[^]*$/, ''),
  ];
  let [previous, at] = [Number(/xref\n/.exec(parts[0]!)!.index), parts[0]!.length];
  for (let i = 0; i < links; i++) {
    const part = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${previous} >>\n`;
    [previous, at] = [at, at + part.length];
    parts.push(part);
  }
  return Buffer.from(`${parts.join('')}startxref\n${previous}\n%%EOF\n`, 'latin1');
}

/** Each level lists the next one twice: a trillion pages. */
const doublingPages = () =>
  rawPdf({
    objects: [
      CATALOG,
      ...Array.from(
        { length: 40 },
        (_, i) => `<< /Type /Pages /Kids [${`${i + 3} 0 R `.repeat(2)}] >>`,
      ),
      '<< /Type /Page >>',
    ],
  });

const manyObjects = (body: string, count: number) =>
  Buffer.from(
    `%PDF-1.4\n${Array.from({ length: count }, (_, i) => `${i + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );

const manyPages = (subsections: number) => {
  const pages = 5_000;
  const objects = [
    CATALOG,
    `<< /Kids [${Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(' ')}] >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page >>'),
  ];
  const pdf = rawPdf({ objects }).toString('latin1');
  return Buffer.from(
    pdf
      .replace(/xref\n0 /, `xref\n${'0 0\n'.repeat(subsections)}0 `)
      .replace(/startxref\n\d+/, `startxref\n${pdf.indexOf('xref\n0 ')}`),
    'latin1',
  );
};

const lied = (length: string) =>
  Buffer.from(
    xrefStreamPdf(Buffer.alloc(400), TABLE)
      .toString('latin1')
      .replace(/\/Length \d+/, `/Length ${length}`),
    'latin1',
  );

/** Plain pages, and beside them an object stream that inflates to this many megabytes of blanks. */
export function inflatingPdf(megabytes: number, filters: 1 | 2): Buffer {
  const inflated = deflateSync(Buffer.alloc(megabytes * MB, 32), { level: 9 });
  const data = filters === 1 ? inflated : deflateSync(inflated, { level: 9 });
  const filter = '/FlateDecode '.repeat(filters);
  const dict = `/Type /ObjStm /N 1 /First 4 /Filter [${filter}]`;
  return rawPdf({ objects: [...PLAIN_OBJECTS, stream(dict, data)] });
}

export const HOSTILE_PDFS: Record<string, () => Buffer> = {
  'a chain of 8 cross-reference streams of 16 MB': () => xrefStreamChain(8, 16),
  'a chain of 900 cross-reference streams of 1 MB': () => xrefStreamChain(900, 1),
  'a deflate bomb of 64 MB': () => xrefStreamPdf(Buffer.alloc(64 * MB), TABLE),
  'a deflate bomb in a deflate bomb': () =>
    inContainers(
      1,
      '/N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
      deflateSync(bomb(64), { level: 9 }),
    ),
  'twenty object streams of 16 MB': () =>
    inContainers(19, '/N 1 /First 4 /Filter /FlateDecode', bomb(16)),
  'two hundred object streams of 2 MB beside its pages': () =>
    pagesBeside(200, bomb(2), '/Filter /FlateDecode'),
  'two hundred object streams that break after 12 MB beside its pages': () =>
    pagesBeside(200, brokenBomb(12), '/Filter /FlateDecode'),
  'an object stream of 20 MB that is not deflated': () =>
    inContainers(1, '/N 5000000 /First 20000000', repeated('1 0 ', 5_000_000)),
  'a giant object stream': () =>
    inContainers(
      1,
      '/N 2000000 /First 8000000 /Filter /FlateDecode',
      deflateSync(repeated('1 0 ', 2_000_000)),
    ),
  'an object stream with a wide predictor': () =>
    inContainers(
      19,
      '/N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 65000 >>',
      bomb(12),
    ),
  'predictor columns without end': () =>
    inContainers(
      1,
      '/N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 900000000 /Columns 900000000 >>',
      bomb(1),
    ),
  'filters without end': () =>
    inContainers(1, `/N 1 /First 4 /Filter [${'/FlateDecode '.repeat(5000)}]`, bomb(1)),
  'a chain of 5,000 tables': () => tableChain(5000),
  'tables in a loop': () =>
    rawPdf({ trailer: `/Prev ${/startxref\s+(\d+)/.exec(rawPdf().toString('latin1'))![1]}` }),
  'pages in a loop': () => rawPdf({ objects: [CATALOG, '<< /Type /Pages /Kids [2 0 R] >>'] }),
  'pages that double at each level': doublingPages,
  'a million pages in one list': () =>
    rawPdf({
      objects: [CATALOG, `<< /Kids [${'3 0 R '.repeat(170_000)}] >>`, '<< /Type /Page >>'],
    }),
  'a reference to itself': () => rawPdf({ objects: ['1 0 R'] }),
  'lists in lists': () => rawPdf({ objects: ['['.repeat(4_000_000)] }),
  'dictionaries in dictionaries': () => rawPdf({ objects: ['<</A'.repeat(1_000_000)] }),
  'a list of empty dictionaries': () => rawPdf({ objects: [`[${'<<>>'.repeat(250_000)}]`] }),
  'many lists of empty dictionaries': () => manyObjects(`[${'<<>>'.repeat(20_000)}]`, 100),
  'many lists that do not end': () => manyObjects('[1 2 3', 60_000),
  'many strings that do not end': () => manyObjects('(abc', 60_000),
  'two hundred thousand objects': () => manyObjects('<</A 1>>', 200_000),
  'two thousand large trailers': () =>
    Buffer.from(
      `%PDF-1.4\n${`trailer << /A [${'<<>>'.repeat(1000)}] >>\n`.repeat(1_900)}1 0 obj null endobj\n%%EOF\n`,
    ),
  'five thousand pages and many subsections': () => manyPages(19_000),
  'a length that lies': () => lied('999999999999999'),
  'a length below nothing': () => lied('-5'),
  'counts without end': () =>
    xrefStreamPdf(
      Buffer.alloc(40),
      '/W [1 2 1] /Size 9007199254740991 /Index [0 9007199254740991]',
    ),
  'widths without end': () => xrefStreamPdf(Buffer.alloc(40), '/W [1 900000000 1] /Size 10'),
  'an index of a million ranges': () =>
    xrefStreamPdf(Buffer.alloc(40), `/W [1 2 1] /Size 10 /Index [${'1 1 '.repeat(200_000)}]`),
  'a thousand containers that are not there': () =>
    xrefStreamPdf(
      Buffer.concat(Array.from({ length: 60_000 }, (_, i) => Buffer.from([2, i >> 8, i & 255, 0]))),
      '/W [1 2 1] /Size 60000',
    ),
  'many ends': () =>
    Buffer.concat([Buffer.from('%PDF-1.4\n'), repeated('startxref 1 %%EOF ', 500_000)]),
  'many beginnings of objects': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      repeated('1 0 obj ', 1_000_000),
      Buffer.from('\n%%EOF'),
    ]),
  'many words that look like objects': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.4\n1 0 obj null endobj '),
      repeated('obj', 6_000_000),
      Buffer.from('\n%%EOF'),
    ]),
  'many trailers': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      repeated('trailer<<', 800_000),
      Buffer.from('\n%%EOF'),
    ]),
  'many escapes': () => rawPdf({ objects: ['null', stream('', repeated('#61', 5_000_000))] }),
  'a comment without end': () => rawPdf({ objects: [`%${'c'.repeat(8 * MB)}`] }),
  'an encrypted bomb': () =>
    encryptedPdf('', [stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bomb(64))]),
};
