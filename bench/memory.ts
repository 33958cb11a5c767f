/** Memory of the server process: idle before and after a visit, and during eight uploads. */
import { setTimeout as wait } from 'node:timers/promises';
import { submissionOf } from './form.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { startS3 } from '#tests/servers/s3.ts';
import { ask, get, measure, post } from './load.ts';
import { memoryOf } from './product.ts';
import { limited, spread, type Row } from './report.ts';
import { PASSWORD } from './seed.ts';
import { documentByTus } from './tus.ts';
import { inWorld, signedIn, type World } from './world.ts';

const IDLE_LIMIT_MB = 120;
const GROWTH_LIMIT_MB = 80;

const SETTLED_MS = 3000;

/**
 * Megabytes when idle after a visit: somebody has opened the first page and logged in; then nothing
 * has happened for a while.
 */
export async function idle({ product: { port, pid }, seeded }: World): Promise<number> {
  for (const path of ['/', '/national-pitch-trek/programs', '/login'])
    await fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.arrayBuffer());
  await ask(port, get('/api/v1/programs/'));
  await ask(
    port,
    post(
      '/api/v1/auth/login',
      Buffer.from(JSON.stringify({ username: seeded.emails[0], password: PASSWORD })),
      { 'content-type': 'application/json' },
    ),
  );
  await wait(SETTLED_MS);
  return memoryOf(pid);
}

/** The peak while `work` runs, sampled every 10 ms. */
export async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 10);
  await work();
  clearInterval(timer);
  return peak;
}

/** Different queries of the admins' list, each with its own page. */
const QUESTIONS = 10_000;
const QUESTIONS_LIMIT_MB = 40;
const LARGEST_PAGE = 50;

/** Megabytes that the second half of the queries adds to the first half's. */
async function growthOverQuestions({ product: { port, pid }, seeded }: World): Promise<number> {
  let asked = 0;
  const next = () => {
    asked += 1;
    return get(
      `/api/v1/proposals/admin/all?limit=${LARGEST_PAGE - (asked % 2)}&skip=${asked}`,
      signedIn(seeded.adminToken),
    );
  };
  const ask = () =>
    peakWhile(pid, () =>
      measure({ port, next }, { connections: 8, milliseconds: 300_000, count: QUESTIONS / 2 }),
    );
  const first = await ask();
  return (await ask()) - first;
}

const benchQuestions = (): Promise<Row[]> =>
  inWorld({ proposals: QUESTIONS + LARGEST_PAGE }, async (world) => {
    const atRest = await idle(world);
    const growth = await growthOverQuestions(world);
    return [
      limited(
        `growth over the second half of ${QUESTIONS} different list questions`,
        [growth],
        ' MB',
        QUESTIONS_LIMIT_MB,
      ),
      {
        what: 'growth over all of them',
        ours: spread([memoryOf(world.product.pid) - atRest], ' MB'),
      },
    ];
  });

export const benchMemory = async (): Promise<Row[]> => [
  ...(await benchUploads()),
  ...(await benchQuestions()),
];

const TUS_PEOPLE = 10;
const TUS_GROWTH_LIMIT_MB = 60;

/** Both documents of ten people at once. */
const benchTus = (store: string, environment: Record<string, string>): Promise<Row[]> =>
  inWorld({ environment }, async (world) => {
    const { product, seeded } = world;
    const send = await documentByTus(20, seeded.programIds[0]!);
    const atRest = await idle(world);
    const growths: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const people = seeded.applicantTokens.slice(0, TUS_PEOPLE);
      const peak = await peakWhile(product.pid, () =>
        Promise.all(
          people.flatMap((token) => DOCUMENT_KINDS.map((kind) => send(product.port, token, kind))),
        ),
      );
      growths.push(peak - atRest);
    }
    return [
      limited(
        `growth during ${TUS_PEOPLE} x 2 x 20 MB by tus, on ${store}`,
        growths,
        ' MB',
        TUS_GROWTH_LIMIT_MB,
      ),
    ];
  });

async function benchTusOnS3(): Promise<Row[]> {
  const s3 = await startS3();
  try {
    return await benchTus('S3', s3.env);
  } finally {
    await s3.stop();
  }
}

/** Growth of memory while documents of drafts are uploaded, on both stores. */
export const benchTusMemory = async (): Promise<Row[]> => [
  ...(await benchTus('disk', {})),
  ...(await benchTusOnS3()),
];

const benchUploads = (): Promise<Row[]> =>
  inWorld({}, async (world) => {
    const { product, seeded } = world;
    await wait(SETTLED_MS);
    const untouched = memoryOf(product.pid);
    const next = await submissionOf(20, seeded.programIds[0]!, seeded.applicantTokens);
    const atRest = await idle(world);
    const growths: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const peak = await peakWhile(product.pid, () =>
        measure({ port: product.port, next }, { connections: 8, milliseconds: 60_000, count: 8 }),
      );
      growths.push(peak - atRest);
    }
    return [
      limited('at rest', [untouched], ' MB', IDLE_LIMIT_MB),
      { what: 'at rest again, after visits and a login', ours: spread([atRest], ' MB') },
      limited('growth during 8 x 2 x 20 MB', growths, ' MB', GROWTH_LIMIT_MB),
    ];
  });
