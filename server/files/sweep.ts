/**
 * Which stored files no row knows, and whether so many are normal: a sweep first reads the whole
 * store, and touches only one of its own installation (docs/decisions/0058).
 */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '#domain/problem.ts';
import { PARTIAL_PREFIX, removeOne } from './folders.ts';
import { isDenied } from './s3-session.ts';
import { STAGED_SUFFIX } from './staging.ts';
import type { FileStore } from './store.ts';

/** Why a sweep touches nothing: see docs/operations.md. */
export const SWEEP_STOP_REASONS = ['foreign_store', 'unmarked_store', 'too_many_files'] as const;
export type SweepStop = (typeof SWEEP_STOP_REASONS)[number];
export type SweepStops = Record<SweepStop, number>;
export const noSweepStops = (): SweepStops => ({
  foreign_store: 0,
  unmarked_store: 0,
  too_many_files: 0,
});

/** Takes up to 500 keys and returns those that have a row. */
export type IsKnown = (keys: string[]) => Promise<Set<string>>;
type Kind = 'documents' | 'pictures' | 'parts';
type Counts = { total: number; known: number; orphans: number };
/**
 * `orphans` are files without a row that are old enough not to be uploads in progress; those of
 * uploads in chunks are separate, because their rows expire by design. `longestRun` counts
 * documents without a row that were stored consecutively, with none in between that has one.
 */
export type Survey = {
  orphans: string[];
  parts: string[];
  counts: Record<Kind, Counts>;
  longestRun: number;
  foreign: string[];
  foreignTotal: number;
};

const FOREIGN_NAMES = 20;
const NAME_CHARS = 200;

function kindOf(key: string): Kind {
  if (key.startsWith('media/')) return 'pictures';
  return key.startsWith('uploads/') ? 'parts' : 'documents';
}

/** A picture counts once, however many files it has. */
const unitOf = (key: string, kind: Kind): string => (kind === 'pictures' ? dirname(key) : key);

type Tally = Record<keyof Counts, Set<string>>;
const newTally = (): Tally => ({ total: new Set(), known: new Set(), orphans: new Set() });
const toCounts = ({ total, known, orphans }: Tally): Counts => ({
  total: total.size,
  known: known.size,
  orphans: orphans.size,
});

type FileAge = { at: number; isOrphan: boolean };

