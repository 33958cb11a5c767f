/**
 * Streams that cost more than their output is worth, as one object stream beside the pages of an
 * intact PDF.
 */
import { deflateRawSync, deflateSync } from 'node:zlib';
import { pagesBeside } from './hostile-pdfs.ts';

const MB = 1024 * 1024;
const ZLIB = Buffer.from([0x78, 0x9c]);
/** The first bits of a block of an unknown type. */
const NO_BLOCK = Buffer.from([0x07, 0, 0]);
const SYNC_FLUSH = 2;

/** Inflates to this many megabytes, and then breaks. */
const brokenBomb = (megabytes: number): Buffer =>
  Buffer.concat([
    ZLIB,
    deflateRawSync(Buffer.alloc(megabytes * MB), { finishFlush: SYNC_FLUSH }),
    NO_BLOCK,
  ]);

/** Bits in the order of deflate: each number from its lowest bit on. */
function toBytes(fields: [value: number, width: number][]): Buffer {
  const bits = fields.flatMap(([value, width]) =>
    Array.from({ length: width }, (_, place) => (value >> place) & 1),
  );
  return Buffer.from(
    Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
      bits.slice(index * 8, index * 8 + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
    ),
  );
}

const repeated = (bytes: Buffer, times: number): Buffer =>
  Buffer.alloc(bytes.length * times, bytes);

/** An empty block with the fixed codes; eight of them end at a byte boundary. */
const FIXED: [number, number][] = [
  [0, 1],
  [1, 2],
  [0, 7],
];
const fixedBlocks = (count: number): Buffer =>
  repeated(toBytes(Array<typeof FIXED>(8).fill(FIXED).flat()), count / 8);

/** An empty block with its own codes: one for its end, one for an unused distance. */
const LENGTHS_OF_CODES = [0, 0, 1, 2, ...Array<number>(13).fill(0), 2];
const TABLES: [number, number][] = [
  ...([
    [0, 1],
    [2, 2],
    [0, 5],
    [0, 5],
    [14, 4],
  ] as [number, number][]),
  ...LENGTHS_OF_CODES.map((length): [number, number] => [length, 3]),
  // 256 literals without a code, then two codes of one bit, then the end of the block.
  ...([
    [0, 1],
    [127, 7],
    [0, 1],
    [107, 7],
    [3, 2],
    [3, 2],
    [0, 1],
  ] as [number, number][]),
];
const tableBlocks = (count: number): Buffer =>
  repeated(toBytes(Array<typeof TABLES>(8).fill(TABLES).flat()), count / 8);

const STORED = Buffer.from([0, 0, 0, 0xff, 0xff]);

const besidePages = (filter: string, data: Buffer): Buffer =>
  pagesBeside(1, data, `/Filter [${filter}]`);

const twice = (blocks: Buffer): Buffer =>
  besidePages('/FlateDecode /FlateDecode', deflateSync(Buffer.concat([ZLIB, blocks])));

/** Each inflates, or decodes, to at least this many bytes before it breaks. */
export const BREAKING_STREAMS: Record<string, { make: () => Buffer; bytes: number }> = {
  deflated: { make: () => besidePages('/FlateDecode', brokenBomb(12)), bytes: 12 * MB },
  hexadecimal: {
    make: () =>
      besidePages('/FlateDecode /AHx', deflateSync(Buffer.from(`${'30'.repeat(3 * MB)}Q`))),
    bytes: 2 * (6 * MB + 3 * MB) - MB,
  },
  'in base 85': {
    make: () =>
      besidePages('/FlateDecode /A85', deflateSync(Buffer.from(`${'z'.repeat(2 * MB)}\x7f`))),
    bytes: 2 * MB + 8 * MB,
  },
};

/** Each block has no output, but costs time. */
export const EMPTY_BLOCKS: Record<string, () => Buffer> = {
  'with codes of their own': () => twice(tableBlocks(64_000)),
  'with the fixed codes': () => twice(fixedBlocks(2_000_000)),
  stored: () => twice(repeated(STORED, 2_000_000)),
};
