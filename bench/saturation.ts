/**
 * Whether health checks are answered on a fresh connection beside 600 visitors that never pause,
 * and how soon these are answered or refused (docs/decisions/0018).
 */
import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask, get } from './load.ts';
import { processorSeconds } from './product.ts';
import { limited, spread, type Row } from './report.ts';
import type { Visits } from './visitors.ts';
import { inWorld, type World } from './world.ts';

const run = promisify(execFile);

const VISITORS = 600;
const DURATION_MS = 10_000;
const PROBE_EVERY_MS = 100;
const LIMITS = { healthMs: 500, answerMs: 2000, burstHealthMs: 100 };
/** Concurrent requests that no cache can answer. */
const BURST = 200;
const ROUNDS = 5;

async function timeHealth(port: number): Promise<number> {
  const begin = performance.now();
  await ask(port, get('/healthz', { connection: 'close' }));
  return performance.now() - begin;
}

async function probeUntil(port: number, end: Promise<unknown>): Promise<number[]> {
  let hasEnded = false;
  void end.finally(() => (hasEnded = true));
  const times: number[] = [];
  while (!hasEnded) {
    times.push(await timeHealth(port));
    await wait(PROBE_EVERY_MS);
  }
  return times;
}

async function saturate({ product: { port, pid } }: World): Promise<Row[]> {
  await ask(port, get('/'));
  const usedBefore = processorSeconds(pid);
  const visiting = run(process.execPath, [
    join(import.meta.dirname, 'visitors.ts'),
    String(port),
    String(VISITORS),
    String(DURATION_MS),
  ]);
  const health = await probeUntil(port, visiting);
  const visits = JSON.parse((await visiting).stdout) as Visits;
  const share = (processorSeconds(pid) - usedBefore) / visits.seconds;
  console.log(
    `saturation: load ${loadavg()[0]!.toFixed(1)}, the product had ${share.toFixed(2)} of a processor; ${JSON.stringify(visits)}`,
  );
  return [
    {
      what: `${VISITORS} visitors that never pause, answers a second`,
      ours: `${(visits.answered / visits.seconds).toFixed(0)}/s, ${visits.refused} refused, ${visits.broken} broken`,
    },
    limited('their answers or refusals, 99 %', [visits.p99Ms], ' ms', LIMITS.answerMs),
    limited(
      'the slowest /healthz on a fresh connection beside them',
      [Math.max(...health)],
      ' ms',
      LIMITS.healthMs,
    ),
  ];
}

/**
 * Health beside many requests that arrive at once: the first is taken after all their connections,
 * the others while they are answered.
 */
async function burst(port: number, path: string): Promise<{ first: number; others: number[] }> {
  const asked = Array.from({ length: BURST }, (_, number) =>
    ask(port, get(`${path}?u=${number}`)).catch(() => undefined),
  );
  const first = await timeHealth(port);
  const others: number[] = [];
  for (let count = 0; count < 5; count += 1) others.push(await timeHealth(port));
  await Promise.all(asked);
  return { first, others };
}

/** Portal pages exist in no cache. As everywhere, the first round is discarded. */
async function renderAtOnce({ product, bare }: World): Promise<Row[]> {
  const rounds = { beside: [] as number[], first: [] as number[], others: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const beside = await burst(bare.port, '/');
    const { first, others } = await burst(product.port, '/dashboard');
    await wait(PROBE_EVERY_MS);
    if (round === 0) continue;
    rounds.beside.push(beside.first);
    rounds.first.push(first);
    rounds.others.push(Math.max(...others));
  }
  return [
    limited(
      `the slowest /healthz while ${BURST} renders wait`,
      rounds.others,
      ' ms',
      LIMITS.burstHealthMs,
    ),
    limited(
      `a /healthz that arrives with their ${BURST} connections`,
      rounds.first,
      ' ms',
      LIMITS.burstHealthMs,
    ),
    { what: 'the same, of bare Node', ours: spread(rounds.beside, ' ms') },
  ];
}

export const benchSaturation = (): Promise<Row[]> =>
  inWorld({ users: 10 }, async (world) => [
    ...(await saturate(world)),
    ...(await renderAtOnce(world)),
  ]);
