/**
 * Brings commits of the embedded database to the disk off the event loop, once for all who wait at
 * that moment (decision 30).
 */
import { open, type FileHandle } from 'node:fs/promises';

/** SQLite's number for a disk that does not take what is synced. */
const IOERR_FSYNC = 1034;

export class WalSync {
  readonly #path: string;
  readonly #repair: () => Promise<void>;
  #file: FileHandle | undefined;
  /** Commits so far, the last of them that somebody waits for, and the last that is on the disk. */
  #committed = 0;
  #wanted = 0;
  #synced = 0;
  #isBroken = false;
  #running: Promise<void> | undefined;

  /**
   * Takes the path of the write-ahead log, and what brings the whole of it to the disk another way:
   * once a sync has failed, a later one says nothing of the bytes before it.
   */
  constructor(path: string, repair: () => Promise<void>) {
    this.#path = path;
    this.#repair = repair;
  }

  /** To be called right after each commit; nobody waits for one that is not `isWanted`. */
  noteCommit(isWanted: boolean): void {
    this.#committed += 1;
    if (isWanted) this.#wanted = this.#committed;
  }

  /**
   * Resolves when every commit so far that is wanted would survive a loss of power; rejects as
   * SQLite does when the disk refuses.
   */
  async settled(): Promise<void> {
    const wanted = this.#wanted;
    while (this.#synced < wanted) await (this.#running ??= this.#sync());
  }

  /** The same for who has only read: goes on where the disk refuses. */
  async seen(): Promise<void> {
    if (!this.#isBroken) await this.settled().catch(() => undefined);
  }

  /** To be called before something is written: refuses it while the disk does. */
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

  /** After the database's own closing, which syncs what is left. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}
