import { FairQueue, type FairQueueOptions } from './fair-queue.ts';
import {
  LIFETIME_CPU_SECONDS,
  startWorker,
  usageOf,
  type Worker,
  type WorkerScript,
} from './workers.ts';

/** Why a task has no answer: its worker ended, or its time or the queue did, or the pool closed. */
type Ending = 'broken' | 'late' | 'full' | 'closed';

export type PoolOptions<Answer> = WorkerScript &
  FairQueueOptions & {
    maxWorkers?: number;
    /** How long every worker must have been busy with its task before another one starts. */
    maxWaitMs?: number;
    idleMs: number;
    /** How long a task may run: if it ends, the machine was busy, which is not the task's fault. */
    timeLimitMs: number;
    /** How long it may wait; without end by default. */
    waitLimitMs?: number;
    /** CPU time of one task of a process, from when it began. Honest ones take a hundredth. */
    cpuLimitMs?: number;
    /** Memory of a process, all in all. */
    memoryLimitBytes?: number;
    /** The answer in place of the worker's, or throws it. */
    unanswered(ending: Ending, error?: Error): Answer;
  };

type Pool<Task, Answer> = {
  run(task: Task, owner?: string): Promise<Answer>;
  close(): Promise<void>;
  /** Ids of its processes. */
  readonly workers: number[];
};

const USAGE_CHECK_MS = 50;

/** What `answering.ts` sends: that a task has begun, its answer, or its error. */
type Message<Answer> = { cpuMs: number; isSpent?: boolean } & (
  | { ifBroken?: Answer }
  | { answer: Answer }
  | { error: string; code: string | undefined }
);
type Job<Task, Answer> = {
  task: Task;
  owner: string;
  timer?: NodeJS.Timeout;
  since: number;
  cpuAtStart: number;
  ifBroken?: { answer: Answer };
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
};
type BusyWorker<Task, Answer> = Worker & {
  job?: Job<Task, Answer> | undefined;
  cpuMs: number;
  timers: NodeJS.Timeout[];
};

/**
 * Processes or threads for what a stranger's file or text could hang, crash or fill: the server
 * goes on. They start with the first task, end when idle, and never keep the server alive. Another
 * one starts only when all have been busy for `maxWaitMs`. Whoever has used least CPU time is
 * served first (`fair-queue.ts`), and nobody has two at once. A task that exceeds its limits, or
 * ends its worker, gets the answer for broken ones, and the worker is replaced.
 */
