/** Starts processes and threads: the only file that does. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';

/** Buffers lie outside of the heap: only a process can be held to a limit of all its memory. */
export type WorkerScript = ({ fork: URL } | { thread: URL }) & { heapMb: number };

export type Worker = {
  pid?: number | undefined;
  send(message: object): void;
  /** Whether the server waits for it before it ends. */
  hold(isHeld: boolean): void;
  kill(): void;
  hasEnded(): Promise<void>;
};
type Events = { onMessage(message: unknown): void; onEnd(error?: Error): void };

/** CPU time after which the system ends a process, in seconds, even if the server has ended. */
export const LIFETIME_CPU_SECONDS = 300;
/** Ticks of a second in `/proc`, on every Linux. */
const TICKS_PER_SECOND = 100;

export const startWorker = (script: WorkerScript, events: Events): Worker =>
  'fork' in script ? startProcess(script, events) : startThread(script, events);

/** A process with the server's own environment, and no limits. */
export const startOwnProcess = (script: URL): ChildProcess => fork(script);

/**
 * The shell limits its CPU time and becomes the process. It gets no secrets, but the server's
 * compile cache, if it has one, so that types are stripped only once.
 */
function startProcess(script: { fork: URL; heapMb: number }, { onMessage, onEnd }: Events): Worker {
  const cache = getCompileCacheDir();
  const limited = `ulimit -t ${LIFETIME_CPU_SECONDS}; exec "$0" "$@"`;
  const heap = `--max-old-space-size=${script.heapMb}`;
  const flags = [heap, '--max-semi-space-size=1', '--no-warnings'];
  const child = fork(fileURLToPath(script.fork), {
    execPath: '/bin/sh',
    execArgv: ['-c', limited, process.execPath, ...flags],
    env: { MALLOC_ARENA_MAX: '1', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    stdio: 'ignore',
  });
  child.on('message', onMessage);
  // It disconnects when it ends, after all of its messages have arrived.
  for (const event of ['error', 'disconnect']) child.on(event, () => onEnd());
  return {
    pid: child.pid,
    // One that has ended disconnects; one that could not start has no channel, and says so next.
    send: (message) => void child.send?.(message, () => undefined),
    hold(isHeld) {
      for (const part of [child, child.channel]) part?.[isHeld ? 'ref' : 'unref']();
    },
    kill: () => void child.kill('SIGKILL'),
    hasEnded: () =>
      new Promise((resolve) => {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
          return resolve();
        child.ref();
        child.once('exit', () => resolve());
      }),
  };
}

function startThread(
  script: { thread: URL; heapMb: number },
  { onMessage, onEnd }: Events,
): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: script.heapMb };
  const thread = new Thread(script.thread, { resourceLimits });
  const ended = new Promise<void>((resolve) => void thread.once('exit', () => resolve()));
  thread.on('message', onMessage);
  thread.on('error', onEnd);
  thread.on('exit', (code) => onEnd(new Error(`a thread ended with ${code}`)));
  return {
    send: (message) => thread.postMessage(message),
    hold: (isHeld) => thread[isHeld ? 'ref' : 'unref'](),
    kill: () => void thread.terminate(),
    hasEnded: () => ended,
  };
}

/** Of a process since it started; undefined if it has ended, or on a system without `/proc`. */
export function usageOf(pid: number): { cpuMs: number; memoryBytes: number } | undefined {
  try {
    const ofStat = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    const resident = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    const ticks = Number(ofStat[11]) + Number(ofStat[12]);
    const memoryBytes = Number(resident?.[1] ?? 0) * 1024;
    return { cpuMs: (ticks * 1000) / TICKS_PER_SECOND, memoryBytes };
  } catch {
    return undefined;
  }
}
