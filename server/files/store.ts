import type { Readable } from 'node:stream';

/** `sha256` is hex. `synced`, when given, is a sync of the local file that is already under way. */
export type FileFacts = { size: number; sha256: string; contentType: string; synced?: Promise<void> };
export type StoredFile = { key: string; size: number; modifiedAt: Date };
export type OpenFile = { stream: Readable; size: number };

/** Where uploaded files live: a directory or a bucket (contract.md section 2). Keys are generated, never a user's words. */
export interface FileStore {
  /** Stores the staged local file and consumes it. Durable when resolved. Refuses with `storage_full` or `unavailable`. */
  put(key: string, path: string, facts: FileFacts): Promise<void>;
  /** Undefined when there is no such file. The caller reads the stream to its end or destroys it. */
  get(key: string): Promise<OpenFile | undefined>;
  /** Also resolves when there was nothing to delete. */
  delete(key: string): Promise<void>;
  /** All files, or those whose key begins with the prefix, in no promised order. */
  list(prefix?: string): AsyncIterable<StoredFile>;
  /** Rejects when files can't be stored or read now; for `/readyz`. */
  ping(): Promise<void>;
}

const MAX_KEY_CHARS = 512;
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** A key is a path of plain segments, none of which begins with a dot: it can't leave the store, whatever it came from. */
export function isFileKey(key: string): boolean {
  return key.length <= MAX_KEY_CHARS && KEY.test(key);
}

/** Throws a defect, not a refusal: keys come from our own rows. */
export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 80))}`);
}
