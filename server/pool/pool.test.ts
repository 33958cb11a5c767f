import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/problem.ts';
import { type PoolOptions, createPool } from './pool.ts';

/** Processes that behave as their job tells them. */
const SCRIPT = `
  process.on('disconnect', () => process.exit());
  process.on('message', ({ task: job }) => {
    if (job === 'unread') return;
    const cpuMs = process.cpuUsage().user / 1000;
    const answer = (pages) => process.send({ answer: { ok: true, pages }, cpuMs, isSpent: job === 'spent' });
    process.send({ ifBroken: { ok: false, job }, cpuMs });
    if (job === 'stalled') return;
    if (job === 'hang') for (;;);
    if (job === 'exit') process.exit(1);
    if (job === 'crash') throw new Error('crash');
    if (job === 'heap') for (const all = []; ; ) all.push(new Array(100_000).fill({}));
    if (job === 'buffers') for (const all = []; ; ) all.push(Buffer.alloc(1_000_000, 1));
    if (job === 'killed') process.kill(process.pid, 'SIGKILL');
    if (job === 'slow') return setTimeout(() => answer(2), 100);
    answer(1);
  });`;
const folder = mkdtempSync(join(tmpdir(), 'pool-'));
const fork = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(fork, SCRIPT);
afterAll(() => rmSync(folder, { recursive: true }));

type Answer = { ok: boolean; pages?: number; job?: string };
let pool: ReturnType<typeof createPool<string, Answer>>;
/** Each call has a different owner unless it names one. */
function open(options: Partial<PoolOptions<Answer>> = {}) {
  pool = createPool({
    fork,
    heapMb: 64,
    memoryLimitBytes: 400_000_000,
    maxWorkers: 2,
    maxWaitMs: 50,
    cpuLimitMs: 500,
    timeLimitMs: 60_000,
    waitLimitMs: 60_000,
    idleMs: 10_000,
    maxWaiting: 10,
    maxWaitingOfOne: 4,
    unanswered() {
      throw new Problem('overloaded', 'Busy.', { retryAfter: 5 });
    },
    ...options,
  });
  let people = 0;
  return {
    inspect: (job: string, owner = `person ${people++}`) => pool.run(job, owner),
    close: () => pool.close(),
  };
}
afterEach(() => pool.close());

describe('the pool of PDF workers', () => {
  it('starts none before the first job and ends them when idle', async () => {
    const { inspect } = open({ idleMs: 50 });
    expect(pool.workers.length).toBe(0);
    expect(await inspect('fine')).toMatchObject({ ok: true });
    expect(pool.workers.length).toBe(1);
    await expect.poll(() => pool.workers.length).toBe(0);
    expect(await inspect('fine')).toMatchObject({ ok: true });
  });

  it.each(['hang', 'exit', 'crash', 'heap', 'buffers', 'killed'])(
    'gives the answer for broken files to a job that ends in %s, and goes on',
    async (job) => {
      const { inspect } = open({ maxWorkers: 1, cpuLimitMs: job === 'hang' ? 500 : 120_000 });
      const [bad, good] = await Promise.all([inspect(job), inspect('fine')]);
      expect(bad).toEqual({ ok: false, job });
      expect(good).toMatchObject({ ok: true, pages: 1 });
    },
  );

  it('asks to try again if not even the bytes could be read in time', async () => {
    const { inspect } = open({ timeLimitMs: 1_000 });
    await expect(inspect('unread')).rejects.toMatchObject({ code: 'overloaded', retryAfter: 5 });
    await expect
      .poll(() =>
        inspect('fine').then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('refuses no file as unreadable because it closes itself', async () => {
    const { inspect, close } = open();
    const hanging = inspect('hang');
    const outcome = expect(hanging).rejects.toMatchObject({ code: 'overloaded' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await close();
    await outcome;
  });

  it('needs one worker for jobs that are quick', async () => {
    const { inspect } = open({ maxWaitMs: 20_000 });
    await Promise.all([inspect('fine'), inspect('fine'), inspect('fine')]);
    expect(pool.workers.length).toBe(1);
  });

  it('starts a second worker for jobs that wait behind a slow one', async () => {
    const { inspect } = open();
    const hanging = inspect('hang');
    expect(await inspect('fine')).toMatchObject({ ok: true });
    expect(pool.workers.length).toBe(2);
    expect(await hanging).toMatchObject({ ok: false });
  });

  it('refuses more jobs than may wait, and finishes the rest', async () => {
    const { inspect } = open({ maxWorkers: 1, maxWaiting: 2 });
    const jobs = await Promise.allSettled([
      inspect('slow'),
      inspect('slow'),
      inspect('slow'),
      inspect('slow'),
    ]);
    expect(jobs.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect((jobs[3] as PromiseRejectedResult).reason).toMatchObject({
      code: 'overloaded',
      retryAfter: 5,
    });
  });

  it('answers 503 and never "damaged" if the machine had no time', async () => {
    const { inspect } = open({ timeLimitMs: 1_000, cpuLimitMs: 60_000 });
    await expect(inspect('stalled')).rejects.toMatchObject({ code: 'overloaded', retryAfter: 5 });
  });

  it('answers 503 to a job that waits too long', async () => {
    const limits = { timeLimitMs: 1_000, waitLimitMs: 1_000, cpuLimitMs: 60_000 };
    const { inspect } = open({ maxWorkers: 1, ...limits });
    const jobs = [inspect('stalled'), inspect('fine')];
    // The worker becomes free a moment before the second job has waited too long: both are due
    // when this thread goes on.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'overloaded', retryAfter: 5 } });
  });

  it('replaces a worker that has grown', async () => {
    const { inspect } = open();
    expect(await inspect('spent')).toMatchObject({ ok: true });
    expect(pool.workers.length).toBe(0);
    expect(await inspect('fine')).toMatchObject({ ok: true });
  });

  it('gives nobody two workers at once: people who send costly files delay only themselves', async () => {
    const { inspect } = open({ cpuLimitMs: 60_000 });
    const costly = [1, 2, 3, 4].map(() =>
      inspect('hang', 'attacker').catch((error: unknown) => error),
    );
    for (let i = 0; i < 5; i++)
      expect(await inspect('fine', `honest ${i}`)).toMatchObject({ ok: true });
    await pool.close();
    expect(await Promise.all(costly)).toEqual(
      Array(4).fill(expect.objectContaining({ code: 'overloaded' })),
    );
  });
});
