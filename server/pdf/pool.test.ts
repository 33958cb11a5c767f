import { afterEach, describe, expect, it } from 'vitest';
import { type PdfPoolOptions, createPdfPool } from './pool.ts';

/** Workers that behave as their job tells them, in real threads. */
const SCRIPT = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (job) => {
    if (job === 'unread') return;
    const cpuMs = process.threadCpuUsage().user / 1000;
    const answer = (pages) => parentPort.postMessage({ answer: { ok: true, pages, markers: [] }, cpuMs, isSpent: job === 'spent' });
    parentPort.postMessage({ digest: 'of ' + job, cpuMs });
    if (job === 'stalled') return;
    if (job === 'hang') for (;;);
    if (job === 'exit') process.exit(1);
    if (job === 'crash') throw new Error('crash');
    if (job === 'memory') for (const all = []; ; ) all.push(new Array(100_000).fill({}));
    if (job === 'slow') return setTimeout(() => answer(2), 100);
    answer(1);
  });`;
const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);

let pool: ReturnType<typeof createPdfPool>;
/** Each call has a different owner unless it names one. */
function open(options: Partial<PdfPoolOptions> = {}) {
  pool = createPdfPool({
    workerUrl,
    maxWorkers: 2,
    maxWaitMs: 50,
    cpuLimitMs: 500,
    timeLimitMs: 60_000,
    idleMs: 10_000,
    maxWaiting: 10,
    maxWaitingOfOne: 4,
    ...options,
  });
  let people = 0;
  return {
    inspect: (job: string, owner = `person ${people++}`) => pool.inspect(job, owner),
    close: () => pool.close(),
  };
}
afterEach(() => pool.close());

describe('the pool of PDF workers', () => {
  it('starts none before the first job and ends them when idle', async () => {
    const { inspect } = open({ idleMs: 50 });
    expect(pool.workers).toBe(0);
    expect(await inspect('fine')).toMatchObject({ ok: true });
    expect(pool.workers).toBe(1);
    await expect.poll(() => pool.workers).toBe(0);
    expect(await inspect('fine')).toMatchObject({ ok: true });
  });

  it.each(['hang', 'exit', 'crash', 'memory'])(
    'answers "unreadable" to a job that ends in %s, and goes on',
    async (job) => {
      const { inspect } = open({ maxWorkers: 1, cpuLimitMs: job === 'hang' ? 500 : 60_000 });
      const [bad, good] = await Promise.all([inspect(job), inspect('fine')]);
      expect(bad).toEqual({ ok: false, reason: 'unreadable', sha256: `of ${job}` });
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
    expect(pool.workers).toBe(1);
  });

  it('starts a second worker for jobs that wait behind a slow one', async () => {
    const { inspect } = open();
    const hanging = inspect('hang');
    expect(await inspect('fine')).toMatchObject({ ok: true });
    expect(pool.workers).toBe(2);
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
    const { inspect } = open({ maxWorkers: 1, timeLimitMs: 1_000, cpuLimitMs: 60_000 });
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
    expect(pool.workers).toBe(0);
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
