/**
 * Decides which requests go first when more arrive than can be answered at once
 * (docs/decisions/0018). It stands in front of the framework: a refusal must cost next to nothing.
 * Written by hand: @fastify/under-pressure refuses instead of queueing (docs/decisions/0018), and
 * promise queues know neither lanes nor disconnected clients.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { refuseWith503 } from './refusals.ts';
import { createTimeSlice } from './time-slice.ts';

/**
 * `cached`: the bytes are in memory. `read`: an API call that only reads. `render`: a page that has
 * to be rendered.
 */
export type Lane = 'cached' | 'read' | 'render';
export type Limits = {
  /**
   * The maximum number of concurrent requests of a lane. More would only slow down each other, and
   * everybody who logs in or submits.
   */
  concurrency: Record<Lane, number>;
  /** The maximum number of queued requests of a lane. */
  maxQueued: number;
  maxWaitMs: number;
  /**
   * Milliseconds per iteration of the event loop for queued work; new connections, health checks
   * and urgent requests run in between.
   */
  budgetMs: number;
};
/** Requests that wait too long are refused within two seconds, even if the event loop is late. */
const LIMITS: Limits = {
  concurrency: { cached: Infinity, read: 32, render: 2 },
  maxQueued: 1000,
  maxWaitMs: 1500,
  budgetMs: 5,
};
/** Milliseconds between two log lines about refused requests. */
const LOG_EVERY_MS = 10_000;

export type QueuedRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  /** `performance.now()` when it arrived. */
  arrivedAt: number;
  /** Goes before the others of its lane. */
  isUrgent?: boolean;
  /** Starts the request. */
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
  /** Whether a request of the lane would run at once. */
  isFree(lane: Lane): boolean;
  enqueue(lane: Lane, queued: QueuedRequest): void;
  /** Called when its answer is ready: frees its place, however slowly the client then reads. */
  release(request: IncomingMessage): void;
  /** Refuses with 503; `isClosing`: because this process is ending. */
  refuse(request: IncomingMessage, response: ServerResponse, isClosing?: boolean): void;
  /** Refuses all queued requests, because this process is ending. */
  close(): void;
  /** A new connection was accepted: others may be waiting behind it. */
  noteConnection(): void;
};

/**
 * Runs what fits into the time budget, lane by lane, first come, first served. Refuses with 503 the
 * requests that would wait too long.
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
    // Disconnected while it waited: no further event would report it.
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
   * If no more requests have arrived than may run at the same time, the machine itself is slow, and
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
      log.warn({ refused: count }, 'more requests arrived than could be answered');
      [count, loggedAt] = [0, performance.now()];
    }
    refuseWith503(request, response, isClosing);
  };
}
