/**
 * A disk whose power can fail: unsynced parts of a database's log are then lost. Only for databases
 * that are opened in this process.
 */
import { copyFileSync, mkdtempSync, statSync, truncateSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';

type DiskPower = {
  /** The number of syncs. */
  syncs: () => number;
  /** From now on, every sync fails with this error; undefined restores it. */
  fail: (error: Error | undefined) => void;
  /** From now on, every sync waits until the returned function is called. */
  hold: () => () => void;
  /** A folder with the database as a loss of power at this moment would leave it. */
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
  // The engine itself has synced everything so far.
  const retain = (walBytes: number) => {
    copyFileSync(database, platter);
    copyFileSync(wal, `${platter}-wal`);
    truncateSync(`${platter}-wal`, walBytes);
  };
  retain(statSync(wal).size);
  let count = 0;
  let failure: Error | undefined;
  let heldSync: Promise<void> | undefined;
  const probe = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { datasync } = prototype;
  prototype.datasync = async function (this: FileHandle) {
    count += 1;
    await heldSync;
    if (failure) throw failure;
    // Bytes written during a sync may or may not be on the disk: the worst case is that they are
    // not.
    const { size } = await this.stat();
    await datasync.call(this);
    retain(size);
  };
  return {
    syncs: () => count,
    fail: (error) => void (failure = error),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldSync = promise;
      return () => {
        heldSync = undefined;
        resolve();
      };
    },
    lose: () => join(platter, '..'),
    stop: () => void (prototype.datasync = datasync),
  };
}
