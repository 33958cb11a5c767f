import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readZip } from '#tests/zip-files.ts';
import { zipOf, type ZipEntry } from './zip.ts';

const entry = (name: string, text: string, isCompressed = false): ZipEntry => ({
  name,
  stream: Readable.from([Buffer.from(text)]),
  isCompressed,
});

async function* listed(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

/** An endless stream that counts its chunks. */
function endless() {
  const progress = { chunks: 0 };
  const stream = new Readable({
    read() {
      progress.chunks += 1;
      this.push(Buffer.alloc(65_536));
    },
  });
  return { progress, stream };
}

test('entries come out as they went in, in their order, with names in any script', async () => {
  const zip = zipOf(
    listed(entry('Ɔdɔ.txt', 'stored'), entry('b/two.json', '{}', true), entry('empty', '')),
  );
  const files = readZip(await buffer(zip));
  expect([...files].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['Ɔdɔ.txt', 'stored'],
    ['b/two.json', '{}'],
    ['empty', ''],
  ]);
});

test('without entries it is an empty file that opens', async () => {
  expect(readZip(await buffer(zipOf(listed()))).size).toBe(0);
});

test('nothing is read ahead of a slow reader', async () => {
  const { progress, stream } = endless();
  const zip = zipOf(listed({ name: 'long', stream }));
  await once(zip, 'readable');
  zip.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(progress.chunks).toBeLessThan(20);
  zip.destroy();
});

test('a reader that leaves ends the entry under way, and no further one is opened', async () => {
  const { stream } = endless();
  let opened = 0;
  async function* entries() {
    opened += 1;
    yield { name: 'one', stream };
    opened += 1;
    yield entry('two', '');
  }
  const zip = zipOf(entries());
  await once(zip, 'readable');
  zip.destroy();
  await once(stream, 'close');
  expect([stream.destroyed, opened]).toEqual([true, 1]);
});

test('an entry that breaks breaks the file, so that nobody takes it for whole', async () => {
  const stream = new Readable({ read: () => undefined });
  const reading = buffer(zipOf(listed({ name: 'broken', stream })));
  stream.destroy(new Error('the disk is gone'));
  await expect(reading).rejects.toThrow('the disk is gone');
});

test('an entry that has been read is let go of before the end', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let first: WeakRef<Readable> | undefined;
  let isKept = true;
  async function* entries() {
    yield* [0].map(() => {
      const firstEntry = entry('one', 'text');
      first = new WeakRef(firstEntry.stream);
      return firstEntry;
    });
    yield entry('two', 'text');
    // A weak reference that was just dereferenced stays alive until the end of this iteration of
    // the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    isKept = first!.deref() !== undefined;
  }
  await buffer(zipOf(entries()));
  expect(isKept).toBe(false);
});
