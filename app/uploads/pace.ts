/** Bytes of the first chunk. */
const FIRST = 131_072;
const SHORTEST = 32_768;
const LONGEST = 4_194_304;
/** Milliseconds that a chunk may take: long enough to be worth its answer, short enough to see. */
const QUICK_MS = 1500;
const SLOW_MS = 4000;
/** How much the newest chunk counts for the rate. */
const NEWEST = 0.4;

/** How large the next chunk may be, and how long what is left will take, by those before. */
export function createPace() {
  let bytes = FIRST;
  let rate: number | null = null;
  const halve = () => (bytes = Math.max(bytes / 2, SHORTEST));
  return {
    bytes: () => bytes,
    note: (sent: number, milliseconds: number) => {
      const now = sent / Math.max(milliseconds, 1);
      rate = rate === null ? now : rate + NEWEST * (now - rate);
      if (milliseconds < QUICK_MS) bytes = Math.min(bytes * 2, LONGEST);
      else if (milliseconds > SLOW_MS) halve();
    },
    /** After a break: less to lose. */
    slow: halve,
    secondsFor: (left: number): number | null =>
      rate === null ? null : Math.max(1, Math.round(left / rate / 1000)),
  };
}
