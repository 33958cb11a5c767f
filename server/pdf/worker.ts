import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { ParseBudget } from './budget.ts';
import { MarkerScanner, type PdfMarker } from './markers.ts';
import { type PdfInspection, inspectStructure } from './structure.ts';

// A terminated thread does not write the cache itself, and the next one would have to strip the
// types again.
flushCompileCache();

const BLOCK = Buffer.allocUnsafeSlow(256 * 1024);
/**
 * A thread whose heap has grown to this size is replaced: V8 would keep the memory until it needs
 * it.
 */
const MAX_IDLE_HEAP_BYTES = 16 * 1024 * 1024;

/**
 * The thread that reads strangers' PDFs. If it hangs or runs out of memory, `pool.ts` terminates
 * it.
 */
parentPort?.on('message', (path: string) => {
  const result = inspectFile(path);
  parentPort!.postMessage(
    'error' in result
      ? result
      : {
          answer: result,
          cpuMs: cpuMs(),
          isSpent: getHeapStatistics().total_heap_size > MAX_IDLE_HEAP_BYTES,
        },
  );
});

function inspectFile(path: string): PdfInspection | { error: string; code: string | undefined } {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const { sha256, markers } = readThrough(fd);
    parentPort!.postMessage({ digest: sha256, cpuMs: cpuMs() });
    const structure = inspectStructure(fd, new ParseBudget());
    return structure.ok
      ? { ...structure, sha256, markers: [...new Set([...markers, ...structure.markers])] }
      : { ...structure, sha256 };
  } catch (error) {
    // A cloned error loses its code, and with it whether the machine failed.
    return { error: String(error), code: (error as NodeJS.ErrnoException).code };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Reads every byte once: for the digest, and for uncompressed markers. */
function readThrough(fd: number): { sha256: string; markers: Set<PdfMarker> } {
  const hash = createHash('sha256');
  const scanner = new MarkerScanner();
  for (let position = 0; ;) {
    const length = readSync(fd, BLOCK, 0, BLOCK.length, position);
    if (length === 0) return { sha256: hash.digest('hex'), markers: scanner.found };
    const bytes = BLOCK.subarray(0, length);
    hash.update(bytes);
    scanner.scan(bytes);
    position += length;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
