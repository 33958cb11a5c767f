/** Bounds the bytes that are processed at once: each file that is read or sent costs memory. */

type Budget = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

const MB = 1_048_576;
/** The minimum that a file counts for: its buffers. */
const LEAST_BYTES = MB / 4;

/** Runs tasks in order, as many at once as fit; a larger one runs alone. */
export function createBudget(total: number): Budget {
  const waiting: { weight: number; start: () => void }[] = [];
  let free = total;
  const startNext = () => {
    while (waiting[0] && waiting[0].weight <= free) {
      const { weight, start } = waiting.shift()!;
      free -= weight;
      start();
    }
  };
  return async (bytes, work) => {
    const weight = Math.min(total, Math.max(bytes, LEAST_BYTES));
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += weight;
      startNext();
    }
  };
}

/** For parts being written to the file store. */
export const storing = createBudget(8 * MB);
/** For documents being assembled and inspected. */
export const checking = createBudget(24 * MB);
