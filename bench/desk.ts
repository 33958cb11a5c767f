/** Actions on many proposals at once: a bulk change of 2,000, an archive of 1,000. */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { get as request, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqlite } from '#server/db/sqlite-dialect.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { idle, peakWhile } from './memory.ts';
import { limited, type Row } from './report.ts';
import { inWorld, signedIn, type World } from './world.ts';

const ROUNDS = 5;
const BULK = 2_000;
const BULK_LIMIT_SECONDS = 3;
const REASON = 'The market that you describe is too small for this program.';

/** Seconds of one change to all of them, each with its audit entry and mail. */
async function changeAll({ product, seeded }: World, change: object): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/v1/proposals/admin/bulk`, {
    method: 'POST',
    headers: { ...signedIn(seeded.adminToken), 'content-type': 'application/json' },
    body: JSON.stringify({ filter: {}, change }),
  });
  const body = (await answer.json()) as { changed?: number };
  if (body.changed !== BULK) throw new Error(`The bulk change answers ${JSON.stringify(body)}.`);
  return (performance.now() - begin) / 1000;
}

export const benchBulk = (): Promise<Row[]> =>
  inWorld({ proposals: BULK, users: 400 }, async (world) => {
    const seconds: Record<'declined' | 'approved', number[]> = { declined: [], approved: [] };
    // So that the first round changes every row.
    await changeAll(world, { decision: 'declined', decline_reason: `${REASON} At first.` });
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.approved.push(await changeAll(world, { decision: 'approved' }));
      const declined = { decision: 'declined', decline_reason: REASON };
      seconds.declined.push(await changeAll(world, declined));
    }
    return (['approved', 'declined'] as const).map((decision) =>
      limited(`2,000 proposals ${decision} at once`, seconds[decision], ' s', BULK_LIMIT_SECONDS),
    );
  });

const ARCHIVED = 1_000;
const DOCUMENT_MEGABYTES = 0.25;
const GROWTH_LIMIT_MB = 40;
/** Milliseconds that a slow reader pauses after each chunk. */
const REST_MS = 2;

/** A hard link to one file for the key of each document: an archive reads them all. */
function storeDocuments(dataDir: string, pdf: Buffer): void {
  const { database } = openSqlite(join(dataDir, 'pitch-trek.sqlite'));
  const keys = database.prepare('select key from documents').all() as { key: string }[];
  const [first, ...others] = keys.map(({ key }) => join(dataDir, 'files', key));
  for (const path of [first!, ...others]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(first!, pdf);
  for (const path of others) linkSync(first!, path);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  database.prepare('update documents set size = ?, sha256 = ?').run(pdf.length, sha256);
  database.close();
}

async function downloadAll(port: number, token: string, rest: number): Promise<number> {
  const path = '/api/v1/proposals/admin/documents.zip';
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, host: '127.0.0.1', path, headers: signedIn(token) }, resolve).on(
      'error',
      reject,
    ),
  );
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (rest > 0) await wait(rest);
  }
  return bytes;
}

export async function benchArchive(): Promise<Row[]> {
  const pdf = await makePdf({ megabytes: DOCUMENT_MEGABYTES });
  const fill = (dataDir: string) => storeDocuments(dataDir, pdf);
  return inWorld({ proposals: ARCHIVED, users: 200, fill }, async (world) => {
    const { product, seeded } = world;
    const rows: Row[] = [];
    for (const [what, rest, rounds] of [
      ['read at once', 0, 3],
      ['read slowly', REST_MS, 1],
    ] as const) {
      const atRest = await idle(world);
      const growths: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const peak = await peakWhile(product.pid, async () => {
          const bytes = await downloadAll(product.port, seeded.adminToken, rest);
          if (bytes < ARCHIVED * 2 * pdf.length) throw new Error(`The archive has ${bytes} bytes.`);
        });
        growths.push(peak - atRest);
      }
      const named = `growth during the ZIP of 1,000 proposals (500 MB), ${what}`;
      rows.push(limited(named, growths, ' MB', GROWTH_LIMIT_MB));
    }
    return rows;
  });
}
