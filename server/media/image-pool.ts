/**
 * One process that prepares pictures, one after the other: libvips retains memory and may crash,
 * and neither may affect the server.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { POST_RULES } from '#domain/posts/messages.ts';
import { Problem } from '#domain/problem.ts';
import type { Result, Task } from './image-worker.ts';

/** Time limit for one picture, in milliseconds. */
const TIME_LIMIT_MS = 45_000;
/** Milliseconds after the last picture until the process ends. */
const IDLE_MS = 10_000;
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 30;

type Job = { task: Task; resolve(result: Result): void };

const waiting: Job[] = [];
let child: ChildProcess | undefined;
let job: Job | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Returns the picture's files, or why it is refused; if the process crashes, the picture counts as
 * damaged. Refuses with `overloaded`.
 */
export function preparePicture(task: Task): Promise<Result> {
  if (waiting.length >= MAX_WAITING)
    throw new Problem('overloaded', POST_RULES.busy, { retryAfter: RETRY_AFTER_SECONDS });
  return new Promise((resolve) => {
    waiting.push({ task, resolve });
    startNext();
  });
}

function startNext(): void {
  if (job || waiting.length === 0) return;
  job = waiting.shift()!;
  child ??= startChild();
  child.ref();
  child.channel?.ref();
  clearTimeout(timer);
  timer = setTimeout(() => replace({ refusal: 'too_slow' }), TIME_LIMIT_MS);
  child.send(job.task);
}

function startChild(): ChildProcess {
  // No secrets, but the server's compile cache, if it has one, so that types are stripped only
  // once.
  const cache = getCompileCacheDir();
  const env = cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
  const started = fork(new URL('./image-worker.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=64'],
    env,
    stdio: 'ignore',
  });
  started.on('message', (result) => finish(result as Result));
  for (const event of ['error', 'exit'])
    started.on(event, () => started === child && replace({ refusal: 'damaged' }));
  return started;
}

function finish(result: Result): void {
  const done = job;
  job = undefined;
  clearTimeout(timer);
  child?.unref();
  child?.channel?.unref();
  timer = setTimeout(() => replace(undefined), IDLE_MS).unref();
  done?.resolve(result);
  startNext();
}

/** Ends the process; the next picture starts another. */
function replace(result: Result | undefined): void {
  const ended = child;
  child = undefined;
  ended?.kill('SIGKILL');
  if (result) finish(result);
}
