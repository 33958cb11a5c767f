/**
 * Stores the bytes of a PATCH as far as they arrive, and never acknowledges more than is stored.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import type { UserContext } from '../context.ts';
import { discardStaged, stageUpload, type StagedFile } from '../files/staging.ts';
import { storing } from './budget.ts';
import { readBody, type Body } from './body-reader.ts';
import { checkUpload, checkAgain } from './document-check.ts';
import { acquireLease, renewLease, releaseLease } from './leases.ts';
import { addPart, mergeParts } from './parts.ts';
import { requireUpload } from './service.ts';
import type { Upload } from './store.ts';
import type { Checksum } from './tus-headers.ts';

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
 * refused. Refuses with 409 bytes at a different offset, 413 more than was announced, 423 while
 * another request is writing, 460 bytes that do not match their checksum.
 */
export async function writeUpload(
  context: UserContext,
  id: string,
  sent: UploadBytes,
): Promise<Upload> {
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

/**
 * Refuses with 413 more bytes than announced, and with 460 bytes that do not match their checksum.
 */
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
