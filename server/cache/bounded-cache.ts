/** The one cache of this process. Bounded in bytes; evicts the least recently used value. */
import { LRUCache } from 'lru-cache';

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
/** The entry itself, its slot in the table, and the headers of buffers and strings. */
const OVERHEAD_BYTES = 500;
/** A string with one character outside of Latin-1 takes two bytes per character. */
const BYTES_PER_CHARACTER = 2;

type Entry = { value: unknown; bytes: number };

const entries = new LRUCache<string, Entry>({
  maxSize: MAX_BYTES,
  maxEntrySize: MAX_ENTRY_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
});

type BoundedCache<V> = {
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** A value that is too large is not cached, and an older value under its key is dropped. */
  set(key: string, value: V): void;
};

let caches = 0;

/** A namespace of the shared cache. `bytesOf` measures a value. */
export function createBoundedCache<V>(bytesOf: (value: V) => number): BoundedCache<V> {
  const prefix = `${(caches += 1)} `;
  return {
    get: (key) => entries.get(prefix + key)?.value as V | undefined,
    has: (key) => entries.has(prefix + key),
    set: (key, value) => {
      const whole = prefix + key;
      entries.set(whole, { value, bytes: bytesOf(value) + bytesOfText(whole) + OVERHEAD_BYTES });
    },
  };
}

export const bytesOfText = (text: string): number => text.length * BYTES_PER_CHARACTER;
