/** Sends what waits, in order, and asks how the round stands: contract §9.9, "Desk and wall". */
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import type { Entry, Progress } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { transport } from '#app/api/browser.ts';
import { send } from '#app/api/transport.ts';
import { by, lineOf, roundPath, soon, type Line } from '#app/features/judging/round-line.ts';
import { desks, type DeskRecord, type Selected } from '#app/storage/desk-records.ts';

const isEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Once a key has ended, the session opens the same; and the other way round. */
async function call<T>(
  roundId: string,
  method: string,
  part: string,
  json?: unknown,
): Promise<{ body: T; aheadMs: number }> {
  const key = desks.read(roundId)?.key ?? null;
  const ask = (with_: string | null) =>
    send(by(with_), method, roundPath(roundId, part), json === undefined ? {} : { json }, soon());
  const answer = await ask(key).catch((error: unknown) => {
    if (!isEnded(error) || key === null || transport.readToken() === null) throw error;
    return ask(null);
  });
  const date = Date.parse(answer.headers.get('Date') ?? '');
  return { body: (await answer.json()) as T, aheadMs: date ? Date.now() - date : 0 };
}

type New = { person: string };

/** How it stands; makes the record where there is none. Says how far this clock is ahead. */
export async function refresh(roundId: string, { person }: New): Promise<number> {
  const sentAt = desks.read(roundId)?.sentAt ?? null;
  const [{ body: round, aheadMs }, { body: entries }, { body: judges }] = await Promise.all([
    call<Round>(roundId, 'GET', ''),
    call<Entry[]>(roundId, 'GET', '/entries'),
    call<Progress[]>(roundId, 'GET', '/judges'),
  ]);
  if (round.id !== roundId || !Array.isArray(entries) || !Array.isArray(judges))
    throw new TypeError('not this round');
  const selected = await selectedIn(round);
  const now: DeskRecord = desks.read(roundId) ?? {
    ...{ person, key: null, round, entries: [], judges: [], at: null, timer: null },
    ...{ unsent: [], refused: [], selected: null, revealed: 0, sentAt: null },
  };
  desks.write(roundId, {
    ...now,
    round: roundOf(round),
    // What was sent meanwhile is newer.
    entries: now.sentAt === sentAt ? entries.map(entryOf) : now.entries,
    judges: judges.map(judgeOf),
    selected,
    revealed: selected ? now.revealed : 0,
  });
  return aheadMs;
}

const roundOf = ({
  id,
  name,
  program_title,
  state,
  venue,
  closes_at,
  minutes,
  sessions,
}: Round) => ({
  ...{ id, name, program_title, state, venue, closes_at, minutes, sessions },
});
const entryOf = (one: Entry) => ({
  ...{ proposal_id: one.proposal_id, code: one.code, business_name: one.business_name },
  ...{ region: one.region, state: one.state, order: one.order, slot_at: one.slot_at },
  ...{ started_at: one.started_at, ended_at: one.ended_at },
  ...{ reviews: one.reviews, submitted: one.submitted },
});
const judgeOf = ({ judge, missing, kept, pack_at, sent_at }: Progress) => ({
  ...{ judge, missing, kept, pack_at, sent_at },
});

/** Null before the sealing, and while only a key opens the round. */
async function selectedIn({ id, state }: Round): Promise<Selected[] | null> {
  if (state !== 'sealed' && state !== 'released') return null;
  return desks.read(id)?.selected ?? fetchSelected(id).catch(() => null);
}

/** By the session only, and never before the sealing. The last rank first. */
async function fetchSelected(roundId: string): Promise<Selected[]> {
  const answer = await send(by(null), 'GET', roundPath(roundId, '/ranking'), {}, soon());
  return ((await answer.json()) as RankedEntry[])
    .filter(({ outcome }) => outcome === 'selected')
    .toSorted((one, other) => (other.rank ?? Infinity) - (one.rank ?? Infinity) || 0)
    .map(({ business_name, region }) => ({ business_name, region }));
}

async function trySend(roundId: string): Promise<Line> {
  for (;;) {
    const [next] = desks.read(roundId)?.unsent ?? [];
    if (!next) return 'good';
    const done = (record: DeskRecord, words: string[] = []): DeskRecord => ({
      ...record,
      unsent: record.unsent.filter(({ id }) => id !== next.id),
      refused: [...record.refused, ...words],
    });
    try {
      const { body } = await call<Entry>(
        roundId,
        'PATCH',
        `/entries/${encodeURIComponent(next.proposal_id)}`,
        next.change,
      );
      if (body.proposal_id !== next.proposal_id) return 'silent';
      // The others have moved with it.
      const moved =
        next.change.order === undefined
          ? null
          : (await call<Entry[]>(roundId, 'GET', '/entries')).body.map(entryOf);
      desks.change(roundId, (record) => ({
        ...done(record),
        entries:
          moved ??
          record.entries.map((one) => (one.proposal_id === body.proposal_id ? entryOf(body) : one)),
        sentAt: Date.now(),
      }));
    } catch (error) {
      const line = lineOf(error);
      if (typeof line !== 'object') return line;
      desks.change(roundId, (record) => done(record, [line.refused]));
    }
  }
}

const running = new Map<string, Promise<Line>>();

/** Once at a time: what is pressed meanwhile goes with it. */
export function sendAll(roundId: string): Promise<Line> {
  const known = running.get(roundId);
  if (known) return known;
  const now = trySend(roundId)
    .catch(lineOf)
    .finally(() => running.delete(roundId));
  running.set(roundId, now);
  return now;
}
