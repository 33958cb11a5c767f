import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DATABASE_FILE } from '#server/db/open.ts';
import {
  inspectSnapshot,
  takeSnapshot,
  type SnapshotFacts,
  type SnapshotFile,
} from '#server/db/snapshot.ts';
import { createDiskStore } from '#server/files/disk.ts';
import {
  BackupError,
  DATABASE_ENTRY,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  type Manifest,
} from './manifest.ts';
import { writeEnd, writeEntry } from './tar.ts';

/**
 * A proposal or post that is deleted while its files are copied makes a newer copy of the database
 * necessary; so often at most.
 */
const ROUNDS = 10;

/**
 * Copies database and files of a data folder into one archive, while the product runs. Every row of
 * the copy has its files: those are copied first, and the database last. Refuses a target that
 * exists. Answers what is in it.
 */
export async function createBackup(dataDir: string, target: string): Promise<Manifest> {
  const path = resolve(target);
  if (await exists(path)) throw new BackupError(`${path} exists already.`);
  if (!(await exists(join(dataDir, DATABASE_FILE))))
    throw new BackupError(`There is no database in ${dataDir}.`);
  const partial = `${path}.partial`;
  const folder = await mkdtemp(`${path}.work-`);
  const archive = await open(partial, 'w', 0o600);
  try {
    const manifest = await fill(archive, dataDir, join(folder, 'snapshot.sqlite'));
    await archive.sync();
    await rename(partial, path);
    return manifest;
  } finally {
    await archive.close();
    await Promise.all([rm(folder, { recursive: true, force: true }), rm(partial, { force: true })]);
  }
}

async function fill(archive: FileHandle, dataDir: string, snapshot: string): Promise<Manifest> {
  const { facts, digests } = await copyFiles(archive, dataDir, snapshot);
  const { size } = await stat(snapshot);
  const hash = createHash('sha256');
  await pipeline(createReadStream(snapshot), hash);
  await writeEntry(archive, DATABASE_ENTRY, size, new Date(), createReadStream(snapshot));
  const manifest: Manifest = {
    format: 2,
    made_at: new Date().toISOString(),
    ...facts,
    files: facts.files.length,
    database_sha256: hash.digest('hex'),
    files_sha256: Object.fromEntries(facts.files.map(({ key }) => [key, digests.get(key)!])),
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await writeEntry(archive, MANIFEST_ENTRY, text.length, new Date(), [
    text,
  ] as unknown as AsyncIterable<Buffer>);
  await writeEnd(archive);
  return manifest;
}

/** Takes copies of the database until all files of the newest are in the archive. */
async function copyFiles(
  archive: FileHandle,
  dataDir: string,
  snapshot: string,
): Promise<{ facts: SnapshotFacts; digests: Map<string, string> }> {
  const store = createDiskStore(join(dataDir, 'files'));
  const digests = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await rm(snapshot, { force: true });
    await takeSnapshot(dataDir, snapshot);
    const facts = inspectSnapshot(snapshot);
    let isWhole = true;
    for (const file of facts.files.filter(({ key }) => !digests.has(key))) {
      const digest = await copyFile(archive, store, file);
      if (digest) digests.set(file.key, digest);
      else isWhole = false;
    }
    if (isWhole) return { facts, digests };
  }
  throw new BackupError(
    'Files of some proposals or posts are missing in the data folder. Nothing was written.',
  );
}

/** Answers the file's digest, or undefined when it is not there. */
async function copyFile(
  archive: FileHandle,
  store: ReturnType<typeof createDiskStore>,
  { key, sha256 }: SnapshotFile,
): Promise<string | undefined> {
  const file = await store.get(key);
  if (!file) return undefined;
  const hash = createHash('sha256');
  async function* measure() {
    for await (const chunk of file!.stream) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  await writeEntry(archive, FILES_PREFIX + key, file.size, new Date(), measure());
  const digest = hash.digest('hex');
  if (sha256 && digest !== sha256)
    throw new BackupError(
      `The file ${key} is damaged: it is not what was uploaded. Nothing was written.`,
    );
  return digest;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8')) as Manifest;
