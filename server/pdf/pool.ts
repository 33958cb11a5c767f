import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '#domain/problem.ts';
import { FairQueue } from './fair-queue.ts';
import type { PdfInspection } from './structure.ts';

export type PdfPoolOptions = {
  workerUrl: URL;
  maxWorkers: number;
  /** How long every worker must have been busy with its job before another one starts. */
  maxWaitMs: number;
  /** CPU time of one job, from when its bytes were read. Honest files take a hundredth. */
  cpuLimitMs: number;
  /** How long a job may wait, and how long it may run: a busy machine is not the file's fault. */
  timeLimitMs: number;
  idleMs: number;
  maxWaiting: number;
  maxWaitingOfOne: number;
};
type PdfPool = {
  inspect(path: string, owner: string): Promise<PdfInspection>;
  close(): Promise<void>;
  readonly workers: number;
};

/**
 * Heap limits of a worker; what it reads and inflates lies outside of the heap and is bounded by
 * `budget.ts`.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 };
const RETRY_AFTER_SECONDS = 5;
const CPU_CHECK_MS = 200;

/**
 * Messages of a worker. The digest is sent first, so that it is known even if the file breaks the
 * inspection. `cpuMs` is the thread's CPU time so far. A worker `isSpent` if its heap has grown so
 * much that it should be replaced.
 */
type Message =
  | { digest: string; cpuMs: number }
  | { answer: PdfInspection; cpuMs: number; isSpent: boolean }
  | { error: string; code: string | undefined };
type Job = {
  path: string;
  owner: string;
  timer: NodeJS.Timeout | undefined;
  resolve(answer: PdfInspection): void;
  reject(error: unknown): void;
};
type Run = { job: Job; since: number; digest: string | undefined; cpuAtDigest: number };
type PoolWorker = { thread: Worker; run: Run | undefined; cpuMs: number; timers: NodeJS.Timeout[] };

/**
 * Worker threads that start with the first job, end when idle, and never keep the process alive. A
 * thread costs some 20 MB and an honest file a millisecond, so another one starts only when all
 * have been busy with one job for `maxWaitMs`. Whoever has used least CPU time is served first
 * (`fair-queue.ts`), and nobody has two workers at once. A job that exceeds its CPU time or
 * memory is answered with `unreadable`, and its worker is replaced. Jobs beyond the length of
 * the queue are refused with `overloaded`, and so is a job for which the machine had no time.
 */
