/** Pitches that are scored on this phone: contract §9.9. */
import { createRecords } from '#app/storage/device-records.ts';
import { PITCH_PREFIX, type PitchRecord } from '#app/storage/pitch-records.ts';

export const pitchKey = (judgeId: string, roundId: string): string => `${judgeId}:${roundId}`;

export const pitches = createRecords<PitchRecord>(PITCH_PREFIX);

/** The records with something to send. */
export const waitingPitches = (): string[] =>
  pitches.keys().filter((key) => pitches.read(key)?.unsent.length);
