import { createPdfPool } from './pdf-pool.ts';
import type { PdfInspection, PdfRefusal } from './pdf-structure.ts';

export type { PdfInspection, PdfRefusal };

const pool = createPdfPool({
  workerUrl: new URL('./pdf-worker.ts', import.meta.url),
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

const REFUSALS: Record<PdfRefusal, (file: string) => string> = {
  empty: (file) => `${file} is empty. Choose a PDF file with content and try again.`,
  not_pdf: (file) => `${file} is not a PDF file. Save or export it as a PDF and try again.`,
  truncated: (file) => `${file} is incomplete: the end of the file is missing. Save it as a PDF again and try again.`,
  encrypted: (file) => `${file} is protected with a password. Save it without a password and try again.`,
  unreadable: (file) => `${file} is damaged and can't be opened. Save it as a PDF again and try again.`,
};

/** The sentence for a refused file, e.g. pdfRefusal('pitch deck', 'empty'): "The pitch deck is empty. …". */
export function pdfRefusal(label: string, reason: PdfRefusal): string {
  return REFUSALS[reason](`The ${label}`);
}
