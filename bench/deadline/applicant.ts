/** An applicant in the last hour: logs in, saves, uploads documents over a slow line, submits. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { OFFSET_TYPE, toMetadata, TUS } from '#tests/tus-uploads.ts';
import { noteRefusal, noteTime, type Figures } from './figures.ts';
import type { Applicant } from './model.ts';

type Deck = { bytes: Buffer; size: number; sha256: string };
export type Rush = {
  url: string;
  figures: Figures;
  programId: string;
  password: string;
  decks: Deck[];
  /** The code that was mailed to the address; waits for it. */
  codeTo(email: string): Promise<string>;
  /** Acknowledged submissions, by the applicant's address. */
  submitted: Map<string, { pitch_deck: string; financials: string }>;
  /** `performance.now()` at the end of the drill; anything unfinished by then has failed. */
  until: number;
};

export const toDeck = (bytes: Buffer): Deck => ({
  bytes,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
export const emailOf = (index: number): string => `rush-${index}@example.com`;

const CHUNK_BYTES = 32 * 1024;
const MOST_TRIES = 40;
const RETRY_MS = 250;
const PASSING = new Set([409, 423, 429, 502, 503, 504]);

type Call = { method: string; path: string; headers?: Record<string, string>; body?: () => any };
export type Client = { headers: Record<string, string>; rush: Rush };

export const leftMs = ({ until }: Rush): number =>
  Math.max(1, Math.ceil(until - performance.now()));

/** Retries temporary refusals; each try is timed separately. */
async function call({ headers, rush }: Client, step: string, sent: Call): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
    const answer = await fetch(rush.url + sent.path, {
      method: sent.method,
      headers: { ...headers, ...sent.headers },
      signal: AbortSignal.timeout(leftMs(rush)),
      ...(sent.body && { body: sent.body(), duplex: 'half' }),
    } as RequestInit).catch((error: Error) => error);
    if (answer instanceof Response && !PASSING.has(answer.status)) {
      noteTime(rush.figures, step, performance.now() - began);
      if (answer.ok) return answer;
      throw new Error(`${step} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    }
    noteRefusal(rush.figures, step);
    if (answer instanceof Response) await answer.arrayBuffer();
    if (tries === MOST_TRIES || performance.now() > rush.until)
      throw new Error(`${step}: no success in ${tries} tries`);
    await pause(RETRY_MS);
  }
}

const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: () => JSON.stringify(value),
});

export async function logIn(client: Client, email: string): Promise<void> {
  const { password, codeTo } = client.rush;
  const path = '/api/v1/auth/login';
  const asked = await call(client, 'log-in', {
    ...{ method: 'POST', path },
    ...json({ username: email, password }),
  });
  await asked.arrayBuffer();
  const otp = await codeTo(email);
  const answer = await call(client, 'code', {
    ...{ method: 'POST', path: '/api/v1/auth/verify-otp' },
    ...json({ email, otp }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  client.headers['authorization'] = `Bearer ${access_token}`;
}

/** Yields the bytes at the line's speed. */
async function* slowly(bytes: Buffer, bytesPerMs: number): AsyncGenerator<Buffer> {
  const began = performance.now();
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const early = from / bytesPerMs - (performance.now() - began);
    if (early > 1) await pause(early);
    yield bytes.subarray(from, from + CHUNK_BYTES);
  }
}

async function send(client: Client, kind: string, deck: Deck, bytesPerMs: number): Promise<void> {
  const { programId } = client.rush;
  const created = await call(client, 'upload begun', {
    method: 'POST',
    path: '/api/v1/uploads/',
    headers: {
      ...TUS,
      'upload-length': String(deck.size),
      'upload-metadata': toMetadata({ program_id: programId, kind }),
    },
  });
  const path = created.headers.get('location')!;
  let offset = 0;
  while (offset < deck.size) {
    const from = offset;
    const sent = await call(client, 'upload', {
      ...{ method: 'PATCH', path },
      headers: { ...TUS, 'content-type': OFFSET_TYPE, 'upload-offset': String(from) },
      body: () => ReadableStream.from(slowly(deck.bytes.subarray(from), bytesPerMs)),
    }).catch(() => undefined);
    offset = sent ? offsetIn(sent) : await askOffset(client, path);
  }
}

const offsetIn = ({ headers }: Response): number => Number(headers.get('upload-offset'));

/** Called after an interrupted piece. */
const askOffset = async (client: Client, path: string): Promise<number> =>
  offsetIn(await call(client, 'upload looked at', { method: 'HEAD', path, headers: TUS }));

async function submit(client: Client, email: string, decks: [Deck, Deck]): Promise<void> {
  const { programId, submitted } = client.rush;
  const [pitch_deck, financials] = decks.map(({ size, sha256 }) => ({ size, sha256 }));
  const sent = json({ documents: { pitch_deck, financials } });
  const answer = await call(client, 'submit', {
    ...{ method: 'POST', path: `/api/v1/drafts/${programId}/submit`, body: sent.body },
    headers: { ...sent.headers, 'idempotency-key': randomUUID() },
  });
  await answer.arrayBuffer();
  submitted.set(email, { pitch_deck: decks[0].sha256, financials: decks[1].sha256 });
}

/** Each person has a different address and is not signed in yet. */
export const clientOf = (rush: Rush, index: number): Client => ({
  rush,
  headers: { 'x-forwarded-for': `10.9.${index >> 8}.${index & 255}` },
});

export async function save(client: Client, fields: Record<string, string>): Promise<void> {
  const path = `/api/v1/drafts/${client.rush.programId}`;
  const saved = await call(client, 'save', { method: 'PUT', path, ...json({ fields }) });
  await saved.arrayBuffer();
}

/** From the login to the receipt; permanent failures are recorded in the figures. */
export async function apply(rush: Rush, applicant: Applicant): Promise<void> {
  const email = emailOf(applicant.index);
  const client = clientOf(rush, applicant.index);
  const decks = applicant.documents.map((index) => rush.decks[index]!) as [Deck, Deck];
  const sendBoth = async () => {
    await send(client, 'pitch_deck', decks[0], applicant.bytesPerMs);
    await send(client, 'financials', decks[1], applicant.bytesPerMs);
  };
  try {
    await logIn(client, email);
    await save(client, {
      business_name: `Looms ${applicant.index}`,
      business_location: 'Tamale',
      business_description: '<p>We weave for the whole country.</p>',
    });
    if (!applicant.isSubmittingFirst) await sendBoth();
    await submit(client, email, decks);
    if (applicant.isSubmittingFirst) await sendBoth();
  } catch (error) {
    rush.figures.failures.push(`${email}: ${(error as Error).message}`);
  }
}
