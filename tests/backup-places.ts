/** Places for backups, restores and moves: databases, folders and buckets, removed at the end. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { startS3, type S3Server } from './servers/s3.ts';
import { createTestDatabase, type TestDatabase } from './servers/test-database.ts';

/** Call it at the top level of a test file: starts before its tests and stops after them. */
export function useBackupPlaces() {
  let folder: string;
  let s3: S3Server;
  const databases: TestDatabase[] = [];
  const apps: TestApp[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitch-trek-backups-'));
    s3 = await startS3();
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.stop();
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    /** The path of a file in the temporary folder; without a name, the folder itself. */
    pathOf: (name = '') => join(folder, name),
    newFolder: () => mkdtempSync(join(folder, 'data-')),
    /** The settings of an empty bucket. */
    newBucket: (): S3Server['env'] => {
      const name = `bucket-${randomUUID().slice(0, 8)}`;
      mkdirSync(join(s3.directory, name));
      return { ...s3.env, S3_BUCKET: name };
    },
    /** The store's address with its keys. */
    storeAddress: () => s3.endpoint.replace('http://', 'http://S3RVER:S3RVER@'),
    /** The address of an empty PostgreSQL database. */
    newDatabase: async (): Promise<string> => {
      const database = await createTestDatabase();
      databases.push(database);
      return database.url;
    },
    open: async (environment: Record<string, string>): Promise<TestApp> => {
      const app = await createTestApp(environment);
      apps.push(app);
      return app;
    },
  };
}
