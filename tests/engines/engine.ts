import { createTestApp, type TestApp } from '../app.ts';
import { createTestDatabase } from '../servers/test-database.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The product on one of its two engines. */
export async function createTestAppOn(
  engine: Engine,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  if (engine === 'sqlite') return createTestApp(environment);
  const database = await createTestDatabase();
  // PGlite, used where no server is installed, has one session for all.
  const url = database.isConcurrent ? database.url : `${database.url}&pool_max=1`;
  const app = await createTestApp({ ...environment, DATABASE_URL: url });
  const close = async () => {
    await app.close();
    await database.stop();
  };
  return { ...app, close };
}
