import { closeSync, openSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type PdfInspection, inspectStructure } from './pdf-structure.ts';

// A thread that is terminated writes no cache by itself, and the next one would strip the types again.
flushCompileCache();

/** The thread that reads strangers' PDFs: it may hang or run out of memory, and is then ended by `pdf-pool.ts`. */
parentPort?.on('message', (path: string) => {
  parentPort!.postMessage(inspectFile(path));
});

function inspectFile(path: string): PdfInspection | { error: string } {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    return inspectStructure(fd);
  } catch (error) {
    return { error: String(error) };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
