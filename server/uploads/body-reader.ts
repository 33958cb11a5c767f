/** Splits a slow or interrupted body into parts that are worth storing. */
import type { Readable } from 'node:stream';

/** The largest part in bytes: the most that a killed process can lose. */
const PART_BYTES = 4 * 1_048_576;
/** Milliseconds for which the bytes of one part are gathered. */
const PART_MS = 5_000;
/** Milliseconds without a byte after which the part is stored. */
const SILENCE_MS = 1_500;

const TIMED_OUT = Symbol('timed out');

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** `isBroken`: the connection ended before the body did. */
export type Body = {
  readonly isOver: boolean;
  readonly isBroken: boolean;
  /** When the last byte arrived, by `performance.now()`. */
  readonly lastByteAt: number;
  /**
   * Waits for bytes, then yields them until the part is worth storing; yields nothing after the end
   * of the body.
   */
  nextPart(): AsyncGenerator<Buffer>;
  /** Discards the rest, so that a client that is still sending gets the answer. */
  drop(): void;
};

/** Reads a body in parts; `isWhole`: as a single one, because nothing counts before its end. */
export function readBody(bytes: Readable, isWhole: boolean): Body {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const state = { isOver: false, isBroken: false, lastByteAt: performance.now() };
  let coming: Promise<IteratorResult<Buffer>> | undefined;

  const take = async (milliseconds: number): Promise<Buffer | undefined> => {
    coming ??= chunks.next();
    const result = await within(coming, milliseconds).catch(() => {
      state.isBroken = true;
      return undefined;
    });
    if (result === TIMED_OUT) return undefined;
    coming = undefined;
    state.isOver = result === undefined || result.done === true;
    state.lastByteAt = performance.now();
    return state.isOver ? undefined : (result as IteratorYieldResult<Buffer>).value;
  };
  async function* nextPart(): AsyncGenerator<Buffer> {
    let size = 0;
    let end = Infinity;
    while (!state.isOver && (isWhole || (size < PART_BYTES && performance.now() < end))) {
      const chunk = await take(SILENCE_MS);
      if (chunk) {
        if (size === 0) end = performance.now() + PART_MS;
        size += chunk.length;
        yield chunk;
      } else if (size > 0 && !isWhole) return;
    }
  }
  const drop = async () => {
    while (!state.isOver) await take(SILENCE_MS);
  };
  return {
    get isOver() {
      return state.isOver;
    },
    get isBroken() {
      return state.isBroken;
    },
    get lastByteAt() {
      return state.lastByteAt;
    },
    nextPart,
    drop: () => void drop(),
  };
}
