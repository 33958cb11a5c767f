/** Backups that earlier releases made come back, on both engines: tests/backups/. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useBackupPlaces } from '#tests/backup-places.ts';
import { openTarget } from './places.ts';
import { restoreBackup } from './restore.ts';

const RELEASED = join(import.meta.dirname, '../../tests/backups/format-3.tar.gz');
const { pathOf, newFolder, newDatabase, open } = useBackupPlaces();

test.each(['sqlite', 'postgres'])('a backup of format 3 comes back on %s', async (engine) => {
  const path = pathOf(`released-${engine}.tar`);
  writeFileSync(path, gunzipSync(readFileSync(RELEASED)));
  const databaseUrl = engine === 'postgres' ? await newDatabase() : undefined;
  const settings = { dataDir: newFolder(), databaseUrl, s3: undefined };
  const warnings: string[] = [];
  const log = { error: () => {}, warn: (line: string) => void warnings.push(line) };
  const { manifest } = await restoreBackup({
    ...{ settings, source: openTarget(path, {}), key: undefined, log },
  });
  expect(manifest).toMatchObject({ format: 3, users: 2, programs: 1, proposals: 1, files: 8 });
  expect(warnings).toEqual([]);

  const environment = { DATA_DIR: settings.dataDir, SAMPLE_DATA: 'off' };
  const app = await open({ ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
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
    const bytes = readFileSync(join(settings.dataDir, 'files', key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});
