/**
 * Submits drafts whose documents are uploaded already: a small request, compared with a bare server
 * that writes the same request to a file and syncs it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { OFFSET_TYPE, toMetadata, TUS } from '#tests/tus-uploads.ts';
import { interleave, post, type WireRequest } from './load.ts';
import { compared, limited, percentile, type Row } from './report.ts';
import { inWorld, signedIn, type World } from './world.ts';

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
  const api = `http://127.0.0.1:${port}/api/v1`;
  const call = async (path: string, request: RequestInit): Promise<Response> => {
    const answer = await fetch(path, request);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  await call(`${api}/drafts/${programId}`, {
    method: 'PUT',
    headers: { ...signedIn(token), 'content-type': 'application/json' },
    body: JSON.stringify({ fields: FIELDS }),
  });
  for (const kind of DOCUMENT_KINDS) {
    const created = await call(`${api}/uploads/`, {
      method: 'POST',
      headers: {
        ...TUS,
        ...signedIn(token),
        'upload-length': String(pdf.length),
        'upload-metadata': toMetadata({ program_id: programId, kind }),
      },
    });
    await call(new URL(created.headers.get('location')!, api).href, {
      method: 'PATCH',
      headers: { ...TUS, ...signedIn(token), 'content-type': OFFSET_TYPE, 'upload-offset': '0' },
      body: new Uint8Array(pdf),
    });
  }
}

async function compareSubmitting({ dataDir, product, bare, seeded }: World): Promise<Row[]> {
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
    compared(`a draft, both documents ready, ${AT_ONCE} at once`, pair, '/s', 0.5),
    limited('of 100 of them 99 are answered within', [slowest], ' ms', SLOWEST_MS),
    limited('bytes of the request', [head.length + body.length], ' B', LARGEST_BYTES),
  ];
}

export const benchDraftSubmissions = (): Promise<Row[]> => inWorld({}, compareSubmitting);
