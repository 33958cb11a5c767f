import { inject } from 'vitest';
import { createDatabaseOn, createFilledDatabaseOn } from './databases.ts';
import { startPglite } from './pglite.ts';

export type TestDatabase = {
  url: string;
  /** False on PGlite: one statement at a time, so tests of locks and races prove nothing there. */
  isConcurrent: boolean;
  stop(): Promise<void>;
};

/** An empty PostgreSQL database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === null) return createPgliteDatabase();
  return { url: await createDatabaseOn(serverUrl), isConcurrent: true, stop: async () => {} };
}

/**
 * The same, already filled by `migrate`, which runs once per `name` in a test run; it must close
 * its connections.
 */
export async function createFilledTestDatabase(
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl !== null)
    return {
      url: await createFilledDatabaseOn(serverUrl, name, migrate),
      isConcurrent: true,
      stop: async () => {},
    };
  const database = await createPgliteDatabase();
  await migrate(database.url);
  return database;
}

async function createPgliteDatabase(): Promise<TestDatabase> {
  const { url, stop } = await startPglite();
  return { url, isConcurrent: false, stop };
}
