/** What time it is where deadlines are decided: the clock of a phone may be a day off. */
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';

/** Milliseconds that an answer may have been on its way, and a good clock may differ. */
const TOLERANCE_MS = 60_000;

let offsetMs = 0;

/** Learns from an answer of the server; one that was kept on this device says nothing. */
export function noteServerTime(headers: Headers): void {
  if (headers.has(OFFLINE_HEADER)) return;
  const difference = Date.parse(headers.get('Date') ?? '') - Date.now();
  offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The server's time as of its newest answer; until there is one, this device's. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs);
