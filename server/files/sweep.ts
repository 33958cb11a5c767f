import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOne } from './disk-walk.ts';
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

/** The number of handled files (`done`), and those that could not be handled. */
export type SweepResult = { done: number; failed: string[]; error: unknown };

/**
 * One file that cannot be moved, such as a locked one, must not stop the sweep; a store that does
 * not answer does.
 */
async function handleEach<F extends { key: string }>(
  { ping }: FileStore,
  files: F[],
  handle: (file: F) => Promise<void>,
): Promise<SweepResult> {
  const handled: SweepResult = { done: 0, failed: [], error: undefined };
  for (const file of files) {
    try {
      await handle(file);
      handled.done += 1;
    } catch (error) {
      await ping();
      handled.failed.push(file.key);
      handled.error ??= error;
    }
  }
  return handled;
}

const together = (parts: SweepResult[]): SweepResult => ({
  done: parts.reduce((sum, { done }) => sum + done, 0),
  failed: parts.flatMap(({ failed }) => failed),
  error: parts.find(({ error }) => error !== undefined)?.error,
});

/** Checks once more immediately before: a row may have been written in the meantime. */
async function handleUnknown(
  store: FileStore,
  isKnown: IsKnown,
  keys: string[],
  handle: (key: string) => Promise<void>,
): Promise<SweepResult> {
  const parts: SweepResult[] = [];
  for await (const batch of inBatches(keys)) {
    const known = await isKnown(batch);
    const unknown = batch.filter((key) => !known.has(key)).map((key) => ({ key }));
    parts.push(await handleEach(store, unknown, ({ key }) => handle(key)));
  }
  return together(parts);
}

/** Moves files without a row to the trash. */
export const trashOrphans = (
  store: FileStore,
  isKnown: IsKnown,
  orphans: string[],
  now: Date,
): Promise<SweepResult> =>
  handleUnknown(store, isKnown, orphans, (key) => store.trash.move(key, batchAt(now)));

/** Deletes parts of uploads without a row: these expire by design. */
export const removeParts = (
  store: FileStore,
  isKnown: IsKnown,
  parts: string[],
): Promise<SweepResult> => handleUnknown(store, isKnown, parts, (key) => store.delete(key));

/**
 * Permanently removes files that were trashed before a moment. A file that has a row again, for
 * example after the right database was restored, is moved back instead.
 */
export async function emptyTrash(
  store: FileStore,
  isKnown: IsKnown,
  before: Date,
): Promise<{ restored: SweepResult; removed: SweepResult }> {
  const [restored, removed]: [SweepResult[], SweepResult[]] = [[], []];
  // Collected first, because a listing must not change while it is being read.
  const files: TrashedFile[] = [];
  for await (const file of store.trash.list()) files.push(file);
  for await (const batch of inBatches(files)) {
    const known = await isKnown(batch.map(({ key }) => key));
    const isOld = ({ batch }: TrashedFile) => momentOfBatch(batch)! <= before;
    const again = batch.filter(({ key }) => known.has(key));
    const orphans = batch.filter((file) => !known.has(file.key) && isOld(file));
    restored.push(await handleEach(store, again, store.trash.restore));
    removed.push(await handleEach(store, orphans, store.trash.remove));
  }
  return { restored: together(restored), removed: together(removed) };
}

/** Deletes received files that were abandoned. */
export async function sweepStaging(dir: string, olderThan: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith(STAGED_SUFFIX) && !name.startsWith(PARTIAL_PREFIX)) continue;
    const path = join(dir, name);
    const facts = await stat(path).catch(() => undefined);
    if (!facts || facts.mtime >= olderThan) continue;
    count += await removeOne(path);
  }
  return count;
}
