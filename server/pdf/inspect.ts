/**
 * Checks whether an upload is a PDF that people can open. Written by hand, because PDF libraries
 * load the whole file into memory and cannot be held to a budget of bytes and CPU time
 * (docs/decisions/0021).
 */
import { createPdfPool } from './pool.ts';
import type { PdfInspection } from './structure.ts';

export type { PdfInspection };

const pool = createPdfPool({
  workerUrl: new URL('./worker.ts', import.meta.url),
  maxWorkers: 2,
  maxWaitMs: 250,
  cpuLimitMs: 2_000,
  timeLimitMs: 20_000,
  idleMs: 30_000,
  maxWaiting: 64,
  maxWaitingOfOne: 12,
});

/**
 * Whether a reader can open the file, judged by its structure and not its name: contract §5.22.
 * Runs in a worker thread with limits of time and memory; `owner` is the sender, for fair
 * scheduling. `markers` are those found in the raw bytes and in compressed parts. Also returns the
 * file's digest. Refuses with `overloaded` if the machine has no time for it.
 */
export const inspectPdf = (path: string, owner: string): Promise<PdfInspection> =>
  pool.inspect(path, owner);

/** For tests: ends the worker threads; the next inspection starts them again. */
export const closePdfWorkers = (): Promise<void> => pool.close();
