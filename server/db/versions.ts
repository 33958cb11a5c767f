/** A number per topic that grows with every write to it; caches compare it. */
import { sql } from 'kysely';
import { doLast, type Executor } from './open.ts';
import { rowsStatement } from './statement.ts';

export type Topic = 'public' | 'proposals';
type Versions = Record<Topic, number>;

/**
 * Raises the topic's version in the writing transaction, so that every instance sees both together.
 */
export const raiseVersion = (tx: Executor, topic: Topic): Promise<void> =>
  doLast(tx, `version of ${topic}`, () =>
    tx
      .insertInto('versions')
      .values({ topic, number: 1 })
      .onConflict((conflict) =>
        conflict.column('topic').doUpdateSet({ number: sql`versions.number + 1` }),
      )
      .execute(),
  );

const listVersions = rowsStatement((db) => db.selectFrom('versions').select(['topic', 'number']));

async function readVersions(db: Executor): Promise<Versions> {
  const rows = await listVersions(db);
  return {
    public: 0,
    proposals: 0,
    ...Object.fromEntries(rows.map(({ topic, number }) => [topic, number])),
  };
}

type VersionReader = {
  /**
   * A fresh read, begun after the call; undefined if they cannot be read: after a second the first
   * time, then at once until the database answers again.
   */
  check(): Promise<Versions | undefined>;
  /** Milliseconds since versions could last be read; 0 while they can be read. */
  outageMs(): number;
};

const MAX_WAIT_MS = 1000;
const RETRY_AFTER_MS = 1000;

type Outage = { since: number; triedAt: number; isTrying: boolean };

const UNKNOWN = Promise.resolve(undefined);

/** For the caches: one read for all concurrent callers. */
export function createVersionReader(db: Executor): VersionReader {
  let outage: Outage | undefined;

  const attempt = shareRead(async (): Promise<Versions | undefined> => {
    try {
      const versions = await within(MAX_WAIT_MS, readVersions(db));
      outage = undefined;
      return versions;
    } catch {
      const now = performance.now();
      outage = { since: outage?.since ?? now, triedAt: now, isTrying: false };
      return undefined;
    }
  });
  const check = () => {
    if (!outage) return attempt();
    if (!outage.isTrying && performance.now() - outage.triedAt >= RETRY_AFTER_MS) {
      outage.isTrying = true;
      void attempt();
    }
    return UNKNOWN;
  };
  return { check, outageMs: () => (outage ? performance.now() - outage.since : 0) };
}

async function within<R>(milliseconds: number, work: Promise<R>): Promise<R> {
  const late = Promise.withResolvers<never>();
  // Wait one more iteration of the loop: if this process was late, the answer may have arrived
  // already.
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new Error('The versions could not be read in time.'))),
    milliseconds,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One shared read at a time. It starts after the last caller has joined, so none sees a stale
 * version.
 */
function shareRead<R>(read: () => Promise<R>): () => Promise<R> {
  let next: Promise<R> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const begin = async () => {
    await running;
    await new Promise(setImmediate);
    next = undefined;
    const result = read();
    running = result.catch(() => undefined);
    return result;
  };
  return () => (next ??= begin());
}
