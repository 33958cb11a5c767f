/**
 * Whether this instance can serve: database and file store answer, and what is sent here finds
 * room.
 */
import type { Services } from '../context.ts';
import { probeFolder } from '../files/write-probe.ts';

const ANSWER_TIMEOUT_MS = 3000;

/**
 * Answers a check that rejects when something is wrong. Those who ask at the same moment share one
 * look.
 */
export function createReadyCheck(
  services: Pick<Services, 'db' | 'files' | 'stagingDir'>,
): () => Promise<void> {
  let current: Promise<void> | undefined;
  return () => {
    current ??= inTime(
      Promise.all([services.db.ping(), services.files.ping(), probeFolder(services.stagingDir)]),
    ).finally(() => (current = undefined));
    return current;
  };
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_TIMEOUT_MS);
  });
  await Promise.race([work, end]).finally(() => clearTimeout(timer));
}