export function createPool<Task, Answer>(options: PoolOptions<Answer>): Pool<Task, Answer> {
  type Own = BusyWorker<Task, Answer>;
  const { maxWorkers = 1, maxWaitMs = 0, waitLimitMs, cpuLimitMs, memoryLimitBytes } = options;
  const workers = new Set<Own>();
  const waiting = new FairQueue<Job<Task, Answer>>(options);

  function run(task: Task, owner = ''): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const job: Job<Task, Answer> = { task, owner, resolve, reject, since: 0, cpuAtStart: 0 };
    if (!waiting.add(owner, job)) giveUp(job, 'full');
    else if (waitLimitMs !== undefined) job.timer = setTimeout(stopWaiting, waitLimitMs, job);
    assignJobs();
    return promise;
  }

  const giveUp = (job: Job<Task, Answer>, ending: Ending, error?: Error) =>
    job.resolve(new Promise((resolve) => resolve(options.unanswered(ending, error))));

  function stopWaiting(job: Job<Task, Answer>): void {
    waiting.remove(job.owner, job);
    giveUp(job, 'late');
  }

  function assignJobs(): void {
    const mayRun = (owner: string) => ![...workers].some(({ job }) => job?.owner === owner);
    while (waiting.has(mayRun)) {
      const worker = [...workers].find(({ job }) => !job) ?? startWhenAllAreSlow();
      if (!worker) return;
      startJob(worker, waiting.take(mayRun)!);
    }
  }

  function startWhenAllAreSlow(): Own | undefined {
    if (workers.size >= maxWorkers) return undefined;
    const latest = Math.max(0, ...[...workers].map(({ job }) => job?.since ?? 0));
    const wait = workers.size === 0 ? 0 : latest + maxWaitMs - performance.now();
    if (wait <= 0) return start();
    setTimeout(assignJobs, wait + 1);
    return undefined;
  }

  function start(): Own {
    const started = startWorker(options, {
      onMessage: (message) => read(worker, message as Message<Answer>),
      onEnd: (error) => end(worker, 'broken', error),
    });
    const worker: Own = Object.assign(started, { cpuMs: 0, timers: [] });
    workers.add(worker);
    return worker;
  }

  function startJob(worker: Own, job: Job<Task, Answer>): void {
    clearTimers(worker);
    clearTimeout(job.timer);
    Object.assign(job, { since: performance.now(), cpuAtStart: worker.cpuMs });
    worker.job = job;
    worker.hold(true);
    const giveUpRunning = () => worker.job === job && end(worker, 'late');
    // What a process has sent before is read first.
    const isLate = worker.pid === undefined ? giveUpRunning : () => setImmediate(giveUpRunning);
    worker.timers.push(setTimeout(isLate, options.timeLimitMs));
    worker.send({ task: job.task });
  }

  function read(worker: Own, message: Message<Answer>): void {
    const { job } = worker;
    if (!job) return;
    worker.cpuMs = message.cpuMs;
    if ('answer' in message || 'error' in message) return finishJob(worker, job, message);
    job.cpuAtStart = message.cpuMs;
    if (message.ifBroken !== undefined) job.ifBroken = { answer: message.ifBroken };
    if (cpuLimitMs !== undefined && worker.pid !== undefined)
      worker.timers.push(setInterval(() => checkUsage(worker, job), USAGE_CHECK_MS));
  }

  /** Checked from outside: a process that hangs cannot measure itself. */
  function checkUsage(worker: Own, job: Job<Task, Answer>): void {
    const usage = usageOf(worker.pid!);
    if (!usage || worker.job !== job) return;
    worker.cpuMs = usage.cpuMs;
    const isOver = usage.memoryBytes > (memoryLimitBytes ?? Infinity);
    if (isOver || worker.cpuMs - job.cpuAtStart > cpuLimitMs!) end(worker, 'broken');
  }

  function finishJob(
    worker: Own,
    job: Job<Task, Answer>,
    message: Extract<Message<Answer>, { answer: Answer } | { error: string }>,
  ): void {
    clearTimers(worker);
    worker.job = undefined;
    worker.hold(false);
    waiting.charge(job.owner, worker.cpuMs - job.cpuAtStart);
    if ('answer' in message) job.resolve(message.answer);
    else job.reject(Object.assign(new Error(message.error), { code: message.code }));
    const isOld = worker.cpuMs > (LIFETIME_CPU_SECONDS * 1000) / 2;
    if (isOld || message.isSpent) return end(worker, 'broken');
    worker.timers.push(setTimeout(end, options.idleMs, worker, 'broken').unref());
    assignJobs();
  }

  function end(worker: Own, ending: Ending, error?: Error): void {
    if (!workers.delete(worker)) return;
    clearTimers(worker);
    const { job, pid } = worker;
    // A message of the worker may still be pending.
    worker.job = undefined;
    if (job) {
      const cpuMs = worker.cpuMs - job.cpuAtStart;
      waiting.charge(job.owner, pid === undefined ? performance.now() - job.since : cpuMs);
      if (job.ifBroken && ending === 'broken') job.resolve(job.ifBroken.answer);
      else giveUp(job, ending, error);
    }
    worker.kill();
    assignJobs();
  }

  async function close(): Promise<void> {
    for (const job of waiting.clear()) {
      clearTimeout(job.timer);
      giveUp(job, 'closed');
    }
    const ended = [...workers].map((worker) => worker.hasEnded());
    // They end because the pool closes, whatever their tasks are.
    for (const worker of workers) end(worker, 'closed');
    await Promise.all(ended);
  }

  return {
    run,
    close,
    get workers() {
      return [...workers].flatMap(({ pid }) => pid ?? []);
    },
  };
}

function clearTimers(worker: { timers: NodeJS.Timeout[] }): void {
  for (const timer of worker.timers.splice(0)) clearTimeout(timer);
}
