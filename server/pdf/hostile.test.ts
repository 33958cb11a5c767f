import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE_PDFS } from '#tests/hostile-pdfs.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { createPool } from '../pool/pool.ts';
import type { PdfInspection } from './structure.ts';
import type { PdfTask } from './worker.ts';

const MB = 1024 * 1024;
/** Growth of a process that has read an honest file. */
const MAX_GROWTH_BYTES = 40 * MB;
const SAMPLE_MS = 5;

/** Files that are wasteful but intact: readers open them. */
const OPENS = [
  'tables in a loop',
  'two hundred object streams of 2 MB beside its pages',
  'two hundred object streams that break after 12 MB beside its pages',
  'five thousand pages and many subsections',
  'an encrypted bomb',
];

let dir: string;
const pool = createPool<PdfTask, PdfInspection>({
  fork: new URL('./worker.ts', import.meta.url),
  heapMb: 32,
  memoryLimitBytes: 256 * MB,
  maxWorkers: 1,
  maxWaitMs: 0,
  cpuLimitMs: 10_000,
  timeLimitMs: 120_000,
  idleMs: 120_000,
  maxWaiting: 4,
  maxWaitingOfOne: 4,
  unanswered(ending) {
    throw new Error(ending);
  },
});

const inspect = (name: string) => pool.run({ inspect: join(dir, name) }, 'somebody');

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pdf-'));
  await writeFile(join(dir, 'honest.pdf'), await makePdf({ pages: 300, objectStreams: true }));
});
afterAll(async () => {
  await pool.close();
  await rm(dir, { recursive: true });
});

/** The most memory that the processes have had so far; those that have ended are left out. */
const peakOfProcesses = (): number =>
  Math.max(
    0,
    ...pool.workers.map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'latin1');
        return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
      } catch {
        return 0;
      }
    }),
  );

async function peakWhile<R>(run: () => Promise<R>): Promise<{ result: R; growth: number }> {
  const calm = peakOfProcesses();
  let peak = calm;
  const sample = () => (peak = Math.max(peak, peakOfProcesses()));
  const timer = setInterval(sample, SAMPLE_MS);
  const result = await run();
  sample();
  clearInterval(timer);
  return { result, growth: peak - calm };
}

it.each(Object.keys(HOSTILE_PDFS))('%s ends within the limits', async (name) => {
  await writeFile(join(dir, 'hostile.pdf'), HOSTILE_PDFS[name]!());
  // A new process starts with this file: its own memory is not the hostile file's.
  await pool.close();
  await inspect('honest.pdf');
  const { result, growth } = await peakWhile(() => inspect('hostile.pdf'));
  expect(result).toMatchObject(
    OPENS.includes(name) ? { ok: true } : { ok: false, reason: 'unreadable' },
  );
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
});
