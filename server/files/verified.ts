/** Stored files are delivered as they were received, or not at all. */
import { createHash } from 'node:crypto';
import { type Readable, Transform, pipeline } from 'node:stream';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Logger } from 'pino';
import { notePassedBytes } from './gc.ts';
import type { FileStore } from './store.ts';
import { storageUnavailable } from './storage-problem.ts';

type ExpectedFile = { key: string; size: number; sha256: string };

class AlteredFileError extends Error {}

/**
 * Opens a file whose size and digest are known; undefined if it does not exist. Its last chunk is
 * delivered after all of it has been compared: an altered file is refused with `unavailable` if
 * nothing has been sent yet, otherwise the stream breaks off. The log names it.
 */
export async function openVerified(
  { files, log }: { files: FileStore; log: Logger },
  expected: ExpectedFile,
): Promise<Readable | undefined> {
  const file = await files.get(expected.key);
  if (!file) return undefined;
  const refuse = (error: unknown): Error => {
    if (!(error instanceof AlteredFileError)) return error as Error;
    log.error(
      { key: expected.key, reason: error.message },
      'a stored file is not what was received: it is not delivered. Bring it back from a backup',
    );
    return storageUnavailable(error);
  };
  if (file.size !== expected.size) {
    file.stream.destroy();
    throw refuse(new AlteredFileError(`${file.size} bytes instead of ${expected.size}`));
  }
  const checked = pipeline(file.stream, delayLastChunk(expected, refuse), () => undefined);
  await firstChunk(checked);
  return checked;
}

/** Reads the whole file: whether it exists and is unaltered. False if it cannot be read. */
export async function isSound(
  store: { files: FileStore; log: Logger },
  expected: ExpectedFile,
): Promise<boolean> {
  try {
    const file = await openVerified(store, expected);
    if (file) await finished(file.resume());
    return file !== undefined;
  } catch {
    return false;
  }
}

function delayLastChunk(
  { size, sha256 }: ExpectedFile,
  refuse: (error: Error) => Error,
): Transform {
  const hash = createHash('sha256');
  let received = 0;
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      notePassedBytes(chunk.length);
      received += chunk.length;
      const previous = held;
      held = chunk;
      done(null, previous);
    },
    flush(done) {
      const reason = reasonAgainst(received, hash.digest('hex'), { size, sha256 });
      const last = held;
      held = undefined;
      if (reason) done(refuse(new AlteredFileError(reason)));
      else done(null, last);
    },
  });
}

function reasonAgainst(
  received: number,
  digest: string,
  { size, sha256 }: Omit<ExpectedFile, 'key'>,
): string | undefined {
  if (received !== size) return `${received} bytes instead of ${size}`;
  return digest === sha256 ? undefined : `SHA-256 ${digest} instead of ${sha256}`;
}

/**
 * Waits until there is something to read, or the end. A failure until then can still be answered
 * with an error.
 */
async function firstChunk(stream: Readable): Promise<void> {
  if (!stream.readable || stream.readableLength > 0) return;
  await once(stream, 'readable');
}
