/** Records of this phone, each read once and written whole: contract §9.9. */
import { parse, read, write } from '#app/storage/local-storage.ts';
import {
  PITCH_PREFIX as PREFIX,
  storedPitches,
  type PitchRecord,
} from '#app/storage/pitch-records.ts';

export const pitchKey = (judgeId: string, roundId: string): string => `${judgeId}:${roundId}`;

const last = new Map<string, { text: string | null; record: PitchRecord | null }>();
/** Those that this browser refuses to store: they last until the page is left. */
const unstored = new Set<string>();
const listeners = new Set<() => void>();

export function readPitch(key: string): PitchRecord | null {
  const known = last.get(key);
  if (known && unstored.has(key)) return known.record;
  const text = read(PREFIX + key);
  if (known?.text === text) return known.record;
  const found = parse<PitchRecord>(text);
  const record = Array.isArray(found?.unsent) ? found : null;
  last.set(key, { text, record });
  return record;
}

export const isPitchStored = (key: string): boolean => !unstored.has(key);

export function writePitch(key: string, record: PitchRecord | null): void {
  const text = record && JSON.stringify(record);
  write(PREFIX + key, text);
  if (read(PREFIX + key) === text) unstored.delete(key);
  else unstored.add(key);
  last.set(key, { text, record });
  for (const listener of listeners) listener();
}

/** Also hears of other tabs. */
export function subscribePitches(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const pitchKeys = (): string[] => [
  ...new Set([...storedPitches().map((key) => key.slice(PREFIX.length)), ...unstored]),
];

/** The records with something to send. */
export const waitingPitches = (): string[] =>
  pitchKeys().filter((key) => readPitch(key)?.unsent.length);
