import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STAGED_SUFFIX } from './staging.ts';
import type { FileStore } from './store.ts';

export type SweepOptions = { olderThan: Date; stagingDir: string };
export type SweepResult = { deleted: string[]; stagingDeleted: number };

const KEYS_PER_QUESTION = 500;

/**
 * Deletes stored files that no row knows, and staged files that nobody came back for (trust.md, I3). Younger ones stay: their
 * row may be about to be written. `isKnown` takes up to 500 keys and returns those that have a row.
 */
export async function sweepOrphans(
  store: FileStore,
  isKnown: (keys: string[]) => Promise<Set<string>>,
  { olderThan, stagingDir }: SweepOptions,
): Promise<SweepResult> {
  const deleted: string[] = [];
  let asked: string[] = [];
  const ask = async () => {
    const known = await isKnown(asked);
    for (const key of asked) {
      if (known.has(key)) continue;
      await store.delete(key);
      deleted.push(key);
    }
    asked = [];
  };
  for await (const { key, modifiedAt } of store.list()) {
    if (modifiedAt < olderThan) asked.push(key);
    if (asked.length === KEYS_PER_QUESTION) await ask();
  }
  if (asked.length > 0) await ask();
  return { deleted, stagingDeleted: await sweepStaging(stagingDir, olderThan) };
}

async function sweepStaging(dir: string, olderThan: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith(STAGED_SUFFIX)) continue;
    const path = join(dir, name);
    const facts = await stat(path).catch(() => undefined);
    if (!facts || facts.mtime >= olderThan) continue;
    await rm(path, { force: true });
    count++;
  }
  return count;
}
