/** ZIP files that are created while they are sent: nothing is held in memory or on disk. */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** Its path inside, with slashes. */
  name: string;
  stream: Readable;
  modifiedAt?: Date;
  /** Off for content that is already compressed. */
  isCompressed?: boolean;
};

/**
 * Takes the entries one after the other, each once the reader has consumed the previous one. If the
 * reader leaves, the current entry ends. An error of an entry truncates the file.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const add = async () => {
    for await (const { name, stream, modifiedAt, isCompressed = false } of entries) {
      current = stream;
      if (output.destroyed) stream.destroy();
      const options = { compress: isCompressed, ...(modifiedAt && { mtime: modifiedAt }) };
      zip.addReadStreamLazy(name, options, handOver(stream));
      await finished(stream);
    }
    zip.end();
  };
  output.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  add().catch((error: Error) => output.destroy(error));
  return output;
}

/**
 * The library retains the argument of each entry until the end of the file: for a stream, that
 * would be its last chunk.
 */
function handOver(stream: Readable) {
  let unread: Readable | undefined = stream;
  return (take: (error: null, stream: Readable) => void) => {
    const given = unread!;
    unread = undefined;
    take(null, given);
  };
}
