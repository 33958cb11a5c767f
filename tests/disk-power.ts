/**
 * A disk whose power can fail: what of a database's log has not been synced is gone then. Only for
 * databases that are opened in this process.
 */
import { copyFileSync, mkdtempSync, statSync, truncateSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';

type DiskPower = {
  /** How often something was synced. */
  syncs: () => number;
  /** From now on every sync fails like this, until undefined. */
  fail: (error: Error | undefined) => void;
  /** From now on every sync waits until the answer is called. */
  hold: () => () => void;
  /** A folder with the database as it is after a loss of power at this moment. */
  lose: () => string;
  stop: () => void;
};

/** Watches the syncs of the database's log in this folder. */
export async function watchDisk(dataDir: string): Promise<DiskPower> {
  const [database, platter] = [
    join(dataDir, DATABASE_FILE),
    join(mkdtempSync(join(tmpdir(), 'pitch-trek-platter-')), DATABASE_FILE),
  ];
  const wal = `${database}-wal`;
  // Everything up to here was synced by the engine itself.
  const keep = (walBytes: number) => {
    copyFileSync(database, platter);
    copyFileSync(wal, `${platter}-wal`);
    truncateSync(`${platter}-wal`, walBytes);
  };
  keep(statSync(wal).size);
  let count = 0;
  let failure: Error | undefined;
  let held: Promise<void> | undefined;
  const probe = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { datasync } = prototype;
  prototype.datasync = async function (this: FileHandle) {
    count += 1;
    await held;
    if (failure) throw failure;
    // What is written while it runs may be there or not: in the worst case it is not.
    const { size } = await this.stat();
    await datasync.call(this);
    keep(size);
  };
  return {
    syncs: () => count,
    fail: (error) => void (failure = error),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = undefined;
        resolve();
      };
    },
    lose: () => join(platter, '..'),
    stop: () => void (prototype.datasync = datasync),
  };
}
