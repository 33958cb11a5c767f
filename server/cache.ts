/** A bounded cache of answers that are the same for everybody; each follows the version of a topic, which every write to it raises. */
import type { Db } from './db/open.ts';
import { readVersions, type Topic } from './db/versions.ts';

export type CachedAnswer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The same body, compressed once. */
  brotli: Buffer | undefined;
};

/** One read for everybody who asks in the same turn of the event loop. It begins after they have all asked, so nobody gets an older answer. */
function sharedRead<R>(read: () => Promise<R>): () => Promise<R> {
  let next: Promise<R> | undefined;
  return () =>
    (next ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        next = undefined;
        read().then(resolve, reject);
      });
    }));
}

type Entry = CachedAnswer & { version: number; validUntil: number; size: number };

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;

export type Cache = ReturnType<typeof createCache>;

/** `clock` decides when an answer that depends on a deadline runs out. */
export function createCache(db: Db, clock: () => Date) {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const making = new Map<string, Promise<void>>();
  const ends = new WeakMap<Promise<void>, () => void>();

  const drop = (key: string) => {
    bytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };

  const versions = sharedRead(() => readVersions(db.read));
  const versionOf = async (topic: Topic): Promise<number> => (await versions())[topic];

  return {
    versionOf,
    /** The addresses whose answer is being made anew, until it is kept. */
    making,

    /** Answers what ends it where nothing is kept; once it is, it has ended, however slowly it is then fetched. */
    beginMaking(key: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        if (making.get(key) === promise) making.delete(key);
        resolve();
      };
      making.set(key, promise);
      ends.set(promise, end);
      return end;
    },
    has: (key: string): boolean => entries.has(key),

    /** The answer if it is still true, else undefined. */
    async find(key: string): Promise<CachedAnswer | undefined> {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.validUntil > clock().getTime() && entry.version === (await versionOf('public'))) return entry;
      drop(key);
      return undefined;
    },

    /** Keeps an answer made while the topic was at `version`, until `validUntil` (milliseconds) at most. */
    keep(key: string, answer: CachedAnswer, version: number, validUntil: number): void {
      const size = key.length + answer.body.length + (answer.brotli?.length ?? 0) + 500;
      if (size > MAX_ENTRY_BYTES) return;
      drop(key);
      entries.set(key, { ...answer, version, validUntil, size });
      bytes += size;
      while (bytes > MAX_BYTES) drop(entries.keys().next().value!);
      const made = making.get(key);
      if (made) ends.get(made)!();
    },
  };
}
