/** The bytes of an upload in the file store: one file per part, until they are merged. */
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import type { Services } from '../context.ts';
import { isUndone } from '../db/errors.ts';
import type { StoredPart } from '../db/tables.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { discardStaged, stageUpload, type StagedFile } from '../files/staging.ts';
import { createSemaphore } from '../pool/fair-queue.ts';
import * as store from './store.ts';

/** Files of one upload before they are merged. */
const MAX_PARTS = 64;
/** Each read is handed to another thread. */
const CHUNK_BYTES = 256 * 1024;

type Parts = Pick<Services, 'db' | 'files' | 'log' | 'stagingDir' | 'clock'>;

/** A part is missing or differs from what was stored, which makes all later parts useless too. */
class LostPartError extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`part ${index} of an upload is lost`);
    this.index = index;
  }
}

const sizeOf = (parts: StoredPart[]): number => parts.reduce((sum, { size }) => sum + size, 0);

/**
 * Stores the staged bytes durably after the existing ones, and returns the resulting upload;
 * undefined if somebody else has written to it in the meantime. A complete document is leased for
 * its check.
 */
export async function addPart(
  services: Parts,
  upload: store.Upload,
  staged: StagedFile,
  { sha256, isLeased }: { sha256: string; isLeased: boolean },
): Promise<store.Upload | undefined> {
  const { size } = staged;
  const received = upload.received + size;
  const isWhole = received === upload.size;
  const isDocument = size === upload.size;
  const key = isDocument
    ? store.newDocumentKey(upload.user_id)
    : store.partKeyOf(upload.id, upload.received, randomUUID());
  await services.files.put(key, staged.path, {
    size,
    sha256,
    synced: staged.synced,
    contentType: isDocument ? 'application/pdf' : 'application/octet-stream',
  });
  const changes = {
    ...(isDocument && { key }),
    received,
    parts: [...upload.parts, { key, size, sha256 }],
    state: isWhole ? ('checking' as const) : upload.state,
    leased_until: isLeased || isWhole ? leaseEnd(services) : null,
  };
  return (await replaceParts(services, upload, changes, [key]))
    ? { ...upload, ...changes }
    : undefined;
}

/**
 * Files whose row was not written are deleted again; if only the answer was lost, the sweep
 * decides.
 */
async function replaceParts(
  services: Parts,
  upload: store.Upload,
  changes: Parameters<typeof store.saveParts>[2],
  added: string[],
): Promise<boolean> {
  try {
    const isSaved = await store.saveParts(services.db.read, upload, changes);
    if (!isSaved) await deleteFiles(services, added);
    return isSaved;
  } catch (error) {
    if (isUndone(error)) await deleteFiles(services, added);
    throw error;
  }
}

/** Merges many files into one. Returns the resulting upload. */
export async function mergeParts(services: Parts, upload: store.Upload): Promise<store.Upload> {
  if (upload.parts.length < MAX_PARTS) return upload;
  const hash = createHash('sha256');
  const staged = await stageWhole(services, upload, hash);
  try {
    const { size } = staged;
    const sha256 = hash.digest('hex');
    const key = store.partKeyOf(upload.id, 0, randomUUID());
    const { synced } = staged;
    const contentType = 'application/octet-stream';
    await services.files.put(key, staged.path, { size, sha256, synced, contentType });
    const { received, state, leased_until } = upload;
    const changes = { received, state, leased_until, parts: [{ key, size, sha256 }] };
    if (!(await replaceParts(services, upload, changes, [key])))
      throw new Problem('offset_differs', UPLOAD.gap);
    await deleteFiles(
      services,
      upload.parts.map((part) => part.key),
    );
    return { ...upload, ...changes };
  } finally {
    await discardStaged(staged);
  }
}

/**
 * All bytes in one local file, compared with what was stored. If a part is lost, rewinds the upload
 * to before it and refuses with 409. `whole` is updated with all bytes.
 */
export async function stageWhole(services: Parts, upload: store.Upload, whole?: Hash) {
  try {
    return await stageUpload(
      Readable.from(readParts(services, upload.parts, whole), { objectMode: false }),
      { dir: services.stagingDir, limitBytes: upload.size, fieldLabel: 'file' },
    );
  } catch (error) {
    if (error instanceof LostPartError) await rewind(services, upload, error.index);
    throw error;
  }
}

