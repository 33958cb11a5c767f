/** Sends what a record holds until each key of it is answered for: contract §9.9. */
import type { Pack } from '#domain/judging/pitch-schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readDated, send } from '#app/api/transport.ts';
import type { PitchRecord } from '#app/storage/pitch-records.ts';
import { takeAnswer, takePack, type Fetched } from './record.ts';
import { readPitch, writePitch } from './stored-records.ts';

/** A try ends after this. */
const TRY_MS = 20_000;
/** Versions sent at once: the server takes 200. */
const MOST = 200;

/**
 * `silent`: no answer, or none of ours, as from a captive portal. `refused`: an answer that is a
 * rule.
 */
export type Line = 'good' | 'silent' | 'ended' | { refused: string };

const pathOf = (recordKey: string, part: string): string =>
  apiPath(`/rounds/${encodeURIComponent(recordKey.split(':')[1] ?? '')}/${part}`);
/** With a scoring key, or with the session; a refused one opens no dialog here. */
const by = (key: string | null) => ({
  fetch: transport.fetch,
  readToken: () => key ?? transport.readToken(),
});
const soon = () => ({ signal: AbortSignal.timeout(TRY_MS) });

/** Of an answer that failed, or was not one of ours. */
export function lineOf(error: unknown): Line {
  if (!(error instanceof ApiError) || error.code === 'internal') return 'silent';
  if (error.status === 401) return 'ended';
  const isRule = error.status >= 400 && error.status < 500 && error.status !== 429;
  return isRule ? { refused: error.message } : 'silent';
}

/** A new key, by the session of the judge. */
export async function fetchKey(recordKey: string): Promise<string> {
  const answer = await send(by(null), 'POST', pathOf(recordKey, 'scoring-key'), {}, soon());
  const { key } = (await answer.json()) as { key?: unknown };
  if (typeof key !== 'string') throw new TypeError('no key');
  return key;
}

/** Null if this phone has it already; throws what is not the pack of this judge and round. */
export async function fetchPack(
  recordKey: string,
  record: Pick<PitchRecord, 'key' | 'pack' | 'etag'>,
): Promise<Fetched | null> {
  const asked = by(record.key);
  const known = record.pack && record.etag;
  const fetchKnown = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (known) headers.set('If-None-Match', known);
    return asked.fetch(path, { ...init, headers }).then(unchangedAsEmpty);
  };
  const answer = await send(
    ...([{ ...asked, fetch: fetchKnown }, 'GET', pathOf(recordKey, 'pack'), {}, soon()] as const),
  );
  if (answer.headers.has(UNCHANGED)) return null;
  const { etag, aheadMs, isOffline: _, ...pack } = await readDated<Pack>(answer);
  if (`${pack.judge?.id}:${pack.round?.id}` !== recordKey || !Array.isArray(pack.entries))
    throw new TypeError('not this pack');
  return { pack, etag, aheadMs };
}

const UNCHANGED = 'X-Unchanged';
const unchangedAsEmpty = (answer: Response): Response =>
  answer.status === 304 ? new Response('{}', { headers: { [UNCHANGED]: '1' } }) : answer;

/** Asks for the pack again; what it says is under what waits here. */
export const refreshPack = (recordKey: string, renew: Renew): Promise<Line> =>
  withRenewal(recordKey, renew, () => tryPack(recordKey));

async function tryPack(recordKey: string): Promise<Line> {
  const before = readPitch(recordKey);
  if (!before?.pack) return 'good';
  try {
    const fetched = await fetchPack(recordKey, before);
    const now = readPitch(recordKey);
    if (fetched && now?.pack) writePitch(recordKey, takePack(now, now.key, fetched));
    return 'good';
  } catch (error) {
    return lineOf(error);
  }
}

async function trySync(recordKey: string): Promise<Line> {
  for (;;) {
    const record = readPitch(recordKey);
    const sent = record?.unsent.slice(0, MOST) ?? [];
    if (!record || sent.length === 0) return 'good';
    if (!record.key) return 'ended';
    const json = { device: record.device, sent_at: new Date().toISOString(), entries: sent };
    const path = pathOf(recordKey, 'sync');
    const answer = await send(by(record.key), 'POST', path, { json }, soon());
    const said: unknown = await answer.json();
    const before = readPitch(recordKey);
    const now = before && takeAnswer(before, sent, said);
    // None of the keys was answered for: whoever this is, it is not us.
    if (!now || now === before) return 'silent';
    writePitch(recordKey, now.unsent.length === 0 ? { ...now, sentAt: Date.now() } : now);
  }
}

/** A new key, where the judge is signed in. */
type Renew = () => Promise<string | null>;

/** Once more with another key, if the one that it went with has ended. */
async function withRenewal(
  recordKey: string,
  renew: Renew,
  attempt: () => Promise<Line>,
): Promise<Line> {
  const line = await attempt();
  if (line !== 'ended') return line;
  const key = await renew().catch(() => null);
  const record = readPitch(recordKey);
  if (!key || !record) return line;
  writePitch(recordKey, { ...record, key });
  return attempt();
}

/** One for each record of a page. */
export function createSender(recordKey: string, renew: Renew) {
  let running: Promise<Line> | undefined;
  const attempt = () => trySync(recordKey).catch(lineOf);
  const run = () => withRenewal(recordKey, renew, attempt);
  /** Once at a time: what is written meanwhile goes with it or with the next. */
  return (): Promise<Line> => (running ??= run().finally(() => (running = undefined)));
}
