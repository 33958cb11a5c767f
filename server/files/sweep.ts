import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STAGED_SUFFIX } from './staging.ts';
import { PARTIAL_PREFIX } from './write-probe.ts';
import { batchAt, momentOfBatch, type FileStore, type TrashedFile } from './store.ts';
import { inBatches, type IsKnown } from './survey.ts';

/** Why a sweep moves nothing: see docs/operations.md. */
export const SWEEP_STOP_REASONS = ['foreign_store', 'unmarked_store', 'too_many_files'] as const;
export type SweepStop = (typeof SWEEP_STOP_REASONS)[number];
export type SweepStops = Record<SweepStop, number>;
export const noSweepStops = (): SweepStops => ({
  foreign_store: 0,
  unmarked_store: 0,
  too_many_files: 0,
});

/**
 * Moves files without a row to the trash. Asks once more just before: a row may have come
 * meanwhile.
 */
export async function trashOrphans(
  { trash }: FileStore,
  isKnown: IsKnown,
  orphans: string[],
  now: Date,
): Promise<number> {
  let count = 0;
  for await (const keys of inBatches(orphans)) {
    const known = await isKnown(keys);
    for (const key of keys.filter((key) => !known.has(key))) {
      await trash.move(key, batchAt(now));
      count += 1;
    }
  }
  return count;
}

/**
 * Removes for good what was thrown away before a moment. What has a row again, as after the right
 * database came back, gets its place back instead.
 */
export async function emptyTrash(
  { trash }: FileStore,
  isKnown: IsKnown,
  before: Date,
): Promise<{ restored: number; removed: number }> {
  const result = { restored: 0, removed: 0 };
  // Taken whole first: a listing must not be changed under its own feet.
  const files: TrashedFile[] = [];
  for await (const file of trash.list()) files.push(file);
  for await (const batch of inBatches(files)) {
    const known = await isKnown(batch.map(({ key }) => key));
    for (const file of batch) {
      if (known.has(file.key)) {
        await trash.restore(file);
        result.restored += 1;
      } else if (momentOfBatch(file.batch)! <= before) {
        await trash.remove(file);
        result.removed += 1;
      }
    }
  }
  return result;
}

/** Deletes received files that nobody came back for. */
export async function sweepStaging(dir: string, olderThan: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith(STAGED_SUFFIX) && !name.startsWith(PARTIAL_PREFIX)) continue;
    const path = join(dir, name);
    const facts = await stat(path).catch(() => undefined);
    if (!facts || facts.mtime >= olderThan) continue;
    await rm(path, { force: true });
    count++;
  }
  return count;
}