async function* readParts(
  { files }: Parts,
  parts: StoredPart[],
  whole: Hash | undefined,
): AsyncGenerator<Buffer> {
  for (const [index, { key, size, sha256 }] of parts.entries()) {
    const file = await files.get(key, CHUNK_BYTES);
    if (file?.size !== size) {
      file?.stream.destroy();
      throw new LostPartError(index);
    }
    const hash = createHash('sha256');
    for await (const chunk of file.stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      whole?.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== sha256) throw new LostPartError(index);
  }
}

/**
 * The client resumes where the last intact part ends; at its offset if the part is only missing
 * because another request has merged it in the meantime.
 */
async function rewind(services: Parts, upload: store.Upload, index: number): Promise<never> {
  const current = await store.findUpload(services.db.read, upload.user_id, upload.id);
  if (current?.parts[index]?.key !== upload.parts[index]!.key)
    throw new Problem('offset_differs', UPLOAD.gap);
  const parts = upload.parts.slice(0, index);
  services.log.error({ upload: upload.id, part: index }, 'an upload has lost a part');
  const changes = {
    parts,
    received: sizeOf(parts),
    state: 'uploading' as const,
    leased_until: null,
  };
  if (await store.saveParts(services.db.read, upload, changes))
    await deleteFiles(
      services,
      upload.parts.slice(index).map(({ key }) => key),
    );
  throw new Problem('offset_differs', UPLOAD.lost);
}

/** Milliseconds after which a lease that nobody renews expires; each stored part renews it. */
const LEASE_MS = 10_000;

type Leaser = Pick<Services, 'db' | 'clock' | 'log'>;

const leaseEnd = ({ clock }: Pick<Services, 'clock'>): Date =>
  new Date(clock().getTime() + LEASE_MS);

/**
 * Call it at the start. An embedded database has only one process, which is new: every lease
 * belongs to a dead process, and applicants must not wait for it to expire.
 */
export async function freeLeases({ db }: Pick<Services, 'db'>): Promise<void> {
  if (db.engine === 'sqlite') await store.deleteLeases(db.read);
}

/** The leased upload; undefined while somebody else has the lease. */
export async function acquireLease(services: Leaser, upload: store.Upload) {
  const until = leaseEnd(services);
  return (await store.acquireLease(services.db.read, upload, services.clock(), until))
    ? { ...upload, leased_until: until }
    : undefined;
}

/**
 * Renews the lease of the upload that `current` returns while `isAlive`, unless something else
 * renews it; the returned function stops it.
 */
export function renewLease(
  services: Leaser,
  current: () => store.Upload,
  isAlive: () => boolean = () => true,
): () => void {
  let renewedUntil = 0;
  const timer = setInterval(() => {
    const until = Math.max(renewedUntil, current().leased_until?.getTime() ?? 0);
    if (!isAlive() || until - services.clock().getTime() > LEASE_MS / 2) return;
    const next = leaseEnd(services);
    renewedUntil = next.getTime();
    store
      .changeLease(services.db.read, current(), next)
      .catch((error) =>
        services.log.warn({ err: error }, 'the lease of an upload could not be renewed'),
      );
  }, LEASE_MS / 4);
  return () => clearInterval(timer);
}

/** Never rejects: a lease that is not released expires soon. */
export const releaseLease = ({ db, log }: Leaser, upload: store.Upload): Promise<void> =>
  store
    .changeLease(db.read, upload, null)
    .catch((error) =>
      log.warn(
        { err: error },
        'the lease of an upload could not be released: it expires by itself',
      ),
    );

type Budget = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

const MB = 1_048_576;
/** The minimum that a file counts for: its buffers. */
const LEAST_BYTES = MB / 4;

/** Runs tasks in order, as many at once as fit; a larger one runs alone. */
export function createBudget(total: number): Budget {
  const run = createSemaphore(total);
  return (bytes, work) => run(work, Math.max(bytes, LEAST_BYTES));
}

/** For parts being written to the file store. */
export const storing = createBudget(8 * MB);
/** For documents being assembled and inspected. */
export const checking = createBudget(24 * MB);
/** For documents of an earlier proposal being copied into a draft. */
export const copying = createBudget(8 * MB);
