/** Metrics for Prometheus, including those needed on the night of a deadline. */
import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Problem } from '#domain/problem.ts';
import type { Services } from '../context.ts';
import { ipv4Of } from '../rate-limits/network.ts';
import { addQueueFigures } from './queue-figures.ts';
import { SWEEP_STOP_REASONS } from '../files/sweep.ts';
import { NOT_FOUND, refusalOf } from '../http/problems.ts';

export function addMetrics(app: FastifyInstance, services: Services): void {
  const register = new Registry();
  // The process's own metrics are collected from the first scrape on: without scrapes they cost
  // nothing.
  let isWatching = false;
  watchRequests(app, register);
  countTraffic(register, services);
  addQueueFigures(register, services);
  watchDisk(register, services);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, services.config.metricsToken))
      throw services.config.metricsToken
        ? new Problem('not_signed_in', 'The token is missing or wrong.')
        : new Problem('not_found', NOT_FOUND);
    if (!isWatching) collectDefaultMetrics({ register });
    isWatching = true;
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function watchRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, without cached answers',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are not answered yet; upload: those with files or chunks of files',
    labelNames: ['kind'],
    registers,
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests that were refused, by the code of the refusal and the route',
    labelNames: ['code', 'route'],
    registers,
  });
  for (const kind of ['read', 'write', 'upload']) inFlight.set({ kind }, 0);
  app.addHook('onRequest', async (request) => inFlight.inc({ kind: kindOf(request) }));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    inFlight.dec({ kind: kindOf(request) });
    duration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    const code = refusalOf(request);
    if (code) refusals.inc({ code, route });
  });
}

const FILES = /^(multipart\/form-data|application\/(offset\+)?octet-stream)\b/i;

function kindOf({ method, headers }: FastifyRequest): string {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return FILES.test(headers['content-type'] ?? '') ? 'upload' : 'write';
}

/** Counted without the cost of a metric; transferred on each scrape. */
function countTraffic(register: Registry, { traffic, sweepStops }: Services): void {
  const registers = [register];
  new Counter({
    name: 'http_cached_answers_total',
    help: 'Answers from the cache; they are not in http_request_duration_seconds',
    registers,
    collect() {
      this.reset();
      this.inc(traffic.cached);
    },
  });
  new Counter({
    name: 'http_overloaded_total',
    help: 'Requests that were refused with 503 because more arrived than could be answered',
    registers,
    collect() {
      this.reset();
      this.inc(traffic.refused);
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
}

function watchDisk(register: Registry, { config }: Services): void {
  new Gauge({
    name: 'data_disk_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR',
    registers: [register],
    async collect() {
      const disk = await statfs(config.dataDir).catch(() => undefined);
      if (disk) this.set(disk.bavail * disk.bsize);
    },
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return request.ip === '::1' || ipv4Of(request.ip)?.startsWith('127.') === true;
  const [given, right] = [
    Buffer.from((request.headers.authorization ?? '').replace(/^bearer /i, '')),
    Buffer.from(token),
  ];
  return given.length === right.length && timingSafeEqual(given, right);
}
