import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '#domain/problem.ts';
import type { PdfInspection } from './structure.ts';

export type PdfPoolOptions = { workerUrl: URL; maxWorkers: number; patienceMs: number; timeLimitMs: number; idleMs: number; maxWaiting: number };
export type PdfPool = { inspect(path: string): Promise<PdfInspection>; close(): Promise<void>; readonly workers: number };

/** Heap of a worker; what it reads and inflates is bounded by the parser itself. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 };
const RETRY_AFTER_SECONDS = 5;

/** The digest comes ahead of the rest: it is known also of a file that breaks the inspection. */
type Message = PdfInspection | { digest: string } | { error: string };
type Job = { path: string; resolve(answer: PdfInspection): void; reject(error: unknown): void };
type Seat = { worker: Worker; job: Job | undefined; digest: string | undefined; since: number; timer: NodeJS.Timeout | undefined };

/**
 * Worker threads that start with the first job, end when idle, and never hold the process. A thread costs some 20 MB and an honest
 * file a millisecond, so another one starts only when all have been at one job for `patienceMs`. A job that exceeds its time or
 * memory is answered `unreadable` and its worker replaced. More than `maxWaiting` jobs are refused as `overloaded`, and so is a
 * file that could not even be read through in that time, which is not its fault.
 */
export function createPdfPool(options: PdfPoolOptions): PdfPool {
  const seats = new Set<Seat>();
  const waiting: Job[] = [];

  function inspect(path: string): Promise<PdfInspection> {
    if (waiting.length >= options.maxWaiting) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      waiting.push({ path, resolve, reject });
      assignJobs();
    });
  }

  function assignJobs(): void {
    while (waiting.length > 0) {
      const seat = [...seats].find(({ job }) => !job) ?? openSeatWhenAllAreSlow();
      if (!seat) return;
      startJob(seat, waiting.shift()!);
    }
  }

  function openSeatWhenAllAreSlow(): Seat | undefined {
    if (seats.size >= options.maxWorkers) return undefined;
    const latest = Math.max(0, ...[...seats].map(({ since }) => since));
    const wait = seats.size === 0 ? 0 : latest + options.patienceMs - performance.now();
    if (wait <= 0) return openSeat();
    setTimeout(assignJobs, wait + 1);
    return undefined;
  }

  function openSeat(): Seat {
    const worker = new Worker(options.workerUrl, { resourceLimits: RESOURCE_LIMITS, env: workerEnvironment(), name: 'pdf' });
    const seat: Seat = { worker, job: undefined, digest: undefined, since: 0, timer: undefined };
    seats.add(seat);
    worker.on('message', (message: Message) => ('digest' in message ? (seat.digest = message.digest) : finishJob(seat, message)));
    // An error is followed by the exit, before which all that the worker had said has come.
    worker.on('error', () => undefined);
    worker.on('exit', () => closeSeat(seat));
    return seat;
  }

  function startJob(seat: Seat, job: Job): void {
    clearTimeout(seat.timer);
    seat.job = job;
    seat.digest = undefined;
    seat.since = performance.now();
    // Referenced while it works, so that a script waits for the answer.
    seat.worker.ref();
    // What it has said meanwhile is read first.
    seat.timer = setTimeout(() => setImmediate(() => seat.job === job && closeSeat(seat)), options.timeLimitMs);
    seat.worker.postMessage(job.path);
  }

  function finishJob(seat: Seat, answer: Exclude<Message, { digest: string }>): void {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = undefined;
    seat.worker.unref();
    seat.timer = setTimeout(() => closeSeat(seat), options.idleMs).unref();
    if ('error' in answer) job?.reject(new Error(answer.error));
    else job?.resolve(answer);
    assignJobs();
  }

  function closeSeat(seat: Seat): void {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.timer);
    if (seat.digest) seat.job?.resolve({ ok: false, reason: 'unreadable', sha256: seat.digest });
    else seat.job?.reject(overloaded());
    void seat.worker.terminate();
    assignJobs();
  }

  async function close(): Promise<void> {
    for (const job of waiting.splice(0)) job.reject(overloaded());
    const workers = [...seats].map(({ worker }) => worker);
    for (const seat of [...seats]) {
      // It ends because we do, whatever the file is.
      seat.digest = undefined;
      closeSeat(seat);
    }
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  return {
    inspect,
    close,
    get workers() {
      return seats.size;
    },
  };
}

/** No secrets; but the process's compile cache, if it has one: without it a thread loads the type stripper, 45 MB instead of 20. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
}

function overloaded(): Problem {
  return new Problem('overloaded', 'Too many documents are being checked right now. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
