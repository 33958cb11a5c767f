/** Data folders and backups of older releases, back to the baseline. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { useBackupPlaces } from '#tests/backup-places.ts';
import { ENGINES } from '#tests/engines/engine.ts';
import { createOlderDatabase, pretendMigrations, runIn } from '#tests/engines/older-database.ts';
import { readConfig } from '../config.ts';
import { MIGRATIONS } from '../db/migrate.ts';
import { DATABASE_FILE } from '../db/open.ts';
import { runBackup } from '../jobs/backup-job.ts';
import { DATABASE_ENTRY, MANIFEST_ENTRY, packEntries, SUMS_ENTRY } from './archive.ts';
import { openTarget } from './places.ts';
import { restoreBackup } from './restore.ts';

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

const FAQ = `insert into faqs (id, question, answer, search_text, version, created_at, updated_at)
  values ('0193b1f0-0000-7000-8000-000000000001', 'Who?', 'Anyone', 'who anyone', 1,
    '2026-11-01T08:00:00.000Z', '2026-11-01T08:00:00.000Z')`;

test.each(ENGINES)('a backup of an older release comes back on %s, migrated', async (engine) => {
  const { settings, stop } = await createOlderDatabase('sqlite');
  await runIn(settings, FAQ);
  const path = pathOf(`older-${engine}.tar`);
  await runBackup(readConfig({ DATA_DIR: settings.dataDir }), path, false, log);
  await stop();
  const place = await placeOn(engine);
  await restore(path, place);
  expect(warnings).toEqual([]);
  const app = await start(place);
  expect((await app.visitor.get('/faqs/')).body).toMatchObject([{ question: 'Who?' }]);
  const done = await app.services.db.read
    .selectFrom('kysely_migration' as never)
    .selectAll()
    .execute();
  expect(done).toHaveLength(MIGRATIONS.length);
});

test.each(ENGINES)('an archive as release 0.2.0 wrote it comes back on %s', async (engine) => {
  const archive = join(import.meta.dirname, '../../tests/archives/release-0.2.0.tar.gz');
  const path = pathOf(`release-0.2.0-${engine}.tar`);
  writeFileSync(path, gunzipSync(readFileSync(archive)));
  const place = await placeOn(engine);
  const { manifest } = await restore(path, place);
  expect(manifest).toMatchObject({ format: 3, users: 2, programs: 1, proposals: 1, files: 2 });
  const { db } = (await start(place)).services;
  const documents = await db.read.selectFrom('documents').select(['key', 'sha256']).execute();
  expect(documents).toHaveLength(2);
  for (const { key, sha256 } of documents)
    expect(digest(readFileSync(join(place.dataDir, 'files', key)))).toBe(sha256);
});

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
  const archive = packEntries(new Date(), async (add) => {
    for (const [name, bytes] of entries) await add(name, bytes.length, [bytes]);
  });
  await writeFile(path, archive);
  return path;
}

test('an older data folder, and a backup of one, from before the baseline are refused', async () => {
  const { settings, stop } = await createOlderDatabase('sqlite');
  const { dataDir } = settings;
  await pretendMigrations(settings, '0066-bulk-undo');
  const refused = 'older than release 0.2.0 of this product, which is the oldest it upgrades.';
  const place = { dataDir: newFolder(), databaseUrl: undefined };
  await expect(restore(await packOlder(dataDir), place)).rejects.toThrow(
    `The backup is ${refused}`,
  );
  const config = readConfig({ DATA_DIR: dataDir });
  const backup = runBackup(config, pathOf('of-older.tar'), false, log);
  await expect(backup).rejects.toThrow(refused);
  await stop();
});
