/** A move is a backup that is restored as it is made: no archive needs room in between. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyCounts, Counts } from './archive.ts';
import {
  describeLost,
  readArchive,
  withWorkFolder,
  type KnownIn,
  type Settings,
} from './create.ts';
import {
  countNow,
  labelOf,
  readInstallation,
  requireEmptyDatabase,
  type Log,
} from './database-copy.ts';
import { whileLocked } from './lock.ts';
import { claimTarget, restoreArchive, storeLabelOf, type Restoring } from './restore.ts';

type Order = { from: Settings; to: Settings; knownIn: KnownIn; log: Log } & Pick<
  Restoring,
  'onFile'
>;
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
        : withWorkFolder(order.to.dataDir, (staging) => move(order, folder, staging)),
    ),
  );

async function move(
  { from, to, knownIn, log, onFile }: Order,
  folder: string,
  staging: string,
): Promise<MoveResult> {
  const keepsStore = storeLabelOf(from) === storeLabelOf(to);
  const keepsDatabase = labelOf(from) === labelOf(to);
  if (!keepsDatabase) await requireEmptyDatabase(to, log);
  if (!keepsStore) await claimTarget(to, await readInstallation(from, log));
  let reads = 0;
  const open = async () => {
    const copies = join(folder, `read-${++reads}`);
    await mkdir(copies);
    return readArchive({ settings: from, knownIn, now: new Date(), log }, copies);
  };
  const { manifest, stored, there } = await restoreArchive({
    ...{ settings: to, open, folder, staging, log, keepsStore, keepsDatabase, onFile },
    whileLocked: (work) => work(),
  });
  const { lost_files: lost = [] } = manifest;
  if (lost.length > 0) log.warn(describeLost(lost));
  await warnOfWrites(from, manifest, log);
  return { ...manifest, stored, there };
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
