/**
 * The process that reads strangers' PDFs: whether they can be opened, and copies of them without
 * names. If it hangs or grows, the pool ends it.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { answerTasks } from '../pool/answering.ts';
import { MarkerScanner } from './markers.ts';
import { ParseBudget } from './source.ts';
import { type PdfInspection, inspectStructure } from './structure.ts';

export type PdfTask = { inspect: string } | { clean: string; to: string };

const BLOCK = Buffer.allocUnsafeSlow(256 * 1024);
/** A process whose heap has grown to this size is replaced: V8 would keep the memory. */
const MAX_IDLE_HEAP_BYTES = 20 * 1024 * 1024;
/** A copy can wait; requests cannot. */
const CLEANING_PRIORITY = 10;

answerTasks<PdfTask, PdfInspection | boolean>(
  (task, begin) =>
    'clean' in task ? clean(task, () => begin(false)) : inspectFile(task.inspect, begin),
  (task) => 'clean' in task || getHeapStatistics().total_heap_size > MAX_IDLE_HEAP_BYTES,
);

function inspectFile(path: string, begin: (ifBroken: PdfInspection) => void): PdfInspection {
  const fd = openSync(path, 'r');
  try {
    const { sha256, markers } = readThrough(fd);
    begin({ ok: false, reason: 'unreadable', sha256 });
    const structure = inspectStructure(fd, new ParseBudget());
    return structure.ok
      ? { ...structure, sha256, markers: [...new Set([...markers, ...structure.markers])] }
      : { ...structure, sha256 };
  } finally {
    closeSync(fd);
  }
}

/** Whether there is a copy now: of encrypted and damaged files there can be none. */
async function clean(task: { clean: string; to: string }, begin: () => void): Promise<boolean> {
  setPriority(CLEANING_PRIORITY);
  const { toCleanCopy } = await import('./clean-copy.ts');
  const bytes = readFileSync(task.clean);
  begin();
  const copy = await toCleanCopy(bytes).catch(() => undefined);
  if (copy) writeFileSync(task.to, copy);
  return copy !== undefined;
}

function readThrough(fd: number) {
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
