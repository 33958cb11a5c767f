import { createPdfPool } from './pool.ts';
import type { PdfInspection } from './structure.ts';

export type { PdfInspection };

const pool = createPdfPool({
  workerUrl: new URL('./worker.ts', import.meta.url),
  maxWorkers: 2,
  patienceMs: 500,
  timeLimitMs: 10_000,
  idleMs: 30_000,
  maxWaiting: 64,
});

/**
 * Says whether a reader can open the file, by its structure and not its name (contract.md section 5). Runs in a worker thread with
 * limits of time and memory. `markers` are those of the raw bytes and of compressed parts. Also answers the file's digest.
 */
export const inspectPdf = (path: string): Promise<PdfInspection> => pool.inspect(path);

/** Ends the worker threads; the next inspection starts them again. */
export const closePdfWorkers = (): Promise<void> => pool.close();
