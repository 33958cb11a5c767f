/** Metrics for Prometheus, including those needed on the night of a deadline. */
import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Problem } from '#domain/problem.ts';
import type { Services } from '../context.ts';
import { ipv4Of } from '../rate-limits/network.ts';
import { readBackupRecord } from '../backups/record.ts';
import { countMails, countMailsByAge } from '../mail/store.ts';
import { countThreats, countUnchecked } from '../scans/store.ts';
import { countOpenUploads, findWaitingSubmissions } from '../uploads/store.ts';
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
  const count = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [register],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  count(
    'http_cached_answers_total',
    'Answers from the cache; they are not in http_request_duration_seconds',
    () => traffic.cached,
  );
  count(
    'http_overloaded_total',
    'Requests that were refused with 503 because more arrived than could be answered',
    () => traffic.refused,
  );
  new Counter({
    name: 'file_sweeps_stopped_total',
    help: 'Sweeps of files without a row that moved nothing, since the process started',
    labelNames: ['reason'],
    registers: [register],
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

/** Ages in seconds at which a waiting mail becomes suspicious. */
const AGES_SECONDS = [60, 600, 3600];

type FigureReader = (
  set: (labels: Record<string, string>, value: number) => void,
) => Promise<unknown>;

/** Pending work in the database: mails, documents, uploads, submissions. */
function addQueueFigures(register: Registry, { config, db, clock }: Services): void {
  /** The other metrics are needed most when the database is down: then these are omitted. */
  const add = (name: string, help: string, label: string | undefined, read: FigureReader) =>
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [register],
      async collect() {
        // A reset would leave a zero if there is no label.
        if (label) this.reset();
        else this.remove();
        await read((labels, value) => this.set(labels, value)).catch(() => undefined);
      },
    });

  add('database_up', 'Whether the database answers: 1 or 0', undefined, (set) =>
    db.ping().then(
      () => set({}, 1),
      () => set({}, 0),
    ),
  );
  add('mails', 'Mails that are queued, and those that have failed', 'state', async (set) => {
    const { queued, failed } = await countMails(db.read);
    set({ state: 'queued' }, queued);
    set({ state: 'failed' }, failed);
  });
  add(
    'mails_queued_older',
    'Mails that have been queued for longer than this many seconds',
    'than_seconds',
    async (set) => {
      const counts = await countMailsByAge(db.read, clock(), AGES_SECONDS);
      for (const [seconds, total] of counts) set({ than_seconds: String(seconds) }, total);
    },
  );
  add(
    'documents',
    'Documents that wait for their virus scan, if there is one, and infected ones',
    'state',
    async (set) => {
      if (config.clamd) set({ state: 'checking' }, await countUnchecked(db.read));
      set({ state: 'infected' }, await countThreats(db.read));
    },
  );
  add('uploads_open', 'Unfinished uploads of documents', undefined, async (set) =>
    set({}, await countOpenUploads(db.read, clock())),
  );
  add(
    'backup_timestamp_seconds',
    'When the last backup succeeded, and when the last one failed, in seconds since 1970',
    'result',
    async (set) => {
      const { lastGoodAt, lastFailedAt } = await readBackupRecord(db.read);
      if (lastGoodAt) set({ result: 'good' }, lastGoodAt.getTime() / 1000);
      if (lastFailedAt) set({ result: 'failed' }, lastFailedAt.getTime() / 1000);
    },
  );
  add(
    'submissions_waiting_for_documents',
    'Submissions that were received in time and whose documents are still on their way',
    undefined,
    async (set) => set({}, (await findWaitingSubmissions(db.read)).total),
  );
  add(
    'submissions_next_lapse_seconds',
    'Seconds until the first of them lapses; absent if none waits',
    undefined,
    async (set) => {
      const { nextEnd } = await findWaitingSubmissions(db.read);
      if (nextEnd) set({}, (nextEnd.getTime() - clock().getTime()) / 1000);
    },
  );
}
