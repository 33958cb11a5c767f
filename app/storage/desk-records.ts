/**
 * What runs the evening of a pitch round on this browser: contract §9.9, "Desk and wall". Every
 * press is written before it shows; it outlives the session, and a power cut.
 */
import type { Entry, Progress } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { DESK_PREFIX as PREFIX } from './desk-keys.ts';
import { keysOf, parse, read, write } from './local-storage.ts';

type DeskRound = Pick<
  Round,
  'id' | 'name' | 'program_title' | 'state' | 'venue' | 'closes_at' | 'minutes' | 'sessions'
>;
export type DeskEntry = Pick<
  Entry,
  | ('proposal_id' | 'code' | 'business_name' | 'region' | 'state' | 'order' | 'slot_at')
  | ('started_at' | 'ended_at' | 'reviews' | 'submitted')
>;
export type DeskJudge = Pick<Progress, 'judge' | 'missing' | 'kept' | 'pack_at' | 'sent_at'>;
export type DeskChange = {
  state?: 'in' | 'absent';
  order?: number;
  started_at?: string | null;
  ended_at?: string | null;
};
type Unsent = { id: string; proposal_id: string; change: DeskChange };
/** Who is on stage: since when the clock runs, or null while it is paused, and what it ran before. */
export type Timer = {
  proposal_id: string;
  phase: 'pitch' | 'questions';
  since: number | null;
  spent: number;
};
export type Selected = { business_name: string | null; region: string };

export type DeskRecord = {
  /** Whose key it is. */
  person: string;
  /** Opens the run of the round without a session. */
  key: string | null;
  round: DeskRound;
  entries: DeskEntry[];
  judges: DeskJudge[];
  /** Chosen for the stage; null: whoever is next. */
  at: string | null;
  timer: Timer | null;
  unsent: Unsent[];
  /** What the server has refused, in sentences. */
  refused: string[];
  /** After the sealing: the last rank first, and how many the wall has shown. */
  selected: Selected[] | null;
  revealed: number;
  sentAt: number | null;
};

/** Kept after the closing. */
const AFTER_MS = 48 * 3_600_000;

const last = new Map<string, { text: string | null; record: DeskRecord | null }>();
/** Those that this browser refuses to store: they last until the page is left. */
const unstored = new Set<string>();
const listeners = new Set<() => void>();

export function readDesk(roundId: string): DeskRecord | null {
  const known = last.get(roundId);
  if (known && unstored.has(roundId)) return known.record;
  const text = read(PREFIX + roundId);
  if (known?.text === text) return known.record;
  const found = parse<DeskRecord>(text);
  const record = Array.isArray(found?.unsent) ? found : null;
  last.set(roundId, { text, record });
  return record;
}

export const isDeskStored = (roundId: string): boolean => !unstored.has(roundId);

export function writeDesk(roundId: string, record: DeskRecord | null): void {
  const text = record && JSON.stringify(record);
  write(PREFIX + roundId, text);
  if (read(PREFIX + roundId) === text) unstored.delete(roundId);
  else unstored.add(roundId);
  last.set(roundId, { text, record });
  for (const listener of listeners) listener();
}

export function changeDesk(roundId: string, change: (record: DeskRecord) => DeskRecord): void {
  const record = readDesk(roundId);
  if (record) writeDesk(roundId, change(record));
}

/** Also hears of other tabs. */
export function subscribeDesks(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const desks = (): string[] => keysOf(PREFIX).map((key) => key.slice(PREFIX.length));
const isWaiting = (record: DeskRecord | null): boolean => (record?.unsent.length ?? 0) > 0;

/** Deletes what has come to its end. */
export function endDesks(now: number): void {
  for (const id of desks()) {
    const record = readDesk(id);
    const closes = Date.parse(record?.round.closes_at ?? '');
    if (record && closes + AFTER_MS < now && !isWaiting(record)) writeDesk(id, null);
  }
}
