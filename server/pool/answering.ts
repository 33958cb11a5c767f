/** The other side of a pool, in its processes and threads. */
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** Its use counts from then on; with the answer that is given if the task breaks the worker. */
type Begin<Answer> = (ifBroken?: Answer) => void;

/** Answers task after task. One that `isSpent` is replaced: V8 would keep the memory. */
export function answerTasks<Task, Answer>(
  work: (task: Task, begin: Begin<Answer>) => Answer | Promise<Answer>,
  isSpent: (task: Task) => boolean = () => false,
): void {
  const send = (message: object) =>
    parentPort ? parentPort.postMessage(message) : process.send!(message);
  async function answer({ task }: { task: Task }): Promise<void> {
    try {
      const result = await work(task, (ifBroken) => send({ ifBroken, cpuMs: cpuMs() }));
      send({ answer: result, cpuMs: cpuMs(), isSpent: isSpent(task) });
    } catch (error) {
      // A sent error loses its code, and with it whether the machine failed.
      send({ error: String(error), code: (error as NodeJS.ErrnoException).code, cpuMs: cpuMs() });
    }
  }
  if (parentPort) return void parentPort.on('message', answer);
  process.on('message', answer);
  process.on('disconnect', () => process.exit(0));
  // A killed process does not write it itself, and the next one would strip the types again.
  flushCompileCache();
  preferToEnd();
}

/** Where the memory of the machine ends, the system takes this process and not the server. */
function preferToEnd(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on this system.
  }
}

function cpuMs(): number {
  const { user, system } = parentPort ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}
