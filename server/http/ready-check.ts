/**
 * Whether this instance can serve: database and file store answer, and uploads have room on disk.
 */
import type { Services } from '../context.ts';
import { probeFolder } from '../files/write-probe.ts';

const ANSWER_TIMEOUT_MS = 3000;
/** A check writes to the disk, and anybody may trigger it. */
const VALID_MS = 1000;

/**
 * Returns a check that rejects if something is wrong. All callers during a check, and until a
 * second after it, share its result. `now` returns milliseconds.
 */
export function createReadyCheck(
  services: Pick<Services, 'db' | 'files' | 'stagingDir'>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let current: Promise<void> | undefined;
  let validUntil = Infinity;
  return () => {
    if (current && now() < validUntil) return current;
    validUntil = Infinity;
    current = inTime(
      Promise.all([services.db.ping(), services.files.ping(), probeFolder(services.stagingDir)]),
    ).finally(() => (validUntil = now() + VALID_MS));
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
