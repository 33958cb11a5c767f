/** A look at a whole store: which files have a row, which have none, and whether that is normal. */
import type { Problem } from '#domain/problem.ts';
import { isDenied } from './s3-faults.ts';
import type { FileStore } from './store.ts';

/** Takes up to 500 keys and answers those that have a row. */
export type IsKnown = (keys: string[]) => Promise<Set<string>>;
type Kind = 'documents' | 'pictures' | 'pieces';
type Counts = { total: number; known: number; orphans: number };
/** `orphans` are files without a row that are old enough: nobody's upload any more. */
export type Survey = { orphans: string[]; counts: Record<Kind, Counts>; foreign: string[]; foreignTotal: number };

const KEYS_PER_QUESTION = 500;
const FOREIGN_NAMES = 20;
const NAME_CHARS = 200;
/** Without a row by a crash now and then: so many are never a reason to stop. */
const HANDFUL = 10;
const SMALL_SHARE = 0.05;
/** Pieces of uploads lose their rows in hundreds after a rush: their number says nothing. */
const JUDGED: readonly Kind[] = ['documents', 'pictures'];

export function kindOf(key: string): Kind {
  if (key.startsWith('media/')) return 'pictures';
  return key.startsWith('uploads/') ? 'pieces' : 'documents';
}

const none = (): Counts => ({ total: 0, known: 0, orphans: 0 });

export async function surveyFiles(store: Pick<FileStore, 'list'>, isKnown: IsKnown, olderThan: Date): Promise<Survey> {
  const survey: Survey = { orphans: [], counts: { documents: none(), pictures: none(), pieces: none() }, foreign: [], foreignTotal: 0 };
  const noteForeign = (name: string) => {
    survey.foreignTotal += 1;
    if (survey.foreign.length < FOREIGN_NAMES) survey.foreign.push(name.slice(0, NAME_CHARS));
  };
  for await (const files of inBatches(store.list('', noteForeign))) {
    const known = await isKnown(files.map(({ key }) => key));
    for (const { key, modifiedAt } of files) {
      const counts = survey.counts[kindOf(key)];
      counts.total += 1;
      if (known.has(key)) counts.known += 1;
      else if (modifiedAt < olderThan) {
        counts.orphans += 1;
        survey.orphans.push(key);
      }
    }
  }
  return survey;
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

const isSmall = (part: number, whole: number): boolean => part <= whole * SMALL_SHARE;

/** More files without a row than crashes can leave: the database is likely the wrong one, or older than the files. */
export const hasTooManyOrphans = ({ counts }: Survey): boolean =>
  JUDGED.some((kind) => counts[kind].orphans > HANDFUL && !isSmall(counts[kind].orphans, counts[kind].total));

/**
 * Whether rows and files belong together, for a store that does not say whose it is. `documentRows` is the number of documents in the
 * database. One without any proves nothing: then no file may be without a row.
 */
export function fits({ counts, orphans }: Survey, documentRows: number): boolean {
  const missing = Math.max(0, documentRows - counts.documents.known);
  if (documentRows === 0) return orphans.length === 0;
  return isSmall(missing, documentRows) && JUDGED.every((kind) => isSmall(counts[kind].orphans, counts[kind].total));
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
