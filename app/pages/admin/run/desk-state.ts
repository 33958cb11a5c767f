/** What a press at the desk changes, and what desk and wall show of it. */
import { MINUTE_MS } from '#domain/constants.ts';
import { moveTo, slotOf } from '#domain/rounds/slot-rules.ts';
import { randomKey } from '#app/api/random-key.ts';
import type { WallState } from '#app/features/rounds/hall/wall-channel.ts';
import { elapsedOf } from '#app/features/rounds/hall/wall-channel.ts';
import type { DeskChange, DeskEntry, DeskRecord, Timer } from '#app/storage/desk-records.ts';

/** As the server has them, with what waits here on top. */
export function entriesOf({ entries, unsent, round }: DeskRecord): DeskEntry[] {
  let all = entries.toSorted((one, other) => one.order! - other.order!);
  for (const { proposal_id: id, change } of unsent) {
    const { order, ...fields } = change;
    const one = all.find(({ proposal_id }) => proposal_id === id);
    if (!one) continue;
    const changed = { ...one, ...fields };
    all = all.map((other) => (other === one ? changed : other));
    if (order !== undefined) all = moveTo(all, changed, order);
  }
  const { minutes, sessions } = round;
  return all.map((one, place) => ({
    ...one,
    order: place + 1,
    slot_at: (minutes && slotOf(place + 1, { minutes, sessions })?.toISOString()) ?? null,
  }));
}

const isToCome = ({ state, ended_at: end }: DeskEntry): boolean => state === 'in' && end === null;

/** Who is on stage: whose clock runs, who was chosen, or else the next one. */
export function stageOf(record: DeskRecord, entries: readonly DeskEntry[]): DeskEntry | undefined {
  const id = timerOf(record, entries)?.proposal_id ?? record.at;
  return (
    (id !== null ? entries.find(({ proposal_id }) => proposal_id === id) : undefined) ??
    entries.find(isToCome)
  );
}

/** The first after them that is to come, or else before. */
export function nextOf(
  entries: readonly DeskEntry[],
  stage: DeskEntry | undefined,
): DeskEntry | undefined {
  const at = entries.findIndex(({ code }) => code === stage?.code);
  return [...entries.slice(at + 1), ...entries.slice(0, Math.max(0, at))].find(isToCome);
}

/** Of this desk; or of another one, which has started somebody. */
export function timerOf(record: DeskRecord, entries: readonly DeskEntry[]): Timer | null {
  if (record.timer) return record.timer;
  const one = entries.findLast(
    ({ state, started_at: start, ended_at: end }) =>
      state === 'in' && start !== null && end === null,
  );
  if (!one?.proposal_id || record.round.state !== 'open') return null;
  const since = Date.parse(one.started_at!);
  return { proposal_id: one.proposal_id, phase: 'pitch', since, spent: 0 };
}

/** How long the phase may last. */
export const totalOf = ({ round: { minutes } }: DeskRecord, { phase }: Timer): number =>
  (minutes?.[phase] ?? 0) * MINUTE_MS;

export const withChange = (
  record: DeskRecord,
  proposal_id: string,
  change: DeskChange,
): DeskRecord => ({
  ...record,
  unsent: [...record.unsent, { id: randomKey(), proposal_id, change }],
});

/** Whoever comes late is here once they start. */
export function start(record: DeskRecord, one: DeskEntry, now: number): DeskRecord {
  const id = one.proposal_id!;
  const here = one.state === 'absent' ? withChange(record, id, { state: 'in' }) : record;
  const times = { started_at: new Date(now).toISOString(), ended_at: null };
  const timer = { proposal_id: id, phase: 'pitch', since: now, spent: 0 } as const;
  return { ...withChange(here, id, times), at: id, timer };
}

export const ask = (record: DeskRecord, timer: Timer, now: number): DeskRecord => ({
  ...record,
  timer: { ...timer, phase: 'questions', since: now, spent: 0 },
});

export const pause = (record: DeskRecord, timer: Timer, now: number): DeskRecord => ({
  ...record,
  timer:
    timer.since === null
      ? { ...timer, since: now }
      : { ...timer, since: null, spent: elapsedOf(timer, now) },
});

export function end(
  record: DeskRecord,
  entries: readonly DeskEntry[],
  one: DeskEntry,
  now: number,
): DeskRecord {
  const ended_at = new Date(Math.max(now, Date.parse(one.started_at ?? '') || 0)).toISOString();
  const at = nextOf(entries, one)?.proposal_id ?? null;
  return { ...withChange(record, one.proposal_id!, { ended_at }), at, timer: null };
}

const named = ({ code, business_name: name, region }: DeskEntry) => ({
  ...{ code: code ?? '', business_name: name ?? '', region },
});

/** No score, no judge, nobody who is not selected. */
export function wallOf(record: DeskRecord): WallState {
  const entries = entriesOf(record);
  const { round, selected, revealed } = record;
  const isOver = round.state !== 'open';
  const timer = isOver ? null : timerOf(record, entries);
  const stage = stageOf(record, entries);
  const next = timer ? nextOf(entries, stage) : stage;
  const shown = selected?.[revealed - 1];
  return {
    round: round.name,
    now: timer && stage ? { ...named(stage), ...timer, total: totalOf(record, timer) } : null,
    next: next && !isOver ? { ...named(next), slot_at: next.slot_at } : null,
    isOver,
    selected: selected && {
      shown: shown ? { business_name: shown.business_name ?? '', region: shown.region } : null,
      left: selected.length - revealed,
    },
  };
}
