import { type TestApp } from '../app.ts';
import { startS3 } from '../servers/s3.ts';
import { createTestAppOn, type Engine } from './engine.ts';

/** Both engines and both stores, in two worlds. */
export const WORLDS = ['sqlite and disk', 'postgres and s3'] as const;
type World = (typeof WORLDS)[number];

export async function createTestAppIn(
  world: World,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  const [engine, store] = world.split(' and ') as [Engine, 'disk' | 's3'];
  const s3 = store === 's3' ? await startS3() : undefined;
  const app = await createTestAppOn(engine, { ...s3?.env, ...environment });
  const close = async () => {
    await app.close();
    await s3?.stop();
  };
  return { ...app, close };
}
