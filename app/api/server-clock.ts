/** The server's time, which decides deadlines: the clock of a phone may be a day off. */
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';

/** Milliseconds by which an answer may be delayed and an accurate clock may differ. */
const TOLERANCE_MS = 60_000;

let offsetMs = 0;

/** Learns from an answer of the server; one from the offline cache says nothing. */
export function noteServerTime(headers: Headers): void {
  if (headers.has(OFFLINE_HEADER)) return;
  const difference = Date.parse(headers.get('Date') ?? '') - Date.now();
  offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The server's time according to its newest answer; before the first answer, this device's. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs);
