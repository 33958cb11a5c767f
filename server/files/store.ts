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
  /** The id of the installation whose files these are; undefined if none has been written. */
  readMarker(): Promise<string | undefined>;
  writeMarker(installationId: string): Promise<void>;
  /** Deletes what interrupted writes have left. */
  removePartials(olderThan: Date): Promise<number>;
  /**
   * For the start: writes and reads. Rejects with a ConfigError if the settings are wrong,
   * otherwise with the system's own error.
   */
  check(): Promise<void>;
  /** Rejects if files cannot be stored or read now; for `/readyz`. */
  ping(): Promise<void>;
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

/** The store's own name: it begins with a dot, so it is no key, and never listed or delivered. */
export const MARKER_NAME = '.installation';