function longestRunOf(documents: FileAge[]): number {
  let [run, longest] = [0, 0];
  // Of documents stored at the same moment, those with a row come first.
  documents.sort((a, b) => a.at - b.at || Number(a.isOrphan) - Number(b.isOrphan));
  for (const { isOrphan } of documents) {
    run = isOrphan ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Files that were set aside before (`aside`) and still have no row count no more. */
export async function surveyFiles(
  store: Pick<FileStore, 'list'>,
  isKnown: IsKnown,
  olderThan: Date,
  aside: Pick<Map<string, Date>, 'has'> = new Map(),
): Promise<Survey> {
  const tallies = { documents: newTally(), pictures: newTally(), parts: newTally() };
  const [orphans, parts, foreign]: [string[], string[], string[]] = [[], [], []];
  const documents: FileAge[] = [];
  let foreignTotal = 0;
  const noteForeign = (name: string) => {
    foreignTotal += 1;
    if (foreign.length < FOREIGN_NAMES) foreign.push(name.slice(0, NAME_CHARS));
  };
  for await (const files of inBatches(store.list('', noteForeign))) {
    const known = await isKnown(files.map(({ key }) => key));
    for (const { key, modifiedAt } of files) {
      if (aside.has(key) && !known.has(key)) continue;
      const kind = kindOf(key);
      const isOrphan = !known.has(key) && modifiedAt < olderThan;
      tallies[kind].total.add(unitOf(key, kind));
      if (known.has(key)) tallies[kind].known.add(unitOf(key, kind));
      if (kind === 'documents') documents.push({ at: modifiedAt.getTime(), isOrphan });
      if (!isOrphan) continue;
      tallies[kind].orphans.add(unitOf(key, kind));
      (kind === 'parts' ? parts : orphans).push(key);
    }
  }
  const counts = {
    documents: toCounts(tallies.documents),
    pictures: toCounts(tallies.pictures),
    parts: toCounts(tallies.parts),
  };
  const longestRun = longestRunOf(documents);
  return { orphans, parts, counts, longestRun, foreign, foreignTotal };
}

const KEYS_PER_QUESTION = 500;

export async function* inBatches<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < KEYS_PER_QUESTION) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Limit = { share: number; handful: number };
/**
 * Orphans explained by crashes: neither this number nor this share stops a sweep. A crash leaves
 * the two documents of each submission being stored, or the pictures of a post, of which there may
 * be twenty.
 */
const NORMAL: Record<'documents' | 'pictures', readonly Limit[]> = {
  documents: [
    { share: 0.05, handful: 20 },
    { share: 0.25, handful: 3 },
  ],
  pictures: [
    { share: 0.05, handful: 20 },
    { share: 0.5, handful: 5 },
  ],
};
/**
 * Crashes are scattered among successful submissions; an outdated database lacks everything since
 * its date.
 */
const NORMAL_RUN: Limit = { share: 0.1, handful: 3 };
/** Parts of uploads lose their rows in hundreds after a rush: their number says nothing. */
const JUDGED = ['documents', 'pictures'] as const;

const exceeds = (found: number, total: number, { share, handful }: Limit): boolean =>
  found > handful && found > total * share;

/**
 * More files without a row than crashes leave: the database is probably the wrong one, or older
 * than the files.
 */
export const hasTooManyOrphans = ({ counts, longestRun }: Survey): boolean =>
  exceeds(longestRun, counts.documents.total, NORMAL_RUN) ||
  JUDGED.some((kind) =>
    NORMAL[kind].some((limit) => exceeds(counts[kind].orphans, counts[kind].total, limit)),
  );

/** Rows and files that belong together differ by at most this share. */
const FIT_SHARE = 0.05;

/**
 * Whether rows and files belong together, for a store without an id. `documentRows` is the number
 * of documents in the database. A database without any proves nothing: then no file may be without
 * a row, however young.
 */
export function fits({ counts }: Survey, documentRows: number): boolean {
  const unknown = (kind: Kind): number => counts[kind].total - counts[kind].known;
  if (documentRows === 0)
    return unknown('documents') + unknown('pictures') + unknown('parts') === 0;
  const missing = Math.max(0, documentRows - counts.documents.known);
  return (
    missing <= documentRows * FIT_SHARE &&
    JUDGED.every((kind) => unknown(kind) <= counts[kind].total * FIT_SHARE)
  );
}

/** Undefined if the credentials of a bucket do not include listing. */
export async function isEmptyStore(store: Pick<FileStore, 'list'>): Promise<boolean | undefined> {
  let isEmpty = true;
  try {
    for await (const _file of store.list('', () => void (isEmpty = false))) return false;
    return isEmpty;
  } catch (error) {
    if (isDenied((error as Problem).cause)) return undefined;
    throw error;
  }
}

/**
 * A store carries the id of the installation whose database knows its files. `unmarked`: it has no
 * id, but has files.
 */
export type Ownership = 'own' | 'foreign' | 'unmarked';

export async function claimStore(store: FileStore, installationId: string): Promise<Ownership> {
  const marker = await store.readMarker();
  if (marker) return marker === installationId ? 'own' : 'foreign';
  return (await isEmptyStore(store)) ? markStore(store, installationId) : 'unmarked';
}

/** If two instances mark a store at the same time, one of them finds the other's id. */
export async function markStore(store: FileStore, installationId: string): Promise<Ownership> {
  await store.writeMarker(installationId);
  return (await store.readMarker()) === installationId ? 'own' : 'foreign';
}

/** What was deleted, and what could not be. */
export type Removal = { removed: string[]; failed: string[]; error: unknown };

/**
 * Asks once more immediately before: a row may have been written in the meantime. One file that
 * cannot be deleted, such as a locked one, must not stop the others; a store that does not answer
 * does.
 */
export async function removeUnknown(
  store: FileStore,
  isKnown: IsKnown,
  keys: string[],
): Promise<Removal> {
  const removal: Removal = { removed: [], failed: [], error: undefined };
  for await (const batch of inBatches(keys)) {
    const known = await isKnown(batch);
    for (const key of batch.filter((one) => !known.has(one))) {
      try {
        await store.delete(key);
        removal.removed.push(key);
      } catch (error) {
        await store.ping();
        removal.failed.push(key);
        removal.error ??= error;
      }
    }
  }
  return removal;
}

/** What interrupted uploads have left in the folder that they are received in. */
export async function sweepStaging(dir: string, olderThan: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith(STAGED_SUFFIX) && !name.startsWith(PARTIAL_PREFIX)) continue;
    const path = join(dir, name);
    const facts = await stat(path).catch(() => undefined);
    if (!facts || facts.mtime >= olderThan) continue;
    count += await removeOne(path);
  }
  return count;
}
