/** The two ways in which the product runs, for tests of what databases and file stores share. */
import { createTestApp, type TestApp } from './app.ts';
import { createTestAppOn } from './engines/engine.ts';
import { startS3 } from './servers/s3.ts';

export const WORLDS = ['SQLite and disk', 'PostgreSQL and S3'] as const;

/** The product in one of them; closing it stops its object store, too. */
export async function createTestAppIn(world: (typeof WORLDS)[number]): Promise<TestApp> {
  if (world === 'SQLite and disk') return createTestApp();
  const s3 = await startS3();
  const app = await createTestAppOn('postgres', s3.env);
  const close = async () => {
    await app.close();
    await s3.stop();
  };
  return { ...app, close };
}
