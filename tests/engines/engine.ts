import { openDb } from '#server/db/open.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { createFilledTestDatabase } from '../servers/test-database.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The product on one of its two engines. */
export async function createTestAppOn(
  engine: Engine,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  if (engine === 'sqlite') return createTestApp(environment);
  const database = await createFilledTestDatabase('product', migrate);
  // PGlite, used where no server is installed, has one session for all.
  const url = database.isConcurrent ? database.url : `${database.url}&pool_max=1`;
  const app = await createTestApp({ ...environment, DATABASE_URL: url });
  const close = async () => {
    await app.close();
    await database.stop();
  };
  return { ...app, close };
}

async function migrate(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.searchParams.set('pool_max', '1');
  await (await openDb({ databaseUrl: url.href, dataDir: '' })).close();
}
