/** What is in a ZIP, by its central directory; nothing here unpacks compressed entries. */
import { crc32 } from 'node:zlib';

const [DIRECTORY, END] = [0x02014b50, 0x06054b50];
const LOCAL_HEADER_BYTES = 30;

/** Names and contents in their order. Throws where a checksum does not fit. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('no end of a ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY) throw new Error(`no entry at ${at}`);
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes!);
    const local = zip.readUInt32LE(at + 42);
    const start =
      local + LOCAL_HEADER_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + zip.readUInt32LE(at + 24));
    if (crc32(data) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, data);
    at += 46 + nameBytes! + extra! + comment!;
  }
  return files;
}
