/** The thread that cleans long texts, so that nobody waits for somebody else's markup. */
import { parentPort } from 'node:worker_threads';
import { cleanText, type CleanText, type TextKind } from './clean-text.ts';

export type Job = { id: number; kind: TextKind; html: string };
export type Outcome = { id: number; text: CleanText } | { id: number; error: string };

parentPort!.on('message', (job: Job) => parentPort!.postMessage(clean(job)));

function clean({ id, kind, html }: Job): Outcome {
  try {
    return { id, text: cleanText(kind, html) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
