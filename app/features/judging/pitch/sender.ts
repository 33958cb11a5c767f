/** Sends what a record holds until each key of it is answered for: contract §9.9. */
import type { Pack } from '#domain/judging/pitch-schema.ts';
import { readDated, send } from '#app/api/transport.ts';
import type { PitchRecord } from '#app/storage/pitch-records.ts';
import { by, fetchKey, lineOf, roundPath, soon, type Line } from '../round-line.ts';
import { takeAnswer, takePack, type Fetched } from './record.ts';
import { pitches } from './stored-records.ts';

/** Versions sent at once: the server takes 200. */
const MOST = 200;

const roundOf = (recordKey: string): string => recordKey.split(':')[1] ?? '';

/** A new key, by the session of the judge. */
export const fetchPitchKey = (recordKey: string): Promise<string> => fetchKey(roundOf(recordKey));

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
    ...([
      { ...asked, fetch: fetchKnown },
      'GET',
      roundPath(roundOf(recordKey), '/pack'),
      {},
      soon(),
    ] as const),
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
  const before = pitches.read(recordKey);
  if (!before?.pack) return 'good';
  try {
    const fetched = await fetchPack(recordKey, before);
    const now = pitches.read(recordKey);
    if (fetched && now?.pack) pitches.write(recordKey, takePack(now, now.key, fetched));
    return 'good';
  } catch (error) {
    return lineOf(error);
  }
}

async function trySync(recordKey: string): Promise<Line> {
  for (;;) {
    const record = pitches.read(recordKey);
    const sent = record?.unsent.slice(0, MOST) ?? [];
    if (!record || sent.length === 0) return 'good';
    if (!record.key) return 'ended';
    const json = { device: record.device, sent_at: new Date().toISOString(), entries: sent };
    const path = roundPath(roundOf(recordKey), '/sync');
    const answer = await send(by(record.key), 'POST', path, { json }, soon());
    const said: unknown = await answer.json();
    const before = pitches.read(recordKey);
    const now = before && takeAnswer(before, sent, said);
    // None of the keys was answered for: whoever this is, it is not us.
    if (!now || now === before) return 'silent';
    pitches.write(recordKey, now.unsent.length === 0 ? { ...now, sentAt: Date.now() } : now);
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
  const record = pitches.read(recordKey);
  if (!key || !record) return line;
  pitches.write(recordKey, { ...record, key });
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
