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
import { limited, type Row } from './report.ts';
import type { Visits } from './visitors.ts';
import { inWorld, type World } from './world.ts';

const run = promisify(execFile);

const VISITORS = 600;
const DURATION_MS = 10_000;
const PROBE_EVERY_MS = 100;
const LIMITS = { healthMs: 500, answerMs: 2000, burstHealthMs: 100 };
/** Concurrent requests that no cache can answer. */
const BURST = 200;

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

/** Uncached pages: each request asks for a different page of a list. */
async function burst({ product: { port } }: World): Promise<Row> {
  const asked = Array.from({ length: BURST }, (_, number) =>
    ask(port, get(`/dashboard?u=${number}`)).catch(() => undefined),
  );
  const health: number[] = [];
  for (let count = 0; count < 5; count += 1) health.push(await timeHealth(port));
  await Promise.all(asked);
  return limited(
    `the slowest /healthz beside ${BURST} renders at once`,
    [Math.max(...health)],
    ' ms',
    LIMITS.burstHealthMs,
  );
}

export const benchSaturation = (): Promise<Row[]> =>
  inWorld({ users: 10 }, async (world) => [...(await saturate(world)), await burst(world)]);
