/**
 * Just enough of the ustar format: plain files with short names, so that `tar` can read a backup
 * too. Written by hand: libraries also unpack links, modes and paths, which a backup must never
 * contain.
 */
import { BackupError } from './backup-error.ts';

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const MAX_SIZE_BYTES = 0o77777777777;

function splitName(name: string): [prefix: string, name: string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return ['', name];
  const cut = name.indexOf('/', name.length - NAME_BYTES - 1);
  if (cut < 0 || cut > PREFIX_BYTES)
    throw new Error(`The name of a file is too long for the archive: ${name}`);
  return [name.slice(0, cut), name.slice(cut + 1)];
}

function headerOf(fullName: string, size: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const [prefix, name] = splitName(fullName);
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(
    octal(0o600, 8) +
      octal(0, 8) +
      octal(0, 8) +
      (size > MAX_SIZE_BYTES ? '\0'.repeat(12) : octal(size, 12)) +
      octal(Math.floor(modifiedAt.getTime() / 1000), 12),
    100,
  );
  // GNU tar's encoding for 8 GB and more: the number itself, after a byte with the highest bit set.
  if (size > MAX_SIZE_BYTES) {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('        0', 148);
  header.write('ustar\0' + '00', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const paddingOf = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;

/** The bytes of one file. Throws if the source yields fewer or more bytes than announced. */
export async function* entryBytes(
  name: string,
  size: number,
  modifiedAt: Date,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield headerOf(name, size, modifiedAt);
  let written = 0;
  for await (const chunk of source) {
    yield chunk;
    written += chunk.length;
  }
  if (written !== size) throw new BackupError(`${name} changed while it was copied. Try again.`);
  yield Buffer.alloc(paddingOf(size));
}

export const endBytes = (): Buffer => Buffer.alloc(2 * BLOCK_BYTES);

type Entry = { name: string; size: number; content: AsyncIterable<Buffer> };

/**
 * The files of an archive, one after the other; read the content of each before the next. Throws if
 * the archive ends too early.
 */
export async function* readEntries(archive: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const chunks = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest = Buffer.alloc(0);
  async function* take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new BackupError('The backup is cut off: its end is missing.');
        rest = Buffer.from(next.value);
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  const read = async (bytes: number) => {
    const parts: Buffer[] = [];
    for await (const part of take(bytes)) parts.push(part);
    return Buffer.concat(parts);
  };
  for (;;) {
    const header = await read(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return;
    const text = (start: number, length: number) =>
      header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
    if (text(257, 5) !== 'ustar') throw new BackupError('This is not a backup of this product.');
    const isLarge = (header[124]! & 0x80) !== 0;
    const size = isLarge ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
    const prefix = text(345, PREFIX_BYTES);
    yield {
      name: prefix ? `${prefix}/${text(0, NAME_BYTES)}` : text(0, NAME_BYTES),
      size,
      content: take(size),
    };
    await read(paddingOf(size));
  }
}
