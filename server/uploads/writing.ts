/**
 * Stores the bytes of a PATCH as far as they arrive, and never acknowledges more than is stored.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import type { UserContext } from '../context.ts';
import { discardStaged, stageUpload, type StagedFile } from '../files/staging.ts';
import { checkUpload, checkAgain } from './checking.ts';
import { storing, acquireLease, renewLease, releaseLease, addPart, mergeParts } from './parts.ts';
import type { Upload } from './store.ts';
import type { Checksum } from './tus-headers.ts';
import { requireUpload } from './uploads.ts';

/**
 * `offset` and `contentLength` in bytes. With a checksum, nothing counts unless everything arrived.
 */
type UploadBytes = {
  offset: number;
  contentLength: number | undefined;
  checksum: Checksum | undefined;
  bytes: Readable;
};

/** Milliseconds without a byte after which another request may continue. */
const SILENT_MS = 2_000;

/**
 * Adds bytes to an upload, including those that arrived before the connection broke. A document
 * that this completes is checked, and the verdict is the answer: 415 with the reason if it is
 * refused.
 */
export async function writeUpload(context: UserContext, id: string, sent: UploadBytes) {
  const upload = await requireUpload(context, id);
  if (sent.offset !== upload.received) throw new Problem('offset_differs', UPLOAD.gap);
  if ((sent.contentLength ?? 0) > upload.size - upload.received)
    throw new Problem('too_large', UPLOAD.surplus);
  if (upload.state !== 'uploading') return checkAgain(context, upload);
  const leased = await acquireLease(context, upload);
  if (!leased) throw new Problem('upload_busy', UPLOAD.busy, { retryAfter: 1 });
  const written = await receive(context, leased, sent);
  return written.state === 'checking' ? checkUpload(context, written) : written;
}

async function receive(context: UserContext, before: Upload, sent: UploadBytes): Promise<Upload> {
  const body = readBody(sent.bytes, sent.checksum !== undefined);
  const progress = { upload: before, isStoring: false };
  const isAlive = () => progress.isStoring || performance.now() - body.lastByteAt < SILENT_MS;
  const stop = renewLease(context, () => progress.upload, isAlive);
  try {
    progress.isStoring = true;
    progress.upload = await mergeParts(context, before);
    progress.isStoring = false;
    while (!body.isOver) {
      const part = await stagePart(context, progress.upload, body, sent.checksum);
      progress.isStoring = true;
      progress.upload = await storePart(context, progress.upload, body, part);
      progress.isStoring = false;
    }
    return progress.upload;
  } catch (error) {
    body.drop();
    throw error;
  } finally {
    stop();
    if (progress.upload.state === 'uploading') await releaseLease(context, progress.upload);
  }
}

type StagedPart = { staged: StagedFile; sha256: string };

async function stagePart(
  { stagingDir }: UserContext,
  { size, received }: Upload,
  body: Body,
  checksum: Checksum | undefined,
): Promise<StagedPart> {
  const hash = createHash('sha256');
  const check = checksum && createHash(checksum.algorithm);
  async function* digested() {
    for await (const chunk of body.nextPart()) {
      hash.update(chunk);
      check?.update(chunk);
      yield chunk;
    }
  }
  const staged = await stageUpload(Readable.from(digested(), { objectMode: false }), {
    dir: stagingDir,
    limitBytes: size - received,
    fieldLabel: 'file',
  }).catch(refuseSurplus);
  if (check && !check.digest().equals(checksum!.digest)) {
    await discardStaged(staged);
    throw new Problem('checksum_differs', UPLOAD.damaged);
  }
  return { staged, sha256: hash.digest('hex') };
}

function refuseSurplus(error: unknown): never {
  const isSurplus = error instanceof Problem && error.code === 'too_large';
  throw isSurplus ? new Problem('too_large', UPLOAD.surplus) : error;
}

async function storePart(
  context: UserContext,
  upload: Upload,
  body: Body,
  { staged, sha256 }: StagedPart,
): Promise<Upload> {
  try {
    if (staged.size === 0) return upload;
    const isLeased = !body.isOver && performance.now() - body.lastByteAt < SILENT_MS / 2;
    const written = await storing(staged.size, () =>
      addPart(context, upload, staged, { sha256, isLeased }),
    );
    if (written) return written;
    await requireUpload(context, upload.id);
    throw new Problem('offset_differs', UPLOAD.gap);
  } finally {
    await discardStaged(staged);
  }
}

/** The largest part in bytes: the most that a killed process can lose. */
const PART_BYTES = 4 * 1_048_576;
const PART_MS = 5_000;
/** Milliseconds without a byte after which the part is stored. */
const SILENCE_MS = 1_500;

const TIMED_OUT = Symbol('timed out');

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** `isBroken`: the connection ended before the body did. */
type Body = {
  readonly isOver: boolean;
  readonly isBroken: boolean;
  /** When the last byte arrived, by `performance.now()`. */
  readonly lastByteAt: number;
  /**
   * Waits for bytes, then yields them until the part is worth storing; yields nothing after the end
   * of the body.
   */
  nextPart(): AsyncGenerator<Buffer>;
  /** Discards the rest, so that a client that is still sending gets the answer. */
  drop(): void;
};

/** Reads a body in parts; `isWhole`: as a single one, because nothing counts before its end. */
function readBody(bytes: Readable, isWhole: boolean): Body {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const state = { isOver: false, isBroken: false, lastByteAt: performance.now() };
  let coming: Promise<IteratorResult<Buffer>> | undefined;

  const take = async (milliseconds: number): Promise<Buffer | undefined> => {
    coming ??= chunks.next();
    const result = await within(coming, milliseconds).catch(() => {
      state.isBroken = true;
      return undefined;
    });
    if (result === TIMED_OUT) return undefined;
    coming = undefined;
    state.isOver = result === undefined || result.done === true;
    state.lastByteAt = performance.now();
    return state.isOver ? undefined : (result as IteratorYieldResult<Buffer>).value;
  };
  async function* nextPart(): AsyncGenerator<Buffer> {
    let size = 0;
    let end = Infinity;
    while (!state.isOver && (isWhole || (size < PART_BYTES && performance.now() < end))) {
      const chunk = await take(SILENCE_MS);
      if (chunk) {
        if (size === 0) end = performance.now() + PART_MS;
        size += chunk.length;
        yield chunk;
      } else if (size > 0 && !isWhole) return;
    }
  }
  const drop = async () => {
    while (!state.isOver) await take(SILENCE_MS);
  };
  return {
    get isOver() {
      return state.isOver;
    },
    get isBroken() {
      return state.isBroken;
    },
    get lastByteAt() {
      return state.lastByteAt;
    },
    nextPart,
    drop: () => void drop(),
  };
}
