/**
 * What runs the evening of a pitch round on this browser: contract §9.9, "Desk and wall". Every
 * press is written before it shows; it outlives the session, and a power cut.
 */
import type { Entry, Progress } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { DESK_PREFIX } from './desk-keys.ts';
import { createRecords } from './device-records.ts';

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

export const desks = createRecords<DeskRecord>(DESK_PREFIX);

/** Deletes what has come to its end. */
export function endDesks(now: number): void {
  for (const id of desks.keys()) {
    const record = desks.read(id);
    const closes = Date.parse(record?.round.closes_at ?? '');
    if (record && closes + AFTER_MS < now && !record.unsent[0]) desks.write(id, null);
  }
}
