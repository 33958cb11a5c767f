/** Bytes of the first chunk. */
const FIRST = 131_072;
const SHORTEST = 32_768;
const LONGEST = 4_194_304;
/** Milliseconds that a chunk may take: long enough to be worth its answer, short enough to see. */
const QUICK_MS = 1500;
const SLOW_MS = 4000;
/** Chunks that arrive after a break before longer ones are dared again. */
const TRUSTED_AFTER = 10;
/** How much the newest chunk counts for the rate. */
const NEWEST = 0.4;

const halfOf = (bytes: number): number => Math.max(bytes / 2, SHORTEST);

/** How large the next chunk may be, and how long what is left will take, by those before. */
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
    /** After a break: the bytes in flight at the next break must be sent again. */
    slow: () => {
      bytes = most = halfOf(bytes);
      arrived = 0;
    },
    secondsFor: (left: number): number | null =>
      rate === null ? null : Math.max(1, Math.round(left / rate / 1000)),
  };
}
