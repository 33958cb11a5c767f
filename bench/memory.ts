/** Memory of the server process: at rest, and its growth during uploads and large downloads. */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { startS3 } from '#tests/servers/s3.ts';
import { submissionOf, uploadByTus } from './form.ts';
import { ask, measure, post } from './load.ts';
import { memoryOf } from './product.ts';
import { limited, spread, type Row } from './report.ts';
import { PASSWORD } from './seed.ts';
import { inWorld, signedIn, type World } from './world.ts';

const LIMITS_MB = { rest: 125, form: 80, tus: 60, export: 50, zip: 40 };
const SETTLED_MS = 3000;
const ROUNDS = 3;

/** Megabytes when idle after somebody has opened pages and logged in. */
async function idle({ product: { port, pid }, seeded }: World): Promise<number> {
  for (const path of ['/', '/national-pitch-trek/programs', '/login', '/api/v1/programs/'])
    await fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.arrayBuffer());
  const login = JSON.stringify({ username: seeded.emails[0], password: PASSWORD });
  await ask(
    port,
    post('/api/v1/auth/login', Buffer.from(login), { 'content-type': 'application/json' }),
  );
  await wait(SETTLED_MS);
  return memoryOf(pid);
}

/** Megabytes above rest at the peak of `work`, sampled every 10 ms. */
async function growthDuring(
  world: World,
  what: string,
  limit: number,
  work: () => Promise<unknown>,
): Promise<Row> {
  const { pid } = world.product;
  const atRest = await idle(world);
  const growths: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let peak = memoryOf(pid);
    const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 10);
    await work().finally(() => clearInterval(timer));
    growths.push(peak - atRest);
  }
  return limited(`growth during ${what}`, growths, ' MB', limit);
}

const benchForms = (): Promise<Row[]> =>
  inWorld({}, async (world) => {
    const { product, seeded } = world;
    await wait(SETTLED_MS);
    const untouched = memoryOf(product.pid);
    const next = await submissionOf(20, seeded.programIds[0]!, seeded.applicantTokens);
    const send = () =>
      measure({ port: product.port, next }, { connections: 8, milliseconds: 60_000, count: 8 });
    return [
      limited('at rest', [untouched], ' MB', LIMITS_MB.rest),
      {
        what: 'at rest again, after visits and a login',
        ours: spread([await idle(world)], ' MB'),
      },
      await growthDuring(world, '8 x 2 x 20 MB', LIMITS_MB.form, send),
    ];
  });

const PEOPLE = 10;

/** Both documents of ten people at once. */
const benchTus = (store: string, environment: Record<string, string>): Promise<Row[]> =>
  inWorld({ environment }, async (world) => {
    const { product, seeded } = world;
    const [programId, pdf] = [seeded.programIds[0]!, await makePdf({ megabytes: 20, pages: 12 })];
    const send = () =>
      Promise.all(
        seeded.applicantTokens
          .slice(0, PEOPLE)
          .flatMap((token) =>
            DOCUMENT_KINDS.map((kind) =>
              uploadByTus(product.port, { token, programId, kind }, pdf),
            ),
          ),
      );
    const what = `${PEOPLE} x 2 x 20 MB by tus, on ${store}`;
    return [await growthDuring(world, what, LIMITS_MB.tus, send)];
  });

/** Bytes of an answer to the admin, read with a pause of `rest` milliseconds after each chunk. */
async function download({ product, seeded }: World, path: string, rest: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/v1/proposals/admin/${path}`, {
    headers: signedIn(seeded.adminToken),
  });
  let bytes = 0;
  for await (const chunk of answer.body!) {
    bytes += chunk.length;
    if (rest > 0) await wait(rest);
  }
  return bytes;
}

const ARCHIVED = 1_000;
const DOCUMENT_MEGABYTES = 0.25;
/** A reader that pauses after each chunk finds the server with the next ones in its hands. */
const PACES = { 'read at once': 0, 'read slowly': 2 };

/** A hard link to one file for the key of each document: an archive reads them all. */
function storeDocuments(dataDir: string, pdf: Buffer): void {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  const keys = database.prepare('select key from documents').all() as { key: string }[];
  const [first, ...others] = keys.map(({ key }) => join(dataDir, 'files', key));
  for (const path of [first!, ...others]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(first!, pdf);
  for (const path of others) linkSync(first!, path);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  database.prepare('update documents set size = ?, sha256 = ?').run(pdf.length, sha256);
  database.close();
}

async function benchDownloads(
  shape: Parameters<typeof inWorld>[0],
  path: string,
  named: string,
  limit: number,
  leastBytes: number,
): Promise<Row[]> {
  return inWorld(shape, async (world) => {
    const rows: Row[] = [];
    for (const [pace, rest] of Object.entries(PACES))
      rows.push(
        await growthDuring(world, `${named}, ${pace}`, limit, async () => {
          const bytes = await download(world, path, rest);
          if (bytes < leastBytes) throw new Error(`${path} has ${bytes} bytes.`);
        }),
      );
    return rows;
  });
}

async function benchArchive(): Promise<Row[]> {
  const pdf = await makePdf({ megabytes: DOCUMENT_MEGABYTES });
  const fill = (dataDir: string) => storeDocuments(dataDir, pdf);
  const least = ARCHIVED * 2 * pdf.length;
  const shape = { proposals: ARCHIVED, users: 200, fill };
  return benchDownloads(shape, 'documents.zip', 'the ZIP of 500 MB', LIMITS_MB.zip, least);
}

const EXPORTED = 100_000;
/** Each row takes more: of the workbook they are compressed. */
const EXPORTS = { 'export.csv': 100, 'export.xlsx': 5 };

async function benchExports(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [file, rowBytes] of Object.entries(EXPORTS))
    rows.push(
      ...(await benchDownloads(
        { proposals: EXPORTED, users: 20_000 },
        file,
        `${file} of 100,000 rows`,
        LIMITS_MB.export,
        EXPORTED * rowBytes,
      )),
    );
  return rows;
}

export async function benchMemory(): Promise<Row[]> {
  const s3 = await startS3();
  try {
    return [
      ...(await benchForms()),
      ...(await benchTus('disk', {})),
      ...(await benchTus('S3', s3.env)),
      ...(await benchExports()),
      ...(await benchArchive()),
    ];
  } finally {
    await s3.stop();
  }
}
