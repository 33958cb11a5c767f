/** A form with files that comes in chunks, over a line that breaks (docs/decisions/0013). */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { UPLOAD_RULES } from '#domain/chunked-forms/messages.ts';
import type { OpenUploadInput, UploadState } from '#domain/chunked-forms/schema.ts';
import type { Arrival } from '../http/arrival.ts';
import type { Context, UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { discardStaged, stageUpload } from '../files/staging.ts';
import { isId } from '../db/ids.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { readHead } from './head-service.ts';
import { refuseLapsed } from './lapse-service.ts';
import * as store from './store.ts';

const MB = 1_048_576;
const HOUR_MS = 3600 * 1000;
/** Milliseconds after its beginning until which an upload can be gone on with. */
const LIFETIME_MS = 6 * HOUR_MS;
/** Bytes of one chunk at most. */
const MAX_CHUNK_BYTES = 8 * MB;
/** Bytes of a form beside its files. */
const MAX_ANSWERS_BYTES = 2 * MB;
/** Unfinished uploads that one person may have; the oldest makes room. */
const MAX_UNFINISHED = 4;
/** Pieces of one upload: ours are few, and each costs a row and a file. */
const MAX_CHUNKS = 1000;
export const gone = (): Problem => new Problem('not_found', UPLOAD_RULES.gone);
export const after = (now: Date, milliseconds: number): Date =>
  new Date(now.getTime() + milliseconds);
export const sizeOf = (chunks: { size: number }[]): number =>
  chunks.reduce((sum, { size }) => sum + size, 0);

async function stateOf(
  { db }: Pick<Context, 'db'>,
  { id, size, answer }: store.Upload,
): Promise<UploadState> {
  return { id, size, offset: answer === null ? sizeOf(await store.listChunks(db.read, id)) : size };
}

/**
 * Begins an upload, or finds the one that the same person began under the same key for the same
 * content. Refuses 413 what could never fit.
 */
export async function openUpload(
  context: UserContext,
  input: OpenUploadInput,
): Promise<UploadState> {
  const { actor, config, db, receivedAt } = context;
  if (input.size > 2 * config.maxUploadBytes + MAX_ANSWERS_BYTES)
    throw new Problem('too_large', UPLOAD_RULES.tooLarge);
  const known = await store.findUploadByKey(db.read, actor.id, input.key, receivedAt);
  if (known && isSame(known, input)) {
    await refuseLapsed(context, known);
    return stateOf(context, known);
  }
  const unfinished = {
    finishing_until: null,
    answer: null,
    received_at: null,
    frozen: null,
    program_id: null,
    completed_at: null,
  };
  const row = {
    ...input,
    id: randomUUID(),
    user_id: actor.id,
    created_at: receivedAt,
    expires_at: after(receivedAt, LIFETIME_MS),
    ...unfinished,
  };
  const files = await db.write(async (tx) => {
    const freed = await store.deleteUploads(
      tx,
      await store.findCrowded(tx, actor.id, input.key, MAX_UNFINISHED),
    );
    if (!(await store.insertUpload(tx, row)))
      throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1 });
    return freed;
  });
  await deleteFiles(context, files);
  return { id: row.id, offset: 0, size: row.size };
}

const isSame = (
  upload: store.Upload,
  { call, fingerprint, content_type, size }: OpenUploadInput,
): boolean =>
  upload.call === call &&
  upload.fingerprint === fingerprint &&
  upload.content_type === content_type &&
  upload.size === size;

export async function requireUpload(
  { actor, db, clock }: UserContext,
  id: string,
): Promise<store.Upload> {
  const upload = isId(id) ? await store.findUpload(db.read, actor.id, id, clock()) : undefined;
  if (!upload) throw gone();
  return upload;
}

/**
 * Stores the bytes that begin at `start`, also when the line breaks among them, and answers how
 * many are here now. Bytes that begin elsewhere are read and dropped: the answer says where to go
 * on.
 */
