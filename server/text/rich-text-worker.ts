/** The thread that cleans long texts, so that nobody waits for somebody else's markup. */
import { parentPort } from 'node:worker_threads';
import { cleanText, type CleanText, type TextKind } from './rich-text.ts';

export type Job = { id: number; kind: TextKind; html: string };
/** `cpuMs`: CPU time that it took. */
export type Outcome = { id: number; cpuMs: number } & ({ text: CleanText } | { error: string });

parentPort!.on('message', ({ id, ...job }: Job) => {
  const before = process.threadCpuUsage();
  const cleaned = clean(job);
  const { user, system } = process.threadCpuUsage(before);
  parentPort!.postMessage({ id, cpuMs: (user + system) / 1000, ...cleaned } satisfies Outcome);
});

function clean({ kind, html }: Omit<Job, 'id'>): { text: CleanText } | { error: string } {
  try {
    return { text: cleanText(kind, html) };
  } catch (error) {
    return { error: String(error) };
  }
}
