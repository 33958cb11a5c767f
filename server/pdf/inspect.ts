/**
 * Checks whether an upload is a PDF that people can open, and makes copies without names. The check
 * is written by hand, because PDF libraries load the whole file into memory and cannot be held to a
 * budget of bytes and CPU time (docs/decisions/0021). Both run in processes of their own.
 */
import { Problem } from '#domain/problem.ts';
import { createPool } from '../pool/pool.ts';
import type { PdfInspection } from './structure.ts';
import type { PdfTask } from './worker.ts';

export type { PdfInspection };

const MB = 1024 * 1024;
const BUSY = 'Too many documents are being checked right now. Try again in a moment.';

const worker = {
  fork: new URL('./worker.ts', import.meta.url),
  unanswered(): never {
    throw new Problem('overloaded', BUSY, { retryAfter: 5 });
  },
};

/**
 * A process costs some 50 MB and an honest file a millisecond. What a process reads and inflates
 * lies outside of its heap, bounded by `source.ts`.
 */
const checks = createPool<PdfTask, PdfInspection>({
  ...{ ...worker, heapMb: 32, memoryLimitBytes: 256 * MB },
  ...{ maxWorkers: 2, maxWaitMs: 250, idleMs: 30_000 },
  ...{ cpuLimitMs: 2_000, timeLimitMs: 20_000, waitLimitMs: 20_000 },
  ...{ maxWaiting: 64, maxWaitingOfOne: 12 },
});

/** One at a time, so that people who upload are not kept waiting. */
const copies = createPool<PdfTask, boolean>({
  ...{ ...worker, heapMb: 256, memoryLimitBytes: 640 * MB, idleMs: 0 },
  ...{ cpuLimitMs: 60_000, timeLimitMs: 180_000, waitLimitMs: 180_000 },
  ...{ maxWaiting: 4, maxWaitingOfOne: 4 },
});

/**
 * Whether a reader can open the file, judged by its structure and not its name: contract §5.22;
 * with the markers that were found, and its digest. `owner` is the sender, for fair scheduling.
 */
export const inspectPdf = (path: string, owner: string): Promise<PdfInspection> =>
  checks.run({ inspect: path }, owner);

/**
 * Writes a copy without what tells whose the file is; false if there can be none within the limits:
 * of encrypted ones, for example. Refuses if the machine could not read or write, or has no time:
 * that says nothing of the file.
 */
export const cleanPdf = (from: string, to: string): Promise<boolean> =>
  copies.run({ clean: from, to }, 'copies');
