/** A look at a whole store: which files have a row, which have none, and whether that is normal. */
import { dirname } from 'node:path';
import type { Problem } from '#domain/problem.ts';
import { isDenied } from './s3-faults.ts';
import type { FileStore } from './store.ts';

/** Takes up to 500 keys and answers those that have a row. */
export type IsKnown = (keys: string[]) => Promise<Set<string>>;
type Kind = 'documents' | 'pictures' | 'pieces';
type Counts = { total: number; known: number; orphans: number };
/** `orphans` are files without a row that are old enough: nobody's upload any more. */
export type Survey = {
  orphans: string[];
  counts: Record<Kind, Counts>;
  foreign: string[];
  foreignTotal: number;
};

const KEYS_PER_QUESTION = 500;
const FOREIGN_NAMES = 20;
const NAME_CHARS = 200;
/**
 * Without a row by crashes: so many are never a reason to stop, nor is so small a share. Of most
 * files a few are enough.
 */
const NORMAL = [
  { share: 0.05, handful: 20 },
  { share: 0.5, handful: 5 },
] as const;
/** Rows and files that belong together differ by so little. */
const FIT_SHARE = 0.05;
/** Pieces of uploads lose their rows in hundreds after a rush: their number says nothing. */
const JUDGED: readonly Kind[] = ['documents', 'pictures'];

function kindOf(key: string): Kind {
  if (key.startsWith('media/')) return 'pictures';
  return key.startsWith('uploads/') ? 'pieces' : 'documents';
}

/** A picture is one, however many files it has. */
const unitOf = (key: string, kind: Kind): string => (kind === 'pictures' ? dirname(key) : key);

type Tally = Record<keyof Counts, Set<string>>;
const newTally = (): Tally => ({ total: new Set(), known: new Set(), orphans: new Set() });
const toCounts = ({ total, known, orphans }: Tally): Counts => ({
  total: total.size,
  known: known.size,
  orphans: orphans.size,
});

export async function surveyFiles(
  store: Pick<FileStore, 'list'>,
  isKnown: IsKnown,
  olderThan: Date,
): Promise<Survey> {
  const tallies: Record<Kind, Tally> = {
    documents: newTally(),
    pictures: newTally(),
    pieces: newTally(),
  };
  const [orphans, foreign]: [string[], string[]] = [[], []];
  let foreignTotal = 0;
  const noteForeign = (name: string) => {
    foreignTotal += 1;
    if (foreign.length < FOREIGN_NAMES) foreign.push(name.slice(0, NAME_CHARS));
  };
  for await (const files of inBatches(store.list('', noteForeign))) {
    const known = await isKnown(files.map(({ key }) => key));
    for (const { key, modifiedAt } of files) {
      const kind = kindOf(key);
      const isOrphan = !known.has(key) && modifiedAt < olderThan;
      tallies[kind].total.add(unitOf(key, kind));
      if (known.has(key)) tallies[kind].known.add(unitOf(key, kind));
      if (!isOrphan) continue;
      tallies[kind].orphans.add(unitOf(key, kind));
      orphans.push(key);
    }
  }
  const counts = {
    documents: toCounts(tallies.documents),
    pictures: toCounts(tallies.pictures),
    pieces: toCounts(tallies.pieces),
  };
  return { orphans, counts, foreign, foreignTotal };
}

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

/**
 * More files without a row than crashes leave: the database is likely the wrong one, or older than
 * the files.
 */
export const hasTooManyOrphans = ({ counts }: Survey): boolean =>
  JUDGED.some((kind) =>
    NORMAL.some(
      ({ share, handful }) =>
        counts[kind].orphans > handful && counts[kind].orphans > counts[kind].total * share,
    ),
  );

/**
 * Whether rows and files belong together, for a store that does not say whose it is. `documentRows`
 * is the number of documents in the database. One without any proves nothing: then no file may be
 * without a row.
 */
export function fits({ counts, orphans }: Survey, documentRows: number): boolean {
  if (documentRows === 0) return orphans.length === 0;
  const missing = Math.max(0, documentRows - counts.documents.known);
  return (
    missing <= documentRows * FIT_SHARE &&
    JUDGED.every((kind) => counts[kind].orphans <= counts[kind].total * FIT_SHARE)
  );
}

/** Undefined where a bucket's rights don't include listing. */
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
