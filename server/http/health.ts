/** Whether this process lives, and whether this instance can serve. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '#domain/problem.ts';
import { isWritablePlace } from '../backups/places.ts';
import { readBackupRecord } from '../backups/record.ts';
import type { Services } from '../context.ts';
import { isBucketAddress } from '../settings/backups.ts';
import { probeFolder } from '../files/folders.ts';

export function addHealthRoutes(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  const checkReady = createReadyCheck(services);
  app.get('/readyz', async (request, reply) => {
    try {
      await checkReady();
      const isVerbose = 'verbose' in (request.query as object);
      return { status: 'ready', ...(isVerbose && (await describeBackups(services))) };
    } catch (error) {
      services.log.error({ err: error }, 'not ready');
      reply.header('retry-after', '5').code(503);
      return new Problem('unavailable', 'Database or file store does not answer.').toBody();
    }
  });
}

/** Anybody may ask: while the file system does not answer, only one question waits. */
let looking: Promise<boolean> | undefined;

/** As this process sees it, which may not see the folders that a command sees. */
async function canWriteTo(to: string | undefined): Promise<boolean | null> {
  if (!to || isBucketAddress(to)) return null;
  looking ??= isWritablePlace(to).finally(() => (looking = undefined));
  return looking;
}

/** What `/readyz?verbose` adds. */
async function describeBackups({ config, db }: Services): Promise<object> {
  const { lastGoodAt, lastFailedAt } = await readBackupRecord(db.read);
  return {
    backups: {
      scheduled: !!config.backup.to,
      is_writable: await canWriteTo(config.backup.to),
      last_good_at: lastGoodAt,
      last_failed_at: lastFailedAt,
    },
  };
}

const ANSWER_TIMEOUT_MS = 3000;
/** A check writes to the disk, and anybody may trigger it. */
const VALID_MS = 1000;

/** Rejects if something is wrong. All callers until a second after a check share its result. */
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
