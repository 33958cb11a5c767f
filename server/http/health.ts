/** What a monitor or load balancer asks: alive, ready, metrics. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Problem } from '#domain/problem.ts';
import { readBackupRecord } from '../backups/record.ts';
import type { Services } from '../context.ts';
import { SWEEP_STOP_REASONS } from '../files/sweep.ts';
import { countMails } from '../mail/store.ts';
import { NOT_FOUND } from './problems.ts';
import { createReadyCheck } from './ready-check.ts';
import { countThreats, countUnchecked } from '../scans/store.ts';

export function addOperations(app: FastifyInstance, services: Services): void {
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
  addMetrics(app, services);
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

function addMetrics(app: FastifyInstance, { config, db, sweepStops }: Services): void {
  const registers = [new Registry()];
  // The process's own figures are watched from the first reading on: where nobody reads them they
  // cost nothing.
  let isWatching = false;
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, cached answers left out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  new Gauge({
    name: 'mails',
    help: 'Mails that wait to be sent, and those that were given up',
    labelNames: ['state'],
    registers,
    async collect() {
      // The other figures are wanted most when the database is down.
      const counts = await countMails(db.read).catch(() => ({}));
      for (const [state, total] of Object.entries<number>(counts)) this.set({ state }, total);
    },
  });
  new Gauge({
    name: 'documents',
    help: 'Documents that wait to be checked for viruses, where that is done, and those in which one was found',
    labelNames: ['state'],
    registers,
    async collect() {
      if (config.clamd)
        await countUnchecked(db.read).then(
          (total) => this.set({ state: 'checking' }, total),
          () => undefined,
        );
      await countThreats(db.read).then(
        (total) => this.set({ state: 'infected' }, total),
        () => undefined,
      );
    },
  });
  new Counter({
    name: 'file_sweeps_stopped_total',
    help: 'Sweeps of files without a row that moved nothing, since the process started',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of SWEEP_STOP_REASONS) this.inc({ reason }, sweepStops[reason]);
    },
  });
  new Gauge({
    name: 'backup_timestamp_seconds',
    help: 'When the last backup went well, and when the last one failed, in seconds since 1970',
    labelNames: ['result'],
    registers,
    async collect() {
      const record = await readBackupRecord(db.read).catch(() => undefined);
      if (record?.lastGoodAt) this.set({ result: 'good' }, record.lastGoodAt.getTime() / 1000);
      if (record?.lastFailedAt)
        this.set({ result: 'failed' }, record.lastFailedAt.getTime() / 1000);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.metricsToken))
      throw config.metricsToken
        ? new Problem('not_signed_in', 'The token is missing or wrong.')
        : new Problem('not_found', NOT_FOUND);
    if (!isWatching) collectDefaultMetrics({ register: registers[0]! });
    isWatching = true;
    return reply.type(registers[0]!.contentType).send(await registers[0]!.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
  const [given, right] = [
    Buffer.from((request.headers.authorization ?? '').replace(/^bearer /i, '')),
    Buffer.from(token),
  ];
  return given.length === right.length && timingSafeEqual(given, right);
}
