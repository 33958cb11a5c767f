/** When a request came, as deadlines count it: contract §5.8. */
import { IncomingMessage } from 'node:http';
import { DEADLINES } from '#domain/constants.ts';
import { receivedBy } from '#domain/programs/rules.ts';
import type { Context } from '../context.ts';

/**
 * Since the head came: when which bytes of the body came, and which of them count. A segment is a
 * stretch of the body in its order; what no segment holds, such as the headers of parts, came first
 * as far as anybody can tell, and does not count.
 */
type Arrival = {
  headAt: Date;
  bodyBytes: number;
  chunks: { at: Date; offset: number }[];
  segments: { bytes: number; counts: boolean }[];
};

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Chunks within this time are one: a body of single bytes fills no memory. */
const TOGETHER_MS = 50;

export function noteArrival(request: IncomingMessage, clock: () => Date): void {
  const arrival: Arrival = { headAt: clock(), bodyBytes: 0, chunks: [], segments: [] };
  arrivals.set(request, arrival);
  // Node's parser hands over each chunk, and null at the end, the moment the line has brought it.
  // Reading notices them only when the application gets to it.
  request.push = (chunk: Buffer | null, ...rest) => {
    const at = clock();
    const last = arrival.chunks.at(-1)?.at ?? new Date(0);
    if (chunk === null || at.getTime() - last.getTime() >= TOGETHER_MS)
      arrival.chunks.push({ at, offset: arrival.bodyBytes });
    arrival.bodyBytes += chunk?.length ?? 0;
    return IncomingMessage.prototype.push.call(request, chunk, ...rest);
  };
}

/** When its first bytes came; `now` for a call that a page makes inside this process. */
export const arrivedAt = (request: IncomingMessage, now: Date): Date =>
  arrivals.get(request)?.headAt ?? now;

/**
 * Call it for each part of a body in turn: how long it is, and how many of its bytes are of use.
 * White space between the values of a JSON body and parts that nobody asked for are of none:
 * padding gains no time.
 */
export function noteBytes(request: IncomingMessage, bytes: number, used: number): void {
  const counted = Math.min(bytes, used);
  arrivals
    .get(request)
    ?.segments.push({ bytes: bytes - counted, counts: false }, { bytes: counted, counts: true });
}

/** What counts of the bytes before each chunk; all of them where nobody has told parts apart. */
function countBytes({ bodyBytes, chunks, segments }: Arrival) {
  if (segments.length === 0) return chunks.map(({ at, offset }) => ({ at, before: offset }));
  const told = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const stretches = [{ bytes: Math.max(0, bodyBytes - told), counts: false }, ...segments];
  let [index, passed, counted] = [0, 0, 0];
  return chunks.map(({ at, offset }) => {
    while (index < stretches.length && passed + stretches[index]!.bytes <= offset) {
      const { bytes, counts } = stretches[index]!;
      [index, passed, counted] = [index + 1, passed + bytes, counted + (counts ? bytes : 0)];
    }
    return { at, before: counted + (stretches[index]?.counts ? offset - passed : 0) };
  });
}

/**
 * The context of a request whose last byte has come. `read`: what was read of a JSON body; fields
 * that nobody knows are padding too.
 */
export function countReceived<C extends Context>(
  context: C,
  request: IncomingMessage,
  read?: unknown,
): C {
  const arrival = arrivals.get(request);
  if (!arrival) return context;
  const unread =
    read === undefined || arrival.bodyBytes <= DEADLINES.bytesPerSecond
      ? 0
      : Math.max(0, usedOf(arrival) - Buffer.byteLength(JSON.stringify(read)));
  const arrived = countBytes(arrival).map(({ at, before }) => ({
    at,
    before: Math.max(0, before - unread),
  }));
  return { ...context, receivedAt: receivedBy({ firstByteAt: arrival.headAt, arrived }) };
}

const usedOf = ({ segments }: Arrival): number =>
  segments.reduce((sum, { bytes, counts }) => sum + (counts ? bytes : 0), 0);
