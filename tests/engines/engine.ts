import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { openDb } from '#server/db/open.ts';
import { openServices } from '#server/services.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { placeMigratedFile } from '../servers/migrated-file.ts';
import { createFilledTestDatabase, type TestDatabase } from '../servers/test-database.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The product on one of its two engines. */
export async function createTestAppOn(
  engine: Engine,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  if (engine === 'sqlite') return createTestApp(environment);
  const database = await createMigratedDatabase();
  const app = await createTestApp({ ...environment, DATABASE_URL: database.url });
  const close = async () => {
    await app.close();
    await database.stop();
  };
  return { ...app, close };
}

/** Database and files on one of the two engines, without HTTP and jobs. */
export async function openTestServicesOn(
  engine: Engine,
  clock: () => Date,
): Promise<{ services: Services; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-services-'));
  const database = engine === 'postgres' ? await createMigratedDatabase() : undefined;
  if (!database) await placeMigratedFile(dataDir);
  const services = await openServices(
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: database?.url, LOG_LEVEL: 'silent' }),
    clock,
  );
  const close = async () => {
    await services.db.close();
    await database?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { services, close };
}

async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createFilledTestDatabase('product', migrate);
  // PGlite, used where no server is installed, has one session for all.
  const url = database.isConcurrent ? database.url : `${database.url}&pool_max=1`;
  return { ...database, url };
}

async function migrate(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.searchParams.set('pool_max', '1');
  await (await openDb({ databaseUrl: url.href, dataDir: '' })).close();
}
