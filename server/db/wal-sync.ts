/**
 * Syncs commits of the embedded database off the event loop, once for all callers that wait at that
 * moment (decision 30).
 */
import { open, type FileHandle } from 'node:fs/promises';

/** SQLite's code for a failed fsync. */
const IOERR_FSYNC = 1034;

export class WalSync {
  readonly #path: string;
  readonly #repair: () => Promise<void>;
  #file: FileHandle | undefined;
  /** The number of commits, the last one that somebody waits for, and the last one on the disk. */
  #committed = 0;
  #wanted = 0;
  #synced = 0;
  #isBroken = false;
  #running: Promise<void> | undefined;

  /**
   * Takes the path of the write-ahead log, and a function that brings all of it to the disk in
   * another way: after a failed sync, a later success says nothing about the earlier bytes.
   */
  constructor(path: string, repair: () => Promise<void>) {
    this.#path = path;
    this.#repair = repair;
  }

  /** Call it right after each commit; nobody waits for one that is not `isWanted`. */
  noteCommit(isWanted: boolean): void {
    this.#committed += 1;
    if (isWanted) this.#wanted = this.#committed;
  }

  /**
   * Resolves when every wanted commit so far would survive a loss of power; rejects with SQLite's
   * error if the disk refuses.
   */
  async settled(): Promise<void> {
    const wanted = this.#wanted;
    while (this.#synced < wanted) await (this.#running ??= this.#sync());
  }

  /** The same for callers that have only read: also resolves if the disk refuses. */
  async seen(): Promise<void> {
    if (!this.#isBroken) await this.settled().catch(() => undefined);
  }

  /** Call it before writing: rejects while the disk refuses. */
  async ready(): Promise<void> {
    if (this.#isBroken) await (this.#running ??= this.#sync());
  }

  async #sync(): Promise<void> {
    try {
      if (this.#isBroken) await this.#repair();
      this.#file ??= await open(this.#path, 'r+');
      const covered = this.#committed;
      await this.#file.datasync();
      this.#synced = covered;
      this.#isBroken = false;
    } catch (cause) {
      this.#isBroken = true;
      throw Object.assign(new Error('The disk does not take what was written.', { cause }), {
        code: 'ERR_SQLITE_ERROR',
        errcode: IOERR_FSYNC,
      });
    } finally {
      this.#running = undefined;
    }
  }

  /** Call it after closing the database, which syncs the rest. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}
