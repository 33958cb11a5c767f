/** Backups that the last release made come back, on both engines: tests/releases/. */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { useBackupPlaces } from '#tests/backup-places.ts';
import { createLastDatabase, readLastBackup, runIn } from '#tests/releases/last-release.ts';
import { readConfig } from '../config.ts';
import { DATABASE_FILE } from '../db/open.ts';
import { runBackup } from '../jobs/backup-run.ts';
import { DATABASE_ENTRY, MANIFEST_ENTRY, SUMS_ENTRY } from './manifest.ts';
import { openTarget } from './places.ts';
import { restoreBackup } from './restore.ts';
import { endBytes, entryBytes } from './tar.ts';

const { pathOf, newFolder, newDatabase, open } = useBackupPlaces();

const warnings: string[] = [];
const log = { error: () => {}, warn: (line: string) => void warnings.push(line) };

type Place = { dataDir: string; databaseUrl: string | undefined };

const restore = (path: string, place: Place) =>
  restoreBackup({
    ...{ settings: { ...place, s3: undefined }, source: openTarget(path, {}), key: undefined, log },
  });

const start = ({ dataDir, databaseUrl }: Place): Promise<TestApp> =>
  open({
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });

const placeOn = async (engine: string): Promise<Place> => ({
  dataDir: newFolder(),
  databaseUrl: engine === 'postgres' ? await newDatabase() : undefined,
});

function writeReleased(): string {
  const path = pathOf('released.tar');
  writeFileSync(path, readLastBackup());
  return path;
}

test.each(['sqlite', 'postgres'])('a backup of release 0.1.0 comes back on %s', async (engine) => {
  const place = await placeOn(engine);
  const { manifest } = await restore(writeReleased(), place);
  expect(manifest).toMatchObject({ format: 3, users: 2, programs: 1, proposals: 1, files: 8 });
  expect(warnings).toEqual([]);

  const app = await start(place);
  const admin = await app.signIn({ role: 'admin', email: 'today@example.com' });
  const found = await admin.get('/proposals/admin/all?q=shea');
  expect(found.body).toMatchObject([
    { business_name: 'Tamale Shea Works', program: { title: 'Savannah Fund' } },
  ]);
  const { body } = await admin.get(`/proposals/${found.body[0].id}/admin`);
  expect(JSON.stringify(body)).toContain('Is your business registered?');
  const posts = await app.visitor.get('/cms/');
  expect(posts.body).toMatchObject([{ title: 'Ghana: Ɛyɛ “quoted” 🎉' }]);
  const documents = await app.services.db.read.selectFrom('documents').selectAll().execute();
  expect(documents).toHaveLength(2);
  for (const { key, sha256 } of documents) {
    const bytes = readFileSync(join(place.dataDir, 'files', key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});

test.each(['sqlite', 'postgres'])(
  'what was restored and never started is backed up, and comes back on %s',
  async (engine) => {
    const { dataDir } = await placeOn('sqlite');
    await restore(writeReleased(), { dataDir, databaseUrl: undefined });
    const path = pathOf(`never-started-${engine}.tar`);
    await runBackup(readConfig({ DATA_DIR: dataDir }), path, false, log);
    const place = await placeOn(engine);
    await restore(path, place);
    const { db } = (await start(place)).services;
    expect(await db.read.selectFrom('proposals').select('business_name').execute()).toEqual([
      { business_name: 'Tamale Shea Works' },
    ]);
  },
);

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A backup of a folder of an older release, without files. */
async function packOlder(dataDir: string): Promise<string> {
  const database = readFileSync(join(dataDir, DATABASE_FILE));
  const [database_sha256, sums_sha256] = [digest(database), digest(Buffer.alloc(0))];
  const manifest = Buffer.from(JSON.stringify({ format: 3, database_sha256, sums_sha256 }));
  const entries: [string, Buffer][] = [
    [SUMS_ENTRY, Buffer.alloc(0)],
    [DATABASE_ENTRY, database],
    [MANIFEST_ENTRY, manifest],
  ];
  const path = pathOf('older.tar');
  writeFileSync(path, '');
  for (const [name, bytes] of entries)
    for await (const chunk of entryBytes(name, bytes.length, new Date(), once(bytes)))
      appendFileSync(path, chunk);
  appendFileSync(path, endBytes());
  return path;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

test('an older data folder, and a backup of one, are refused with the release to use', async () => {
  const { settings, stop } = await createLastDatabase('sqlite');
  const { dataDir } = settings;
  await runIn(settings, `delete from kysely_migration where name = '0066-bulk-undo'`);
  const refused = 'older than release 0.1.0 of this product. Use that release first';
  const place = { dataDir: newFolder(), databaseUrl: undefined };
  await expect(restore(await packOlder(dataDir), place)).rejects.toThrow(
    `The backup is ${refused}`,
  );
  const config = readConfig({ DATA_DIR: dataDir });
  const backup = runBackup(config, pathOf('of-older.tar'), false, log);
  await expect(backup).rejects.toThrow(refused);
  await stop();
});
