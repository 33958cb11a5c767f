import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import type { PdfInspection } from '../pdf/structure.ts';
import { storageProblem } from './storage-problem.ts';
import { notePassedBytes } from './gc.ts';

/** A received file on the local disk, not stored yet. */
export type StagedFile = {
  path: string;
  size: number;
  /**
   * The sync to the disk, in progress while the rest of the request arrives. Await it for
   * durability; see `FileFacts`.
   */
  synced: Promise<void>;
  /** The result of `inspect`, also in progress. */
  inspection: Promise<PdfInspection> | undefined;
  /** As its sender calls it, where that is kept. */
  name?: string;
  /** A store has taken it: there is nothing left to discard. */
  isConsumed?: boolean;
};
export type StageOptions = {
  dir: string;
  limitBytes: number;
  fieldLabel: string;
  inspect?: ((path: string) => Promise<PdfInspection>) | undefined;
};

export const STAGED_SUFFIX = '.upload';
/**
 * Received chunks of up to 64 KB are written together, because each write is handed to another
 * thread. They are copied for that: V8 would take those that wait for the disk for long-lived, and
 * mark the whole heap to find out that they are not.
 */
const BATCH_BYTES = 256 * 1024;
/** Buffers kept for the next batches; more are in use at the same time, and freed. */
const MAX_SPARE_BATCHES = 16;

/**
 * Writes a stream to a file with a generated name in `dir`; its inspection begins while the rest of
 * the request arrives. Leaves nothing behind on failure. Durable once `synced` resolves.
 */
export async function stageUpload(
  stream: Readable,
  { dir, limitBytes, fieldLabel, inspect }: StageOptions,
): Promise<StagedFile> {
  const path = join(dir, randomUUID() + STAGED_SUFFIX);
  let size = 0;
  const measure = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes) throw tooLarge(fieldLabel, limitBytes);
    notePassedBytes(chunk.length);
  };
  try {
    const { done: synced } = await writeFile(path, stream, measure);
    return { path, size, synced, inspection: inspect && quiet(inspect(path)) };
  } catch (error) {
    stream.destroy();
    await rm(path, { force: true });
    throw storageProblem(error);
  }
}

/**
 * Resolves with the sync in progress (wrapped, or it would be awaited). One batch is written while
 * the next arrives, so at most two are in memory.
 */
async function writeFile(
  path: string,
  stream: Readable,
  measure: (chunk: Buffer) => void,
): Promise<{ done: Promise<void> }> {
  const handle = await open(path, 'wx', 0o600);
  let batch = takeBatch();
  let length = 0;
  let writing = Promise.resolve();
  const flush = async () => {
    await writing;
    writing = quiet(writeBatch(handle, batch, length));
    [batch, length] = [takeBatch(), 0];
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      measure(chunk);
      for (let at = 0; at < chunk.length;) {
        const copied = chunk.copy(batch, length, at);
        [at, length] = [at + copied, length + copied];
        if (length === BATCH_BYTES) await flush();
      }
    }
    await flush();
    await writing;
  } catch (error) {
    await writing.catch(() => {});
    await handle.close();
    throw error;
  } finally {
    keepBatch(batch);
  }
  return { done: quiet(handle.sync().finally(() => handle.close())) };
}

const spare: Buffer[] = [];
const takeBatch = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
const keepBatch = (batch: Buffer): void => {
  if (spare.length < MAX_SPARE_BATCHES) spare.push(batch);
};

async function writeBatch(handle: FileHandle, batch: Buffer, length: number): Promise<void> {
  try {
    await handle.writeFile(batch.subarray(0, length));
  } finally {
    keepBatch(batch);
  }
}

/**
 * A caller that awaits the promise later gets the failure; until then it must not count as
 * unhandled. An fsync error is reported only once.
 */
function quiet<R>(promise: Promise<R>): Promise<R> {
  promise.catch(() => {});
  return promise;
}

/** 413 for one file: says which one, and the maximum size. */
export function tooLarge(fieldLabel: string, limitBytes: number): Problem {
  const megabytes = Math.floor((limitBytes / (1024 * 1024)) * 10) / 10;
  return new Problem(
    'too_large',
    `The ${fieldLabel} is larger than ${megabytes} MB. Choose a smaller file and try again.`,
  );
}

export async function discardStaged(file: StagedFile): Promise<void> {
  if (!file.isConsumed) await rm(file.path, { force: true });
}
