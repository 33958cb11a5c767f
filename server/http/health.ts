/** What a monitor or load balancer asks: alive, ready. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '#domain/problem.ts';
import type { Services } from '../context.ts';
import { createReadyCheck } from './ready-check.ts';

export function addOperations(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  const checkReady = createReadyCheck(services);
  app.get('/readyz', async (_request, reply) => {
    try {
      await checkReady();
      return { status: 'ready' };
    } catch (error) {
      services.log.error({ err: error }, 'not ready');
      reply.header('retry-after', '5').code(503);
      return new Problem('unavailable', 'Database or file store does not answer.').toBody();
    }
  });
}
