/**
 * The one queue: decides what goes first when more arrives than can be answered at once
 * (docs/decisions/0018). It stands in front of the framework, so that a refusal costs next to
 * nothing. Logging in, submitting, uploading, changing, files and health checks never wait in it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressBook, Subject } from './addresses.ts';
import type { CachedResponse } from '../cache/page-cache.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { refuseWith503 } from './problems.ts';

/**
 * `cached`: the bytes are in memory. `urgent`: a screen for logging in or submitting, or a form
 * posted without script. `read`: a call that only reads. `page`: any other page that has to be
 * rendered.
 */
type Lane = 'cached' | 'urgent' | 'read' | 'page';
export type Limits = {
  /**
   * How many of a lane run at the same time. More would only slow down each other, and everybody
   * who logs in or submits.
   */
  running: Record<Lane, number>;
  /** How many of a lane may wait. */
  waiting: number;
  waitMs: number;
};
const LIMITS: Limits = {
  running: { cached: Infinity, urgent: 2, read: 32, page: 2 },
  waiting: 1000,
  // Refused within two seconds, even if the event loop is late.
  waitMs: 1500,
};
/** Milliseconds of a turn for answers that are in memory. */
const CACHED_MS = 5;
/**
 * libuv accepts one connection in each iteration of the event loop. So many turns do nothing, so
 * that those who arrive at the same moment need not wait for each other's pages.
 */
const MAX_ACCEPTING_TURNS = 64;
/** Milliseconds until those who wait too long are looked for, while no place gets free. */
const LOOK_EVERY_MS = 50;
const LOG_EVERY_MS = 10_000;
/** The framework, the cache and the queue each listen for its end: eleven are no leak. */
const MAX_LISTENERS = 20;

/** Whether the row that a public page shows exists; asked before the page is rendered. */
export type HasSubject = (db: Executor, subject: Subject) => Promise<boolean>;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type WaitingRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  /** `performance.now()`. */
  arrivedAt: number;
  run: () => void;
};
type KnownAddresses = Pick<AddressBook, 'find' | 'isRouted'>;
type LaneState = { limit: number; running: number; waiting: WaitingRequest[] };

export type Queue = {
  /** Answers the request from the cache or hands it to the framework, now or later, or refuses. */
  admit(request: IncomingMessage, response: ServerResponse, handler: Handler): void;
  /** Call it when its answer is ready: frees its place, however slowly the client then reads. */
  release(request: IncomingMessage): void;
  /** A new connection was accepted: others may be waiting behind it. */
  noteConnection(): void;
  /**
   * From now on, refuses every new and every waiting request and closes its connection. Resolves
   * when all running requests are answered.
   */
  close(): Promise<void>;
};

