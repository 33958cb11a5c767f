/**
 * The last hours before a deadline: what a login costs, how long it takes among readers, and
 * whether health checks are answered beside visitors that never pause (docs/decisions/0018).
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask, get, interleave, measure, post, type WireRequest } from './load.ts';
import { compared, limited, spread, type Row } from './report.ts';
import { PASSWORD } from './seed.ts';
import type { Visits } from './visitors.ts';
import { inWorld, signedIn, type World } from './world.ts';

const run = promisify(execFile);

const READERS = 500;
const VISITORS = 600;
const READING_MS = 6000;
const VISITING_MS = 10_000;
const PROBE_EVERY_MS = 100;
const LOGINS = 9;
const LIMITS = { loginMs: 1000, answerMs: 2000, healthMs: 500, besideRendersMs: 100 };
/** Concurrent requests that no cache can answer. */
const RENDERS = 200;
const ROUNDS = 5;

const logInAs = (username: string): WireRequest =>
  post('/api/v1/auth/login', Buffer.from(JSON.stringify({ username, password: PASSWORD })), {
    'content-type': 'application/json',
  });

/** Each login is another person's: an account gets ten codes an hour. */
async function compareLogins({ product, bare, seeded }: World): Promise<Row> {
  let index = LOGINS * 2;
  const next = () => logInAs(seeded.emails[(index += 1) % seeded.emails.length]!);
  await bare.order({
    hash: seeded.passwordHash,
    body: Buffer.from('{"message":"OTP sent to your email"}').toString('base64'),
    headers: { 'content-length': '36' },
  });
  const pair = await interleave(
    { port: product.port, pid: product.pid, next },
    { port: bare.port, pid: bare.pid, next: () => get('/verify') },
    { connections: 4, milliseconds: 800 },
  );
  return compared('POST /auth/login: password, code, mail (bare: argon2 alone)', pair, '/s');
}

/** Milliseconds of each login, one after the other. */
async function timeLogins({ product: { port }, seeded }: World, first: number): Promise<number[]> {
  const times: number[] = [];
  for (const username of seeded.emails.slice(first, first + LOGINS)) {
    const begin = performance.now();
    await ask(port, logInAs(username));
    times.push(performance.now() - begin);
  }
  return times;
}

async function logInAmongReaders(world: World): Promise<Row[]> {
  const alone = await timeLogins(world, 0);
  const next = () => get('/api/v1/programs/?limit=10', signedIn(world.seeded.applicantToken));
  const reading = measure(
    { port: world.product.port, next },
    { connections: READERS, milliseconds: READING_MS },
  );
  await wait(READING_MS / 4);
  const among = [Math.max(...(await timeLogins(world, LOGINS)))];
  await reading;
  const what = `the slowest of ${LOGINS} logins while ${READERS} others read`;
  return [
    { what: 'a login, nobody else there', ours: spread(alone, ' ms') },
    limited(what, among, ' ms', LIMITS.loginMs),
  ];
}

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

async function probeBesideVisitors({ product: { port } }: World): Promise<Row[]> {
  await ask(port, get('/'));
  const visitors = join(import.meta.dirname, 'visitors.ts');
  const visiting = run(
    process.execPath,
    [visitors, port, VISITORS, VISITING_MS].map((argument) => String(argument)),
  );
  const health = [Math.max(...(await probeUntil(port, visiting)))];
  const { answered, refused, broken, seconds, p99Ms } = JSON.parse(
    (await visiting).stdout,
  ) as Visits;
  return [
    {
      what: `${VISITORS} visitors that never pause, answers a second`,
      ours: `${(answered / seconds).toFixed(0)}/s, ${refused} refused, ${broken} broken`,
    },
    limited('their answers or refusals, 99 %', [p99Ms], ' ms', LIMITS.answerMs),
    limited('the slowest /healthz beside them', health, ' ms', LIMITS.healthMs),
  ];
}

/** Portal pages exist in no cache. As everywhere, the first round is discarded. */
async function probeBesideRenders({ product: { port } }: World): Promise<Row> {
  const slowest: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rendering = Array.from({ length: RENDERS }, (_, number) =>
      ask(port, get(`/dashboard?u=${number}`)).catch(() => undefined),
    );
    // Arrives with their connections; the next ones while they are answered.
    await timeHealth(port);
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) times.push(await timeHealth(port));
    await Promise.all(rendering);
    if (round > 0) slowest.push(Math.max(...times));
  }
  const what = `the slowest /healthz while ${RENDERS} renders wait`;
  return limited(what, slowest, ' ms', LIMITS.besideRendersMs);
}

export const benchRush = (): Promise<Row[]> =>
  inWorld({ users: 300 }, async (world) => [
    ...(await logInAmongReaders(world)),
    await compareLogins(world),
    ...(await probeBesideVisitors(world)),
    await probeBesideRenders(world),
  ]);
