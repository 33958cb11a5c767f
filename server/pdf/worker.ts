import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { MarkerScanner, type PdfMarker } from './markers.ts';
import { type PdfInspection, inspectStructure } from './structure.ts';

// A thread that is terminated writes no cache by itself, and the next one would strip the types again.
flushCompileCache();

const BLOCK = Buffer.allocUnsafeSlow(256 * 1024);

/** The thread that reads strangers' PDFs: it may hang or run out of memory, and is then ended by `pool.ts`. */
parentPort?.on('message', (path: string) => {
  parentPort!.postMessage(inspectFile(path));
});

function inspectFile(path: string): PdfInspection | { error: string } {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const { sha256, markers } = readThrough(fd);
    parentPort!.postMessage({ digest: sha256 });
    const structure = inspectStructure(fd);
    return structure.ok ? { ...structure, sha256, markers: [...new Set([...markers, ...structure.markers])] } : { ...structure, sha256 };
  } catch (error) {
    return { error: String(error) };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Every byte once: the digest, and the marks that stand in the open. */
function readThrough(fd: number): { sha256: string; markers: Set<PdfMarker> } {
  const hash = createHash('sha256');
  const scanner = new MarkerScanner();
  for (let position = 0; ; ) {
    const length = readSync(fd, BLOCK, 0, BLOCK.length, position);
    if (length === 0) return { sha256: hash.digest('hex'), markers: scanner.found };
    const bytes = BLOCK.subarray(0, length);
    hash.update(bytes);
    scanner.scan(bytes);
    position += length;
  }
}
