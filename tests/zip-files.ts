/** Reads ZIP files as an unpacker does: by the central directory at their end. */
import { crc32, inflateRawSync } from 'node:zlib';

const DIRECTORY_END = 0x06054b50;
const STORED = 0;

/** Takes a whole file; returns the bytes by path. Throws if it is not complete. */
export function readZip(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22;
  if (file.readUInt32LE(end) !== DIRECTORY_END) throw new Error('The ZIP file has no end');
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let entriesLeft = file.readUInt16LE(end + 10); entriesLeft > 0; entriesLeft -= 1) {
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, readEntry(file, at, name));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return files;
}

function readEntry(file: Buffer, directoryAt: number, name: string): Buffer {
  const localAt = file.readUInt32LE(directoryAt + 42);
  const from = localAt + 30 + file.readUInt16LE(localAt + 26) + file.readUInt16LE(localAt + 28);
  const packed = file.subarray(from, from + file.readUInt32LE(directoryAt + 20));
  const isStored = file.readUInt16LE(directoryAt + 10) === STORED;
  const bytes = isStored ? packed : inflateRawSync(packed);
  if (crc32(bytes) !== file.readUInt32LE(directoryAt + 16)) throw new Error(`${name} is damaged`);
  return bytes;
}