export function createPdfPool(options: PdfPoolOptions): PdfPool {
  const workers = new Set<PoolWorker>();
  const waiting = new FairQueue<Job>(options);

  function inspect(path: string, owner: string): Promise<PdfInspection> {
    return new Promise((resolve, reject) => {
      const job: Job = { path, owner, timer: undefined, resolve, reject };
      if (!waiting.add(owner, job)) return reject(overloaded());
      job.timer = setTimeout(() => giveUpWaiting(job), options.timeLimitMs);
      assignJobs();
    });
  }

  function giveUpWaiting(job: Job): void {
    waiting.remove(job.owner, job);
    job.reject(overloaded());
  }

  function assignJobs(): void {
    const mayRun = (owner: string) => ![...workers].some(({ run }) => run?.job.owner === owner);
    while (waiting.has(mayRun)) {
      const worker = [...workers].find(({ run }) => !run) ?? startWorkerWhenAllAreSlow();
      if (!worker) return;
      startJob(worker, waiting.take(mayRun)!);
    }
  }

  function startWorkerWhenAllAreSlow(): PoolWorker | undefined {
    if (workers.size >= options.maxWorkers) return undefined;
    const latest = Math.max(0, ...[...workers].map(({ run }) => run?.since ?? 0));
    const wait = workers.size === 0 ? 0 : latest + options.maxWaitMs - performance.now();
    if (wait <= 0) return startWorker();
    setTimeout(assignJobs, wait + 1);
    return undefined;
  }

  function startWorker(): PoolWorker {
    const thread = new Worker(options.workerUrl, {
      resourceLimits: RESOURCE_LIMITS,
      env: workerEnvironment(),
      name: 'pdf',
    });
    const worker: PoolWorker = { thread, run: undefined, cpuMs: 0, timers: [] };
    workers.add(worker);
    thread.on('message', (message: Message) =>
      'digest' in message ? noteDigest(worker, message) : finishJob(worker, message),
    );
    // An error is followed by the exit event, before which all messages of the worker have arrived.
    thread.on('error', () => undefined);
    thread.on('exit', () => endWorker(worker));
    return worker;
  }

  function startJob(worker: PoolWorker, job: Job): void {
    clearTimers(worker);
    clearTimeout(job.timer);
    const run: Run = {
      job,
      since: performance.now(),
      digest: undefined,
      cpuAtDigest: worker.cpuMs,
    };
    worker.run = run;
    // Referenced while it works, so that a script waits for the answer.
    worker.thread.ref();
    // Its pending messages are read first.
    worker.timers.push(
      setTimeout(
        () => setImmediate(() => worker.run === run && giveUpRunning(worker)),
        options.timeLimitMs,
      ),
    );
    worker.thread.postMessage(job.path);
  }

  function noteDigest(
    worker: PoolWorker,
    { digest, cpuMs }: { digest: string; cpuMs: number },
  ): void {
    const { run } = worker;
    if (!run) return;
    Object.assign(run, { digest, cpuAtDigest: cpuMs });
    worker.cpuMs = cpuMs;
    worker.timers.push(setInterval(() => void checkCpu(worker, run), CPU_CHECK_MS));
  }

  /** Checked from outside: a thread that hangs cannot measure itself. */
  async function checkCpu(worker: PoolWorker, run: Run): Promise<void> {
    // A worker that has ended in the meantime reports that itself.
    const usage = await worker.thread.cpuUsage().catch(() => undefined);
    if (!usage || worker.run !== run) return;
    worker.cpuMs = (usage.user + usage.system) / 1000;
    if (worker.cpuMs - run.cpuAtDigest > options.cpuLimitMs) endWorker(worker);
  }

  /** The machine's fault, not the file's. */
  function giveUpRunning(worker: PoolWorker): void {
    worker.run!.digest = undefined;
    endWorker(worker);
  }

  function finishJob(worker: PoolWorker, message: Exclude<Message, { digest: string }>): void {
    const { run } = worker;
    clearTimers(worker);
    worker.run = undefined;
    worker.thread.unref();
    if ('error' in message)
      run?.job.reject(Object.assign(new Error(message.error), { code: message.code }));
    else run?.job.resolve(message.answer);
    if ('answer' in message) worker.cpuMs = message.cpuMs;
    if (run) waiting.charge(run.job.owner, worker.cpuMs - run.cpuAtDigest);
    if ('answer' in message && message.isSpent) return endWorker(worker);
    worker.timers.push(setTimeout(() => endWorker(worker), options.idleMs).unref());
    assignJobs();
  }

  function endWorker(worker: PoolWorker): void {
    if (!workers.delete(worker)) return;
    clearTimers(worker);
    const { run } = worker;
    // A message of the thread may still be pending.
    worker.run = undefined;
    if (run) waiting.charge(run.job.owner, worker.cpuMs - run.cpuAtDigest);
    if (run?.digest) run.job.resolve({ ok: false, reason: 'unreadable', sha256: run.digest });
    else run?.job.reject(overloaded());
    void worker.thread.terminate();
    assignJobs();
  }

  async function close(): Promise<void> {
    for (const job of waiting.clear()) giveUpWaiting(job);
    const threads = [...workers].map(({ thread }) => thread);
    // They end because the pool closes, whatever their files are.
    for (const worker of [...workers]) if (worker.run) giveUpRunning(worker);
    for (const worker of [...workers]) endWorker(worker);
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  return {
    inspect,
    close,
    get workers() {
      return workers.size;
    },
  };
}

function clearTimers(worker: PoolWorker): void {
  for (const timer of worker.timers.splice(0)) clearTimeout(timer);
}

/**
 * Passes no secrets, but the process's compile cache, if it has one: without it, a thread loads the
 * type stripper and takes 45 MB instead of 20.
 */
function workerEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
}

function overloaded(): Problem {
  return new Problem(
    'overloaded',
    'Too many documents are being checked right now. Try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  );
}
