/** Copies of PDFs without what tells whose they are: information, XMP metadata, attachments. */
import { Worker } from 'node:worker_threads';

/** Enough for a file of 20 MB that is not made to hurt. */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 256,
  maxYoungGenerationSizeMb: 16,
  stackSizeMb: 4,
};
const TIME_LIMIT_MS = 120_000;
/** Of a thread that had no file descriptors, for example. */
const NOT_STARTED = 'ERR_WORKER_INIT_FAILED';

/**
 * Writes a clean copy of the file; false if there can be none within the limits: of encrypted ones,
 * for example. Its thread ends with it. Fails if the machine could not read or write: that says
 * nothing of the file.
 */
export function cleanPdf(from: string, to: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./clean-worker.ts', import.meta.url), {
      workerData: { from, to },
      resourceLimits: RESOURCE_LIMITS,
      env: {},
      name: 'pdf-clean',
    });
    let isClean = false;
    const timer = setTimeout(() => void thread.terminate(), TIME_LIMIT_MS);
    thread.on('message', () => void (isClean = true));
    // Followed by the exit event, which then settles nothing more.
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall !== undefined || error.code === NOT_STARTED) reject(error);
    });
    thread.on('exit', () => {
      clearTimeout(timer);
      resolve(isClean);
    });
  });
}
