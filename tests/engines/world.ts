import { join } from 'node:path';
import type { TestApp } from '../app.ts';
import { startS3 } from '../servers/s3.ts';
import { createTestAppOn, type Engine } from './engine.ts';

/** Both engines and both stores, in two worlds. */
export const WORLDS = ['sqlite and disk', 'postgres and s3'] as const;
type World = (typeof WORLDS)[number];
/** `fileOf`: where the store keeps the file of a key. */
export type AppInWorld = TestApp & { fileOf(key: string): string };

/** The product in one of them; closing it stops its object store, too. */
export async function createTestAppIn(
  world: World,
  environment: Record<string, string> = {},
): Promise<AppInWorld> {
  const [engine, store] = world.split(' and ') as [Engine, 'disk' | 's3'];
  const s3 = store === 's3' ? await startS3() : undefined;
  const app = await createTestAppOn(engine, { ...s3?.env, ...environment });
  const fileOf = (key: string) =>
    s3
      ? join(s3.directory, s3.bucket, `${key}._S3rver_object`)
      : join(app.services.config.dataDir, 'files', key);
  const close = async () => {
    await app.close();
    await s3?.stop();
  };
  return { ...app, fileOf, close };
}