export async function addChunk(
  context: UserContext,
  id: string,
  start: string,
  bytes: Readable,
): Promise<UploadState> {
  const upload = await requireUpload(context, id);
  await refuseLapsed(context, upload);
  const before = await stateOf(context, upload);
  const chunks = await store.listChunks(context.db.read, id);
  if (chunks.length >= MAX_CHUNKS) throw new Problem('conflict', UPLOAD_RULES.unfit);
  if (start !== String(sizeOf(chunks)) || before.offset === before.size) {
    await drop(bytes);
    return before;
  }
  await storeChunk(context, upload, chunks, bytes);
  return stateOf(context, await requireUpload(context, id));
}

async function storeChunk(
  context: UserContext,
  upload: store.Upload,
  before: store.Chunk[],
  bytes: Readable,
): Promise<void> {
  const { id, size } = upload;
  const start = sizeOf(before);
  const { db, files, stagingDir, log } = context;
  const hash = createHash('sha256');
  const limitBytes = Math.min(size - start, MAX_CHUNK_BYTES);
  const staged = await stageUpload(
    Readable.from(untilItBreaks(bytes, hash), { objectMode: false }),
    { dir: stagingDir, limitBytes, fieldLabel: 'piece' },
  ).catch(refuseSurplus);
  const row = {
    upload_id: id,
    start,
    size: staged.size,
    key: `uploads/${id}-${start}-${randomUUID()}`,
  };
  try {
    if (staged.size === 0) return;
    const at = context.clock();
    const head = await readHead(context, upload, before, staged.path);
    const changes = {
      ...(head && head.frozen !== upload.frozen && { ...head, received_at: at }),
      ...(start + staged.size === size && { completed_at: at }),
    };
    await files.put(row.key, staged.path, {
      size: staged.size,
      sha256: hash.digest('hex'),
      synced: staged.synced,
      contentType: 'application/octet-stream',
    });
    const isStored = await db
      .write((tx) => insertChunk(tx, row, changes))
      .catch((error) => {
        // The upload was given up while this came.
        if (isForeignKeyViolation(error)) return false;
        throw error;
      });
    if (!isStored) await deleteFiles({ files, log }, [row.key]);
  } finally {
    await discardStaged(staged);
  }
}

/**
 * More came than was announced, or than one chunk may have: no file of the sender's is too large.
 */
function refuseSurplus(error: unknown): never {
  throw error instanceof Problem && error.code === 'too_large'
    ? new Problem('too_large', UPLOAD_RULES.unfit)
    : error;
}

/** The moments of an upload are those of the chunks that were stored. */
async function insertChunk(
  tx: Executor,
  chunk: store.Chunk,
  changes: Parameters<typeof store.changeUpload>[2],
): Promise<boolean> {
  const isStored = await store.insertChunk(tx, chunk);
  if (isStored && Object.keys(changes).length > 0)
    await store.changeUpload(tx, chunk.upload_id, changes);
  return isStored;
}

/** What came before the line broke is as good as a whole chunk. */
async function* untilItBreaks(
  bytes: Readable,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  } catch {
    // Seen by the sender, who goes on where this ends.
  }
}

async function drop(bytes: Readable): Promise<void> {
  let dropped = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>)
      if ((dropped += chunk.length) > MAX_CHUNK_BYTES)
        throw new Problem('too_large', UPLOAD_RULES.tooLarge);
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
}

/** It counts from when its answers and digests were here; without them from its last byte. */
export function arrivalOf(
  {
    received_at,
    completed_at,
    frozen,
  }: Pick<store.Upload, 'received_at' | 'completed_at' | 'frozen'>,
  now: Date,
): Arrival {
  // An upload of before these columns has no moments.
  const completedAt = completed_at ?? now;
  return { receivedAt: received_at ?? completedAt, completedAt, frozen };
}
