/**
 * Submissions, checked and stored durably: by form, beside a bare server that pipes the same bytes
 * to a file on the same disk without syncing, and of drafts whose documents are there already.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submissionOf, uploadByTus } from './form.ts';
import { interleave, post, type WireRequest } from './load.ts';
import { removeDataDir } from './product.ts';
import { compared, limited, percentile, type Row } from './report.ts';
import { inWorld, signedIn, type World } from './world.ts';

type Plan = { megabytes: number; connections: number; count: number; target?: number };

async function compareForms(
  { dataDir, product, bare, seeded }: World,
  { megabytes, connections, count, target }: Plan,
): Promise<Row> {
  const next = await submissionOf(megabytes, seeded.programIds[0]!, seeded.applicantTokens);
  const dir = join(dataDir, 'bare');
  // Both sides' files are deleted after each round. A virtual machine pays up to eight times as
  // much for a memory page that it has never used, so the side whose files stay would be measured
  // on different memory from the other.
  const tidy = async () => {
    for (const files of [dir, join(dataDir, 'files')]) {
      removeDataDir(files);
      mkdirSync(files);
    }
    // The limit is 200 proposals per person.
    const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
    database.exec('delete from documents; delete from proposals');
    database.close();
  };
  await tidy();
  await bare.order({
    dir,
    body: Buffer.alloc(1000, ' ').toString('base64'),
    headers: { 'content-length': '1000' },
  });
  const pair = await interleave(
    { port: product.port, pid: product.pid, next },
    { port: bare.port, next },
    { connections, milliseconds: 5000, count, rounds: 7, between: tidy },
  );
  const pace = connections === 1 ? 'one at a time' : `${connections} at once`;
  return compared(`2 x ${megabytes} MB, ${pace}`, pair, '/s', target);
}

const AT_ONCE = 8;
const ROUNDS = 5;
const LARGEST_BYTES = 5000;
const SLOWEST_MS = 100;

const FIELDS = {
  business_name: 'Savannah Cold Rooms',
  business_location: 'Tamale',
  business_description: '<p>Cold rooms for small farms.</p>',
  business_website: 'https://example.com',
};

type Draft = { token: string; programId: string };

/** Fills in the answers and both documents of each draft, a limited number of drafts at once. */
async function fillAll(port: number, drafts: readonly Draft[], pdf: Buffer): Promise<void> {
  const left = [...drafts];
  const fillNext = async () => {
    for (let draft = left.pop(); draft; draft = left.pop()) await fill(port, draft, pdf);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fillNext));
}

async function fill(port: number, { token, programId }: Draft, pdf: Buffer): Promise<void> {
  const saved = await fetch(`http://127.0.0.1:${port}/api/v1/drafts/${programId}`, {
    method: 'PUT',
    headers: { ...signedIn(token), 'content-type': 'application/json' },
    body: JSON.stringify({ fields: FIELDS }),
  });
  if (!saved.ok) throw new Error(`A draft answers ${saved.status}: ${await saved.text()}`);
  for (const kind of DOCUMENT_KINDS) await uploadByTus(port, { token, programId, kind }, pdf);
}

/** A small request, beside a bare server that writes the same bytes to a file and syncs it. */
async function compareDrafts({ dataDir, product, bare, seeded }: World): Promise<Row[]> {
  const pdf = await makePdf();
  const digest = { size: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') };
  const body = Buffer.from(
    JSON.stringify({ documents: { pitch_deck: digest, financials: digest } }),
  );
  const drafts = seeded.programIds.flatMap((programId) =>
    seeded.applicantTokens.map((token) => ({ token, programId })),
  );
  const fillDrafts = () => fillAll(product.port, drafts, pdf);
  let count = 0;
  const next = (): WireRequest => {
    const { token, programId } = drafts[count++ % drafts.length]!;
    return post(`/api/v1/drafts/${programId}/submit`, body, {
      ...signedIn(token),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    });
  };
  const { head } = next();
  count = 0;
  await bare.order({ dir: dataDir, body: Buffer.alloc(1500, ' ').toString('base64') });
  const times: number[] = [];
  const plan = { connections: AT_ONCE, milliseconds: 60_000, count: drafts.length };
  await fillDrafts();
  const pair = await interleave(
    { port: product.port, next, onAnswer: (milliseconds) => void times.push(milliseconds) },
    { port: bare.port, next: () => post('/durable', body, {}) },
    { ...plan, rounds: ROUNDS, between: fillDrafts },
  );
  // The first round is a warm-up here as well.
  const slowest = percentile(times.slice(drafts.length), 0.99);
  return [
    compared(`a draft, both documents ready, ${AT_ONCE} at once`, pair, '/s'),
    limited('of 100 of them 99 are answered within', [slowest], ' ms', SLOWEST_MS),
    limited('bytes of the request', [head.length + body.length], ' B', LARGEST_BYTES),
  ];
}

export const benchSubmissions = (): Promise<Row[]> =>
  inWorld({}, async (world) => [
    await compareForms(world, { megabytes: 0.02, connections: 1, count: 60 }),
    await compareForms(world, { megabytes: 5, connections: 1, count: 10, target: 0.5 }),
    await compareForms(world, { megabytes: 5, connections: 8, count: 16, target: 0.6 }),
    ...(await compareDrafts(world)),
  ]);
