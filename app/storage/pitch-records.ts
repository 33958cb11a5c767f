/**
 * What a judge scores in a hall, by judge and round: contract §9.9. It outlives the session. A
 * logout and the end of the round take it, but nothing that still waits to be sent.
 */
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import type { Pack } from '#domain/judging/pitch-schema.ts';
import { keysOf, parse, read, write } from './local-storage.ts';

/** What a version of a review says; what it leaves out stays as it is. */
export type Said = {
  scores?: Record<string, number>;
  strength?: string;
  next_step?: string;
  note?: string;
  not_heard?: boolean;
  has_conflict?: boolean;
  kind?: ConflictKind;
  reason?: string;
};
/** As it is sent. */
export type Unsent = Said & { key: string; n: number; review_id: string; changed_at: string };
export type Refused = Unsent & { code: string | null; message: string };
export type Texts = { strength?: string; next_step?: string; note?: string };

export type PitchRecord = {
  /** Opens pack and sync of the round without a session. */
  key: string | null;
  /** Null after a logout, while something waits. */
  pack: Pack | null;
  etag: string | null;
  device: string;
  n: number;
  unsent: Unsent[];
  refused: Refused[];
  /** Comments typed on this phone; the pack has none. */
  texts: Record<string, Texts>;
  /** The code of the pitch on the screen; null until the ties are declared. */
  at: string | null;
  /** The checks were seen. */
  isReady: boolean;
  /** Somebody else scores on this phone now, or the judge has logged out: it is not shown. */
  isAside: boolean;
  /** The last time that everything was sent, and the end of the record, by this phone's clock. */
  sentAt: number | null;
  until: number;
};

export const PITCH_PREFIX = 'pitch:';
const readRecord = (key: string) => parse<PitchRecord>(read(key));
/** Their keys, those of one judge or of all. */
export const storedPitches = (person = ''): string[] => keysOf(PITCH_PREFIX + person);

/** The records with something to send. */
export const owedPitches = (person: string): string[] =>
  storedPitches(person).filter((key) => readRecord(key)?.unsent?.[0]);

/** After a logout, only what is not sent stays, with what opens the round for it. */
export function forgetPitches(person: string): void {
  for (const key of storedPitches(person)) {
    const record = readRecord(key);
    const rest = { pack: null, etag: null, texts: {}, at: null, isReady: false, isAside: true };
    const isOwed = record?.unsent?.[0] ?? record?.refused?.[0];
    write(key, isOwed ? JSON.stringify({ ...record, ...rest }) : null);
  }
}

/** Deletes what has come to its end, 48 hours after the closing of its round. */
export function endPitches(): void {
  for (const key of storedPitches()) {
    const record = readRecord(key);
    if (record && record.until < Date.now() && !record.unsent?.[0]) write(key, null);
  }
}
