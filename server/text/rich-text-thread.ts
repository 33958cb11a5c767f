/**
 * A single thread that cleans texts one after the other; starts with the first text and ends when
 * idle.
 */
import { Worker } from 'node:worker_threads';
import { Problem } from '#domain/problem.ts';
import { FairQueue } from '../pdf/fair-queue.ts';
import type { CleanText, TextKind } from './rich-text.ts';
import type { Job, Outcome } from './rich-text-worker.ts';

const IDLE_MS = 30_000;
/** A text takes at most a tenth of a second: the rest is a busy machine, or a text that hangs. */
const LIMIT_MS = 10_000;
const MAX_WAITING = 64;
const MAX_WAITING_OF_ONE = 2;
const RETRY_AFTER_SECONDS = 5;
const HEAP_MEGABYTES = 64;
const BUSY = 'Very many texts are being saved right now. Try again in a moment.';

type WaitingJob = {
  job: Job;
  owner: string;
  resolve(text: CleanText): void;
  reject(error: Error): void;
};

const waiting = new FairQueue<WaitingJob>({
  maxWaiting: MAX_WAITING,
  maxWaitingOfOne: MAX_WAITING_OF_ONE,
});
let running: WaitingJob | undefined;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let limit: NodeJS.Timeout | undefined;
let lastId = 0;

/**
 * The owner who has used least CPU time is served first; `owner` is the person whose
 * text it is. Refuses with `overloaded` while too many texts wait, in total or of this owner.
 */
export function cleanInThread(kind: TextKind, html: string, owner: string): Promise<CleanText> {
  return new Promise((resolve, reject) => {
    const job: Job = { id: ++lastId, kind, html };
    if (waiting.add(owner, { job, owner, resolve, reject })) startNext();
    else reject(overloaded());
  });
}

const overloaded = (): Problem =>
  new Problem('overloaded', BUSY, { retryAfter: RETRY_AFTER_SECONDS });

function startNext(): void {
  if (running) return;
  clearTimeout(idle);
  running = waiting.take(() => true);
  if (!running) {
    idle = setTimeout(() => void closeTextThread(), IDLE_MS).unref();
    return;
  }
  try {
    (worker ??= startWorker()).postMessage(running.job);
    limit = setTimeout(giveUp, LIMIT_MS).unref();
  } catch (error) {
    replace(error as Error);
  }
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
  if (running?.job.id !== outcome.id) return;
  const { owner, resolve, reject } = running;
  clearTimeout(limit);
  running = undefined;
  waiting.charge(owner, outcome.cpuMs);
  if ('text' in outcome) resolve(outcome.text);
  else reject(new Error(outcome.error));
  startNext();
}

/** Fails the text being cleaned; the next one starts another thread. */
function replace(error: Error): void {
  clearTimeout(limit);
  worker = undefined;
  const ended = running;
  running = undefined;
  ended?.reject(error);
  startNext();
}

/** Whoever sent it goes last for a minute. */
function giveUp(): void {
  const late = worker;
  if (running) waiting.charge(running.owner, LIMIT_MS);
  replace(overloaded());
  void late?.terminate();
}

/** For tests: short texts start no thread. */
export const hasTextThread = (): boolean => worker !== undefined;

export async function closeTextThread(): Promise<void> {
  const ended = worker;
  worker = undefined;
  const all = [...(running ? [running] : []), ...waiting.clear()];
  running = undefined;
  for (const timer of [idle, limit]) clearTimeout(timer);
  for (const { reject } of all) reject(new Error('the thread that cleans texts was closed'));
  await ended?.terminate();
}
