/**
 * Public answers, each as the bytes to be sent. Follows the version of the public topic, which
 * every write to it raises.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { HOUR_MS } from '#domain/durations.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Topic } from '../db/versions.ts';
import { createVersionReader, type Versions } from '../db/version-reader.ts';

export type Coding = 'br' | 'gzip';

/** Head and body as written to the socket. */
type Encoding = { head: string[]; body: Buffer };
export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  plain: Encoding;
  /** Compressed forms of the body, one per requested encoding. */
  compressed: Partial<Record<Coding, Encoding>>;
};
type ResponseBody = Pick<CachedResponse, 'status' | 'headers'> & { body: Buffer };

type Entry = CachedResponse & { version: number; validUntil: number };

/** Milliseconds that others wait for an answer that is being produced. */
const MAX_IN_FLIGHT_MS = 2000;
/**
 * Milliseconds for which a cached answer may be used while the database cannot confirm its version.
 */
const MAX_STALE_MS = HOUR_MS;
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;
/** Bytes below which compression gains nothing. */
const MIN_COMPRESSED_BYTES = 512;

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * `clock` decides when an answer that depends on a deadline expires; `nextChange` returns the
 * moment at which public content changes by itself.
 */
export function createResponseCache(
  db: Pick<Db, 'read'>,
  clock: () => Date,
  nextChange: (db: Executor, now: Date) => Promise<Date>,
) {
  const entries = createBoundedCache<Entry>(bytesOf);
  const compressing = new WeakMap<CachedResponse, Map<Coding, Promise<Encoding>>>();
  const inFlight = new Map<string, { made: Promise<void>; end: () => void }>();
  const versions = createVersionReader(db.read);
  const changes = cacheChange(clock, () => nextChange(db.read, clock()));
  const isTrue = (entry: Entry, version: number) =>
    entry.version === version && entry.validUntil > clock().getTime();

  const pick = (key: string, known: Versions | undefined): Entry | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const isGiven = known ? isTrue(entry, known.public) : versions.outageMs() < MAX_STALE_MS;
    return isGiven ? entry : undefined;
  };

  return {
    versionOf: async (topic: Topic): Promise<number> => (await versions.read())[topic],
    /** The version for an answer produced now; undefined while it cannot be read. */
    publicVersion: async (): Promise<number | undefined> => (await versions.check())?.public,

    /** Until when an answer that was made at this version can stay true. */
    validUntil: (version: number): Promise<Date> => changes.after(version),

    /**
     * The answer if it is still valid, else undefined. While the database does not answer: the last
     * one.
     */
    get: (key: string): Promise<CachedResponse | undefined> =>
      versions.check().then((known) => pick(key, known)),

    /**
     * Stores an answer produced while the topic was at `version`, until `validUntil` (milliseconds)
     * at most.
     */
    set(key: string, answer: ResponseBody, version: number, validUntil: number): void {
      entries.set(key, { ...encode(answer), version, validUntil });
      inFlight.get(key)?.end();
    },

    /**
     * The body in this encoding: compressed when first requested, because most answers are only
     * requested by pages of this process, or never again.
     */
    compressed(key: string, entry: CachedResponse, coding: Coding): Promise<Encoding> {
      const running = compressing.get(entry) ?? new Map<Coding, Promise<Encoding>>();
      compressing.set(entry, running);
      const known = running.get(coding);
      if (known) return known;
      const made = compressEntry(entry, coding);
      running.set(coding, made);
      // The entry now takes more memory.
      made.then(
        () => entries.get(key) === entry && entries.set(key, entry as Entry),
        () => running.delete(coding),
      );
      return made;
    },

    /**
     * Resolves once the answer being produced is available, or will not be; undefined if none is
     * being produced.
     */
    inFlight: (key: string): Promise<void> | undefined => inFlight.get(key)?.made,

    /** Announces that an answer is being produced; call the returned function if it failed. */
    begin(key: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        clearTimeout(timer);
        if (inFlight.get(key)?.made === promise) inFlight.delete(key);
        resolve();
      };
      const timer = setTimeout(end, MAX_IN_FLIGHT_MS).unref();
      inFlight.set(key, { made: promise, end });
      return end;
    },
  };
}

/** The next change is the same for all answers of a version, until it comes. */
function cacheChange(clock: () => Date, next: () => Promise<Date>) {
  let known: { version: number; from: Date; at: Date } | undefined;
  const isStillNext = (version: number, now: Date) =>
    known?.version === version && known.from <= now && now < known.at;
  return {
    after: async (version: number): Promise<Date> => {
      const from = clock();
      if (!isStillNext(version, from)) known = { version, from, at: await next() };
      return known!.at;
    },
  };
}

/** Made once for each answer: of a busy server's work this is the largest part. */
function encode({ status, headers, body }: ResponseBody): CachedResponse {
  const plain = withHead(headers, body, {});
  const isSmall = body.length < MIN_COMPRESSED_BYTES;
  return { status, headers, plain, compressed: isSmall ? { br: plain, gzip: plain } : {} };
}

const withHead = (
  headers: Record<string, string>,
  body: Buffer,
  more: Record<string, string>,
): Encoding => ({
  head: Object.entries({ ...headers, ...more, 'content-length': String(body.length) }).flat(),
  body,
});

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Off the event loop, and once for bodies that are sent many times. */
const compress = (body: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'gzip'
    ? compressGzip(body, { level: GZIP_LEVEL })
    : compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

async function compressEntry(entry: CachedResponse, coding: Coding): Promise<Encoding> {
  const body = await compress(entry.plain.body, coding);
  return (entry.compressed[coding] = withHead(entry.headers, body, { 'content-encoding': coding }));
}

/** Heads are texts of a few hundred characters, four times. */
const HEAD_BYTES = 4000;

const bytesOf = ({ plain, compressed }: Entry): number =>
  [plain, ...Object.values(compressed).filter((one) => one !== plain)].reduce(
    (sum, { body }) => sum + body.length,
    HEAD_BYTES,
  );
