/**
 * Writes files into a store that is empty or this installation's: staged, stored, and read back.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../files/folders.ts';
import { notePassedBytes } from '../files/gc.ts';
import { CONTENT_TYPES } from '../files/media-keys.ts';
import type { FileStore } from '../files/store.ts';
import { isEmptyStore } from '../files/survey.ts';
import { BackupError } from './backup-error.ts';
import type { FileToCopy, Settings } from './whole-copy.ts';

/** The store's location, without secrets. */
export const storeLabelOf = ({ dataDir, s3 }: Settings): string =>
  s3 ? `${s3.endpoint}/${s3.bucket}` : join(dataDir, 'files');

/**
 * Refuses a store with somebody else's files. One with this installation's id is accepted: an
 * interrupted copy resumes there.
 */
export async function claimTarget(
  store: FileStore,
  settings: Settings,
  installation: string,
): Promise<void> {
  if (!settings.s3) makeFolder(join(settings.dataDir, 'files'));
  const marker = await store.readMarker();
  if (marker === installation) return;
  if (!(await isEmptyStore(store)))
    throw new BackupError(
      `${storeLabelOf(settings)} is in use: it holds files${marker ? ' of another installation' : ''}. Name an empty folder or bucket.`,
    );
  await store.writeMarker(installation);
}

async function digestIn(store: FileStore, key: string): Promise<string | undefined> {
  const file = await store.get(key);
  if (!file) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of file.stream) {
    hash.update(chunk as Buffer);
    notePassedBytes((chunk as Buffer).length);
  }
  return hash.digest('hex');
}

const contentTypeOf = (key: string): string => {
  const ending = extname(key).slice(1);
  if (ending === 'pdf') return 'application/pdf';
  return CONTENT_TYPES[ending] ?? 'application/octet-stream';
};

/** Skips a file that is identical to the stored one. `staging` is on the disk of a disk store. */
export async function storeFile(
  store: FileStore,
  staging: string,
  { key, size, bytes }: FileToCopy,
  expected?: string,
): Promise<'stored' | 'there'> {
  const path = join(staging, 'file');
  const hash = createHash('sha256');
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      notePassedBytes(chunk.length);
      yield chunk;
    }
  }
  try {
    await pipeline(bytes, measured, createWriteStream(path, { mode: 0o600 }));
    const sha256 = hash.digest('hex');
    if (expected && expected !== sha256)
      throw new BackupError(`The backup changed while it was read: ${key}. Try again.`);
    if ((await digestIn(store, key)) === sha256) return 'there';
    await store.put(key, path, { size, sha256, contentType: contentTypeOf(key) });
    if ((await digestIn(store, key)) !== sha256)
      throw new BackupError(
        `The file ${key} arrived incomplete. Try again: it resumes from there.`,
      );
    return 'stored';
  } finally {
    await rm(path, { force: true });
  }
}
