/**
 * One thread that cleans texts, one after the other; it starts with the first and ends when nothing
 * has come for a while.
 */
import { Worker } from 'node:worker_threads';
import { Problem } from '#domain/problem.ts';
import type { CleanText, TextKind } from './clean-text.ts';
import type { Job, Outcome } from './rich-text-worker.ts';

const IDLE_MS = 30_000;
/** A text costs a tenth of a second at most. */
const MAX_WAITING = 64;
const RETRY_AFTER_SECONDS = 5;
const HEAP_MEGABYTES = 64;
const BUSY = 'Very many texts are being saved right now. Please try again in a moment.';

type Waiting = { resolve(text: CleanText): void; reject(error: Error): void };

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/** Refuses `overloaded` while too many wait. */
export function cleanInThread(kind: TextKind, html: string): Promise<CleanText> {
  if (waiting.size >= MAX_WAITING)
    return Promise.reject(new Problem('overloaded', BUSY, { retryAfter: RETRY_AFTER_SECONDS }));
  clearTimeout(idle);
  worker ??= startWorker();
  const job: Job = { id: ++lastId, kind, html };
  return new Promise((resolve, reject) => {
    waiting.set(job.id, { resolve, reject });
    worker!.postMessage(job);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./rich-text-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  started.unref();
  started.on('message', finish);
  started.on('error', (error) => started === worker && replace(error));
  started.on(
    'exit',
    (code) =>
      started === worker && replace(new Error(`the thread that cleans texts ended with ${code}`)),
  );
  return started;
}

function finish(outcome: Outcome): void {
  const job = waiting.get(outcome.id);
  waiting.delete(outcome.id);
  if ('text' in outcome) job?.resolve(outcome.text);
  else job?.reject(new Error(outcome.error));
  if (waiting.size === 0) idle = setTimeout(() => void closeTextThread(), IDLE_MS).unref();
}

/** Those who wait hear of it; the next text starts another thread. */
function replace(error: Error): void {
  worker = undefined;
  for (const [id, job] of waiting) {
    waiting.delete(id);
    job.reject(error);
  }
}

export const hasTextThread = (): boolean => worker !== undefined;

export async function closeTextThread(): Promise<void> {
  clearTimeout(idle);
  const ended = worker;
  replace(new Error('the thread that cleans texts was closed'));
  await ended?.terminate();
}
