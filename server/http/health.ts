/** Endpoints for monitors and load balancers: alive, ready. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '#domain/problem.ts';
import { readBackupRecord } from '../backups/record.ts';
import type { Services } from '../context.ts';
import { createReadyCheck } from './ready-check.ts';

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

/** What `/readyz?verbose` adds. */
async function describeBackups({ config, db }: Services): Promise<object> {
  const { lastGoodAt, lastFailedAt } = await readBackupRecord(db.read);
  return {
    backups: {
      scheduled: !!config.backup.to,
      last_good_at: lastGoodAt,
      last_failed_at: lastFailedAt,
    },
  };
}
