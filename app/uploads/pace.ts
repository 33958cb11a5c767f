/** Bytes of the first chunk. */
const FIRST = 131_072;
const SHORTEST = 32_768;
const LONGEST = 4_194_304;
/**
 * The target duration of a chunk in milliseconds: long enough to be efficient, short enough to show
 * progress.
 */
const QUICK_MS = 1500;
const SLOW_MS = 4000;
/** Chunks that must arrive after an interruption before chunks grow again. */
const TRUSTED_AFTER = 10;
/** The weight of the newest chunk in the average rate. */
const NEWEST = 0.4;

const halfOf = (bytes: number): number => Math.max(bytes / 2, SHORTEST);

/** Computes the size of the next chunk and the remaining time from the previous chunks. */
export function createPace() {
  let [bytes, most, arrived] = [FIRST, LONGEST, 0];
  let rate: number | null = null;
  return {
    bytes: () => bytes,
    note: (sent: number, milliseconds: number) => {
      const now = sent / Math.max(milliseconds, 1);
      rate = rate === null ? now : rate + NEWEST * (now - rate);
      arrived += 1;
      if (arrived % TRUSTED_AFTER === 0) most = Math.min(most * 2, LONGEST);
      if (milliseconds < QUICK_MS) bytes = Math.min(bytes * 2, most);
      else if (milliseconds > SLOW_MS) bytes = halfOf(bytes);
    },
    /** After an interruption: the bytes in flight at the next one must be sent again. */
    slow: () => {
      bytes = most = halfOf(bytes);
      arrived = 0;
    },
    secondsFor: (left: number): number | null =>
      rate === null ? null : Math.max(1, Math.round(left / rate / 1000)),
  };
}
