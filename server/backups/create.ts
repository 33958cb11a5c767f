import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measureSums, openCatalogue, sumLines, type Catalogue } from './rows.ts';
import { readInstallation, type Log } from './database-copy.ts';
import { encrypt } from './encryption.ts';
import {
  DATABASE_ENTRY,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  SUMS_ENTRY,
  type CopyCounts,
  type Manifest,
} from './manifest.ts';
import { nameBackup, type Target } from './places.ts';
import { notePassedBytes } from '../files/gc.ts';
import { migrationsOf } from '../db/snapshot.ts';
import { endBytes, entryBytes } from './tar.ts';
import { copyWhole, type KnownIn, type Settings } from './whole-copy.ts';

type Order = {
  settings: Settings;
  knownIn: KnownIn;
  target: Target;
  /** `BACKUP_KEY`; undefined: not encrypted. */
  key: string | undefined;
  now: Date;
  log: Log;
};
export type CreatedBackup = { manifest: Manifest; name: string; bytes: number };

const WORK = '.backup-work-';

/** A folder for temporary files; leftovers of a dead process are deleted first. */
export async function withWorkFolder<R>(
  parent: string,
  work: (folder: string) => Promise<R>,
): Promise<R> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (name.startsWith(WORK)) await rm(join(parent, name), { recursive: true, force: true });
  const folder = await mkdtemp(join(parent, WORK));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies database and files into one archive while the product runs. Every row of the copy has its
 * files, except for the few that the store has lost (`lost_files`). Returns what the archive
 * contains. Call it under the lock (lock.ts).
 */
export async function createBackup(order: Order): Promise<CreatedBackup> {
  const { settings, target, key, now } = order;
  return withWorkFolder(settings.dataDir, async (folder) => {
    const catalogue = openCatalogue(join(folder, 'files'));
    try {
      const installation = await readInstallation(settings, order.log);
      const name = target.name ?? nameBackup(installation, now, key !== undefined);
      let manifest: Manifest | undefined;
      const plain = archive(order, folder, catalogue, (written) => (manifest = written));
      const bytes = await target.place.write(name, key ? encrypt(plain, key) : plain);
      return { manifest: manifest!, name, bytes };
    } finally {
      catalogue.close();
    }
  });
}

async function* archive(
  { settings, knownIn, now, log }: Order,
  folder: string,
  catalogue: Catalogue,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const path = join(folder, 'snapshot.sqlite');
  const files = copyWhole({ settings, knownIn, path, catalogue, log });
  let next = await files.next();
  for (; !next.done; next = await files.next()) {
    const { key, size, bytes } = next.value;
    yield* entryBytes(FILES_PREFIX + key, size, now, bytes);
  }
  const sums = measureSums(catalogue, FILES_PREFIX);
  yield* entryBytes(SUMS_ENTRY, sums.size, now, asyncOf(sumLines(catalogue, FILES_PREFIX)));
  const { size } = await stat(path);
  const hash = createHash('sha256');
  yield* entryBytes(DATABASE_ENTRY, size, now, measured(path, hash));
  const manifest: Manifest = {
    format: 3,
    made_at: now.toISOString(),
    engine: settings.databaseUrl ? 'postgres' : 'sqlite',
    ...readFacts(path),
    ...(next.value satisfies CopyCounts),
    database_sha256: hash.digest('hex'),
    sums_sha256: sums.sha256,
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield* entryBytes(MANIFEST_ENTRY, text.length, now, asyncOf([text]));
  yield endBytes();
  onManifest(manifest);
}

async function* asyncOf(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}

async function* measured(
  path: string,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
    notePassedBytes((chunk as Buffer).length);
    yield chunk as Buffer;
  }
}

/** The database's installation, and the migrations that it has had. */
export function readFacts(path: string): { installation: string; migrations: string[] } {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const row = copy.prepare('select id from installation').get() as { id: string } | undefined;
    return { installation: row?.id ?? '', migrations: migrationsOf(copy) };
  } finally {
    copy.close();
  }
}
