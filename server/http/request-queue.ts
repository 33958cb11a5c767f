/**
 * Who goes first when more come than can be answered at once (docs/decisions/0018). In front of the
 * framework: a refusal must cost next to nothing. By hand: @fastify/under-pressure lets nobody wait
 * (docs/decisions/0014), and queues for promises neither know lanes nor who has gone away.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { refuseWith503 } from './refusals.ts';
import { createTimeSlice } from './time-slice.ts';

/**
 * `cached`: the bytes are there. `read`: a call of the API that only reads. `render`: a page that
 * has to be made.
 */
export type Lane = 'cached' | 'read' | 'render';
export type Limits = {
  /**
   * Requests of a lane that are worked on side by side. More would only make each other, and
   * whoever logs in or submits, wait at every step.
   */
  concurrency: Record<Lane, number>;
  /** Requests of a lane that may wait. */
  maxQueued: number;
  maxWaitMs: number;
  /**
   * Time that one turn of the event loop may give to what was waiting; new connections, health and
   * whoever goes first come in between.
   */
  budgetMs: number;
};
/** Who waits longer hears of it within two seconds, also where the loop is late. */
const LIMITS: Limits = {
  concurrency: { cached: Infinity, read: 32, render: 2 },
  maxQueued: 1000,
  maxWaitMs: 1500,
  budgetMs: 5,
};
/** Milliseconds between two lines in the log about those that were refused. */
const LOG_EVERY_MS = 10_000;

export type QueuedRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  /** `performance.now()` when it came. */
  arrivedAt: number;
  /** Goes before the others of its lane. */
  isUrgent?: boolean;
  /** Called when it is the request's turn. */
  run: () => void;
};
type Waiting = QueuedRequest & { timer?: NodeJS.Timeout };
type LaneState = {
  lane: Lane;
  limit: number;
  running: number;
  urgent: Set<Waiting>;
  others: Set<Waiting>;
};

export type RequestQueue = {
  /** Whether a request of the lane would be run at once. */
  isFree(lane: Lane): boolean;
  enqueue(lane: Lane, queued: QueuedRequest): void;
  /** Its answer is ready: its place is free, however slowly the answer is then fetched. */
  release(request: IncomingMessage): void;
  /** Refuses with 503; `isClosing`: because this process ends. */
  refuse(request: IncomingMessage, response: ServerResponse, isClosing?: boolean): void;
  /** Refuses all who wait, because this process ends. */
  close(): void;
  /** A new connection was taken: others may wait behind it. */
  noteConnection(): void;
};

/**
 * Runs what fits into the time of a turn, each lane in turn, first come, first served. Refuses with
 * 503 who would wait too long.
 */
export function createRequestQueue(
  log: Pick<Logger, 'warn'>,
  limits: Limits = LIMITS,
  noteRefusal: () => void = () => undefined,
): RequestQueue {
  const toState = (lane: Lane): LaneState => ({
    lane,
    limit: limits.concurrency[lane],
    running: 0,
    urgent: new Set(),
    others: new Set(),
  });
  const states = { cached: toState('cached'), read: toState('read'), render: toState('render') };
  const rotation = Object.values(states);
  const runningIn = new WeakMap<IncomingMessage, LaneState>();
  const refuse = countRefusals(log, noteRefusal);
  const slice = createTimeSlice(limits.budgetMs, runNext);

  function runNext(): 'cheap' | 'costly' | undefined {
    const state = rotation.find((one) => one.running < one.limit && waitingIn(one) > 0);
    if (!state) return undefined;
    rotation.push(...rotation.splice(rotation.indexOf(state), 1));
    const [first] = state.urgent.size > 0 ? state.urgent : state.others;
    remove(state, first!);
    start(state, first!);
    return state.lane === 'cached' ? 'cheap' : 'costly';
  }

  function start(state: LaneState, { request, response, run }: QueuedRequest): void {
    // Gone while it waited: nothing would say so again.
    if (response.destroyed) return;
    if (state.limit < Infinity) {
      state.running += 1;
      runningIn.set(request, state);
      response.once('close', () => release(request));
    }
    run();
  }

  function release(request: IncomingMessage): void {
    const state = runningIn.get(request);
    if (!state) return;
    runningIn.delete(request);
    state.running -= 1;
    if (waitingIn(state) > 0) slice.notify();
  }

  function wait(state: LaneState, queued: Waiting): void {
    const { request, response, arrivedAt, isUrgent } = queued;
    const leftMs = arrivedAt + limits.maxWaitMs - performance.now();
    if (waitingIn(state) >= limits.maxQueued || (leftMs <= 0 && isCrowded(state)))
      return refuse(request, response);
    giveUpLater(state, queued, Math.max(leftMs, 0));
    response.once('close', () => remove(state, queued));
    (isUrgent ? state.urgent : state.others).add(queued);
    slice.notify();
  }

  /**
   * Where no more have come than are worked on side by side, it is the machine that is slow, and
   * nobody is refused for that.
   */
  function giveUpLater(state: LaneState, queued: Waiting, milliseconds: number): void {
    queued.timer = setTimeout(() => {
      if (!isCrowded(state)) giveUpLater(state, queued, limits.maxWaitMs);
      else if (remove(state, queued)) refuse(queued.request, queued.response);
    }, milliseconds);
  }

  const isFree = (lane: Lane): boolean => {
    const state = states[lane];
    return state.running < state.limit && waitingIn(state) === 0 && slice.hasTime();
  };

  const close = () => {
    for (const state of rotation)
      for (const queued of [...state.urgent, ...state.others])
        if (remove(state, queued)) refuse(queued.request, queued.response, true);
  };

  return {
    isFree,
    enqueue: (lane, queued) =>
      isFree(lane) ? start(states[lane], queued) : wait(states[lane], queued),
    release,
    refuse,
    close,
    noteConnection: slice.noteConnection,
  };
}

const isCrowded = (state: LaneState): boolean => state.running + waitingIn(state) > state.limit;

const waitingIn = ({ urgent, others }: LaneState): number => urgent.size + others.size;

function remove({ urgent, others }: LaneState, queued: Waiting): boolean {
  clearTimeout(queued.timer);
  return urgent.delete(queued) || others.delete(queued);
}

function countRefusals(log: Pick<Logger, 'warn'>, noteRefusal: () => void): RequestQueue['refuse'] {
  let count = 0;
  let loggedAt = -Infinity;
  return (request, response, isClosing = false) => {
    count += isClosing ? 0 : 1;
    if (!isClosing) noteRefusal();
    if (!isClosing && performance.now() - loggedAt > LOG_EVERY_MS) {
      log.warn({ refused: count }, 'more came than could be answered');
      [count, loggedAt] = [0, performance.now()];
    }
    refuseWith503(request, response, isClosing);
  };
}
