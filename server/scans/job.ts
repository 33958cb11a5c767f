/**
 * Has every stored document scanned for viruses: notified after commits and by a timer, each
 * document by one instance, retried until clamd gives a verdict.
 */
import { createHash } from 'node:crypto';
import { SECOND_MS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import { reasonOf, retryAt, startWorker, type Worker } from '../queue/worker.ts';
import { claimJobs, nextDueAt, retryJob } from '../queue/store.ts';
import type { Scanner } from './clamd.ts';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { noteVerdict, releaseDocument, SCANS, type UncheckedDocument } from './store.ts';

const BACK_OFF_MS = [5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * SECOND_MS);
/** Longer than the slowest try can take: a document is claimed again only if its instance died. */
const LEASE_MS = 600 * SECOND_MS;
/**
 * Documents scanned at once: one that hangs does not block the others. clamd has ten threads by
 * default.
 */
const AT_ONCE = 4;

type Parts = Pick<Services, 'db' | 'files' | 'clock' | 'log'>;

export function startScanJob(services: Parts, scanner: Scanner): Worker {
  const { db, clock, log } = services;
  const ending = new AbortController();
  const breaker = createCircuitBreaker(services, scanner, ending.signal);
  const onTheirWay = new Set<Promise<void>>();

  const start = (document: UncheckedDocument) => {
    const run: Promise<void> = check(services, scanner, breaker, document, ending.signal)
      .catch((error) => log.error({ err: error }, 'scan job'))
      .finally(() => {
        onTheirWay.delete(run);
        // A retry, or clamd being down, changes when the next one is due.
        worker.notify();
      });
    onTheirWay.add(run);
  };

  /**
   * Returns when nothing more is due, not when everything is done: new documents are started beside
   * those that hang.
   */
  const work = async (isStopped: () => boolean): Promise<void> => {
    try {
      while (!isStopped() && onTheirWay.size < AT_ONCE && (await breaker.isReady())) {
        const now = clock();
        const leaseUntil = new Date(now.getTime() + LEASE_MS);
        const [document] = await claimJobs(db, SCANS, now, leaseUntil, 1);
        if (!document) return;
        start(document);
      }
    } catch (error) {
      log.error({ err: error }, 'scan job');
    }
  };

  const worker = startWorker({
    work,
    nextDueAt: async () =>
      breaker.retryAt() ?? (onTheirWay.size < AT_ONCE ? nextDueAt(db.read, SCANS) : undefined),
    clock,
  });
  return {
    ...worker,
    async stop() {
      ending.abort();
      await worker.stop();
      await Promise.all(onTheirWay);
    },
  };
}

async function check(
  services: Parts,
  scanner: Scanner,
  breaker: CircuitBreaker,
  document: UncheckedDocument,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = services;
  const { key, tries, proposal_id: proposal } = document;
  try {
    const threat = await scanStored(services, scanner, document, signal);
    if ((await noteVerdict(db, document, threat, clock)) && threat !== null)
      log.warn({ key, proposal, threat }, 'a virus was found, the document stays locked');
  } catch (error) {
    // A failure before clamd received a byte says nothing about the document. If clamd went down in
    // the middle, the document may be the cause.
    if (signal.aborted || (wasNeverReached(error) && !(await breaker.isAnswering())))
      return releaseDocument(db.read, key);
    const nextTry = retryAt(clock(), BACK_OFF_MS, tries);
    if (!(await retryJob(db.read, SCANS, key, nextTry))) return;
    log[tries === 1 ? 'warn' : 'info'](
      { key, proposal, tries, reason: reasonOf(error) },
      'a document could not be checked for viruses: it stays locked and is tried again',
    );
  }
}

/** A verdict counts only for the exact bytes received from the applicant. */
async function scanStored(
  { files }: Parts,
  scanner: Scanner,
  { key, sha256 }: UncheckedDocument,
  signal: AbortSignal,
): Promise<string | null> {
  const file = await files.get(key);
  if (!file) throw new Error('the file store has no such file');
  file.stream.on('error', () => undefined);
  try {
    const hash = createHash('sha256');
    const threat = await scanner.scan(hashed(file.stream, hash), signal);
    if (threat === null && hash.digest('hex') !== sha256)
      throw new Error('the file store gave other content than it was given');
    return threat;
  } finally {
    file.stream.destroy();
  }
}

async function* hashed(
  content: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

const wasNeverReached = (error: unknown): boolean =>
  /^(connect|getaddrinfo)$/.test((error as { syscall?: string } | null)?.syscall ?? '');
