import type { Readable } from 'node:stream';

/** `sha256` is hex. `synced`, if given, is a sync of the local file that is already in progress. */
export type FileFacts = {
  size: number;
  sha256: string;
  contentType: string;
  synced?: Promise<void>;
};
export type StoredFile = { key: string; size: number; modifiedAt: Date };
export type OpenFile = { stream: Readable; size: number };
/** A file in the trash, with the name of the batch in which it was moved there. */
export type TrashedFile = { key: string; batch: string };

/**
 * Where uploaded files are stored: a directory or a bucket. Keys are generated, never user input.
 */
export interface FileStore {
  /**
   * Stores the staged local file and consumes it. Durable when it resolves. Refuses with
   * `storage_full` or `unavailable`.
   */
  put(key: string, path: string, facts: FileFacts): Promise<void>;
  /**
   * Undefined if there is no such file. The caller must read the stream to its end or destroy it.
   * `chunkBytes` is what a disk reads at once.
   */
  get(key: string, chunkBytes?: number): Promise<OpenFile | undefined>;
  /** Also resolves if there was nothing to delete. */
  delete(key: string): Promise<void>;
  /**
   * All files, or those whose key begins with the prefix, in no particular order. Names that cannot
   * be ours are skipped and reported.
   */
  list(prefix?: string, onForeign?: (name: string) => void): AsyncIterable<StoredFile>;
  /**
   * Files that are no longer listed or delivered, until they are restored or permanently removed.
   */
  trash: Trash;
  /** The id of the installation whose files these are; undefined if none has been written. */
  readMarker(): Promise<string | undefined>;
  writeMarker(installationId: string): Promise<void>;
  /** Deletes what interrupted writes have left. Returns how many. */
  removePartials(olderThan: Date): Promise<number>;
  /**
   * For the start: writes and reads. Rejects with a ConfigError if the settings are wrong,
   * otherwise with the system's own error.
   */
  check(): Promise<void>;
  /** Rejects if files cannot be stored or read now; for `/readyz`. */
  ping(): Promise<void>;
}

export interface Trash {
  move(key: string, batch: string): Promise<void>;
  list(): AsyncIterable<TrashedFile>;
  /** Moves the file back to its key, unless there is another file by now. */
  restore(file: TrashedFile): Promise<void>;
  /** Removes it permanently. */
  remove(file: TrashedFile): Promise<void>;
}

const MAX_KEY_CHARS = 512;
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/**
 * A key is a path of plain segments, none of which begins with a dot: it cannot leave the store,
 * whatever its origin.
 */
export function isFileKey(key: string): boolean {
  return key.length <= MAX_KEY_CHARS && KEY.test(key);
}

/** Throws a defect, not a refusal: keys come from our own rows. */
export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 80))}`);
}

/**
 * The store's own names. They begin with a dot, so they are not keys: never listed, never
 * delivered.
 */
export const MARKER_NAME = '.installation';
export const TRASH_NAME = '.trash';

const BATCH = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** A batch is named after the moment of its sweep, such as `2026-11-22T04-37-22Z`. */
export const batchAt = (moment: Date): string =>
  `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Undefined for a name that cannot be a batch. */
export function momentOfBatch(batch: string): Date | undefined {
  if (!BATCH.test(batch)) return undefined;
  const moment = new Date(`${batch.slice(0, 11)}${batch.slice(11).replaceAll('-', ':')}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The path of a trashed file within the store. */
export function trashPathOf({ key, batch }: TrashedFile): string {
  requireFileKey(key);
  if (!momentOfBatch(batch)) throw new Error(`Not a batch of the trash: ${JSON.stringify(batch)}`);
  return `${TRASH_NAME}/${batch}/${key}`;
}

/** The reverse; undefined for a path that is not in the trash. */
export function readTrashPath(path: string): TrashedFile | undefined {
  const [name, batch = '', ...rest] = path.split('/');
  const key = rest.join('/');
  return name === TRASH_NAME && momentOfBatch(batch) && isFileKey(key) ? { key, batch } : undefined;
}
