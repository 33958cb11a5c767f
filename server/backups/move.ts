import { join } from 'node:path';
import { openCatalogue } from './rows.ts';
import { withWorkFolder } from './create.ts';
import {
  countNow,
  labelOf,
  loadCopy,
  readInstallation,
  requireEmptyDatabase,
  type Log,
} from './database-copy.ts';
import { claimTarget, storeFile, storeLabelOf } from './fill-store.ts';
import { whileLocked } from './lock.ts';
import type { CopyCounts, Counts } from './manifest.ts';
import {
  copyWhole,
  describeLost,
  storeOf,
  type FileToCopy,
  type KnownIn,
  type Settings,
} from './whole-copy.ts';

type Order = {
  from: Settings;
  to: Settings;
  knownIn: KnownIn;
  log: Log;
  /**
   * Called after each file, with the numbers of files that were stored and that existed from an
   * earlier try.
   */
  onFile?: (stored: number, there: number) => void | Promise<void>;
};
type MoveResult = CopyCounts & { stored: number; there: number };

/**
 * Copies an installation to another database, another store, or both; what stays is only verified.
 * The source is read only. The database is copied last, all or nothing, so an interrupted move is
 * repeated with the same command and skips the files that exist.
 */
export const moveInstallation = (order: Order): Promise<MoveResult> =>
  whileLocked(order.from, () =>
    withWorkFolder(order.from.dataDir, (folder) =>
      order.to.s3 || order.to.dataDir === order.from.dataDir
        ? move(order, folder, folder)
        : // On the target's disk, so that a file is stored by renaming it.
          withWorkFolder(order.to.dataDir, (staging) => move(order, folder, staging)),
    ),
  );

async function move(
  { from, to, knownIn, log, onFile }: Order,
  folder: string,
  staging: string,
): Promise<MoveResult> {
  const keepsStore = storeLabelOf(from) === storeLabelOf(to);
  const keepsDatabase = labelOf(from) === labelOf(to);
  const installation = await readInstallation(from, log);
  if (!keepsDatabase) await requireEmptyDatabase(to, log);
  const store = storeOf(to);
  if (!keepsStore) await claimTarget(store, to, installation);
  const path = join(folder, 'moved.sqlite');
  const catalogue = openCatalogue(join(folder, 'files'));
  const tally = { stored: 0, there: 0 };
  const take = keepsStore ? readThrough : (file: FileToCopy) => storeFile(store, staging, file);
  try {
    const files = copyWhole({ settings: from, knownIn, path, catalogue, log });
    let next = await files.next();
    for (; !next.done; next = await files.next()) {
      tally[await take(next.value)] += 1;
      await onFile?.(tally.stored, tally.there);
    }
    if (!keepsDatabase) await loadCopy(path, to, log);
    const { lost_files: lost = [] } = next.value;
    if (lost.length > 0) log.warn(describeLost(lost));
    await warnOfWrites(from, next.value, log);
    return { ...next.value, ...tally };
  } finally {
    catalogue.close();
  }
}

/** If the product still runs on the source, its writes are missing in the copy. */
async function warnOfWrites(from: Settings, { tables = {} }: Counts, log: Log): Promise<void> {
  const now = await countNow(from, log);
  const changed = Object.keys(tables).filter((name) => tables[name] !== now[name]);
  if (changed.length > 0)
    log.warn(
      `The source was written to during the move (${changed.join(', ')}). Stop the product, empty the target, and move again.`,
    );
}

/** Files that are not moved are still read and compared with their rows. */
async function readThrough({ bytes }: FileToCopy): Promise<'there'> {
  for await (const _chunk of bytes);
  return 'there';
}