export function createQueue(
  { cache, db, log, traffic }: Pick<Services, 'cache' | 'db' | 'log' | 'traffic'>,
  { addresses, hasSubject }: { addresses: KnownAddresses; hasSubject: HasSubject },
  limits: Limits = LIMITS,
): Queue {
  const lanes = mapLanes((lane): LaneState => ({
    limit: limits.running[lane],
    running: 0,
    waiting: [],
  }));
  const placeOf = new WeakMap<IncomingMessage, LaneState>();
  const answered = Promise.withResolvers<void>();
  let [running, isClosing] = [0, false];
  let [isDue, hasConnection, acceptingTurns] = [false, false, 0];
  let looking: NodeJS.Timeout | undefined;
  let loggedAt = -Infinity;

  function refuse({ request, response }: Pick<WaitingRequest, 'request' | 'response'>): void {
    if (!isClosing) {
      traffic.refused += 1;
      if (performance.now() - loggedAt > LOG_EVERY_MS) {
        log.warn({ refused: traffic.refused }, 'more requests arrived than could be answered');
        loggedAt = performance.now();
      }
    }
    refuseWith503(request, response, isClosing);
  }

  function enqueue(state: LaneState, one: WaitingRequest): void {
    if (state.waiting.length >= limits.waiting) return refuse(one);
    state.waiting.push(one);
    takeTurn();
  }

  function takeTurn(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(turn);
  }

  /** Between two turns, new requests are read, and all that never waits goes on. */
  function turn(): void {
    isDue = false;
    clearTimeout(looking);
    if (hasConnection && acceptingTurns < MAX_ACCEPTING_TURNS) {
      hasConnection = false;
      acceptingTurns += 1;
      return takeTurn();
    }
    [hasConnection, acceptingTurns] = [false, 0];
    const endsAt = performance.now() + CACHED_MS;
    while (canStart(lanes.cached) && performance.now() < endsAt) start(lanes.cached);
    // Calls that begin together share what they read first.
    while (canStart(lanes.read)) start(lanes.read);
    for (const pages of [lanes.urgent, lanes.page]) if (canStart(pages)) start(pages);
    const all = Object.values(lanes);
    all.forEach(refuseLate);
    if (all.some(canStart)) takeTurn();
    else if (all.some(({ waiting }) => waiting.length > 0))
      looking = setTimeout(turn, LOOK_EVERY_MS);
  }

  function start(state: LaneState): void {
    const { request, response, run } = state.waiting.shift()!;
    if (response.destroyed) return;
    if (state.limit < Infinity) {
      state.running += 1;
      placeOf.set(request, state);
      response.once('close', () => release(request));
    }
    run();
  }

  function release(request: IncomingMessage): void {
    const state = placeOf.get(request);
    if (!state) return;
    placeOf.delete(request);
    state.running -= 1;
    if (state.waiting.length > 0) takeTurn();
  }

  /**
   * If no more are there than may run at the same time, the machine itself is slow, and nobody is
   * refused for that.
   */
  function refuseLate(state: LaneState): void {
    const { waiting } = state;
    const latest = performance.now() - limits.waitMs;
    while (waiting.length + state.running > state.limit && waiting[0]!.arrivedAt < latest)
      refuse(waiting.shift()!);
  }

  const noteAnswered = () => {
    running -= 1;
    if (isClosing && running === 0) answered.resolve();
  };

  function admit(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    if (isClosing) return refuse({ request, response });
    const arrivedAt = performance.now();
    const wait = (lane: Lane, run: () => void) =>
      enqueue(lanes[lane], { request, response, arrivedAt, run });
    const run = () => {
      running += 1;
      response.setMaxListeners(MAX_LISTENERS).once('close', noteAnswered);
      handler(request, response);
    };
    const make = () => {
      // It may have waited for a page that another request was rendering.
      if (response.destroyed) return;
      if (isClosing) return refuse({ request, response });
      const lane = laneOf(request, addresses);
      if (lane) wait(lane, run);
      else run();
    };
    const read = (key: string, makeIt: () => void) => {
      const give = (answer: CachedResponse) => {
        traffic.cached += 1;
        wait('cached', () => cache.write(key, answer, request, response));
      };
      void cache.read({ key, response, give, make: makeIt });
    };
    const isPublic = isRead(request) && !request.headers.authorization;
    const address = isPublic ? addresses.find(request.url!) : undefined;
    if (!address) return make();
    const { key, subject } = address;
    if (!subject) return read(key, make);
    read(key, () =>
      // Whatever the missing row's name, the result is one page, rendered once.
      hasSubject(db.read, subject).then(
        (has) => (has ? make() : read(subject.absentAt, make)),
        make,
      ),
    );
  }

  return {
    admit,
    release,
    noteConnection: () => void (hasConnection = true),
    close: () => {
      isClosing = true;
      for (const { waiting } of Object.values(lanes)) waiting.splice(0).forEach(refuse);
      if (running === 0) answered.resolve();
      return answered.promise;
    },
  };
}

const mapLanes = <T>(toValue: (lane: Lane) => T): Record<Lane, T> => ({
  cached: toValue('cached'),
  urgent: toValue('urgent'),
  read: toValue('read'),
  page: toValue('page'),
});

const canStart = ({ running, limit, waiting }: LaneState): boolean =>
  waiting.length > 0 && running < limit;

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/**
 * Read-only calls that never wait: those of people who may have only minutes left, files, which
 * cost nothing to produce, and health checks.
 */
const AT_ONCE =
  /^\/(api\/v1\/(auth|files|uploads|proposals\/admin\/(export(-full)?|documents))|assets|fonts|media|healthz|readyz|metrics)(?![\w-])/;
/** Screens for logging in and submitting. */
const URGENT = /^\/(login|otp|register|forgot-password|reset-password|dashboard)(?![\w-])/;
/** Drawn by the app, although the framework has a route for it. */
const PREVIEW = '/preview/';

/** Undefined: at once. */
function laneOf(request: IncomingMessage, { isRouted }: KnownAddresses) {
  const url = request.url!;
  if (AT_ONCE.test(url)) return undefined;
  if (url.startsWith('/api/')) return isRead(request) ? 'read' : undefined;
  if (isRouted(url) && !url.startsWith(PREVIEW)) return 'read';
  return !isRead(request) || URGENT.test(url) ? 'urgent' : 'page';
}
