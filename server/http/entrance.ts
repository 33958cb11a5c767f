/**
 * Receives every request. Depending on method and address, it is answered from the cache, queued,
 * passed straight through or refused.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressBook, Subject } from './addresses.ts';
import { readThroughCache, writeCached } from './cached-responses.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { CachedResponse } from '../cache/response-cache.ts';
import {
  createRequestQueue,
  type Lane,
  type QueuedRequest,
  type RequestQueue,
} from './request-queue.ts';

/** Whether the row that a public page shows exists; asked before the page is rendered. */
export type HasSubject = (db: Executor, subject: Subject) => Promise<boolean>;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Entrance = Pick<RequestQueue, 'release' | 'noteConnection'> & {
  admit(request: IncomingMessage, response: ServerResponse, handler: Handler): void;
  /**
   * From now on, refuses every new and every queued request and closes its connection. Resolves
   * when all running requests are answered.
   */
  close(): Promise<void>;
};

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
const isCall = (url: string): boolean => url.startsWith('/api/');

/**
 * Read-only calls that never queue: those of people who may have only minutes left, files, which
 * cost nothing to produce, and health checks.
 */
const AT_ONCE =
  /^\/(api\/v1\/(auth|files|uploads|proposals\/admin\/(export(-full)?|documents))|assets|fonts|media|healthz|readyz|metrics)(?![\w-])/;
/** Screens for logging in and submitting. */
const URGENT_PAGE = /^\/(login|otp|register|forgot-password|reset-password|dashboard)(?![\w-])/;
const MAX_LISTENERS = 20;
/** Drawn by the app, although the framework has a route for it. */
const PREVIEW = '/preview/';

export function createEntrance(
  { cache, db, log, traffic }: Pick<Services, 'cache' | 'db' | 'log' | 'traffic'>,
  addresses: AddressBook,
  hasSubject: HasSubject,
): Entrance {
  const queue = createRequestQueue(log, undefined, () => (traffic.refused += 1));
  const answered = Promise.withResolvers<void>();
  let running = 0;
  let isClosing = false;

  const noteAnswered = () => {
    running -= 1;
    if (isClosing && running === 0) answered.resolve();
  };
  /**
   * Undefined means: at once. Logging in, submitting, uploading and changing never wait here. A
   * form posted without script counts as a page.
   */
  const laneOf = (request: IncomingMessage): Lane | undefined => {
    const url = request.url!;
    if (AT_ONCE.test(url)) return undefined;
    if (isCall(url)) return isRead(request) ? 'read' : undefined;
    return addresses.isRouted(url) && !url.startsWith(PREVIEW) ? 'read' : 'render';
  };
  const pass = (queued: QueuedRequest) => {
    // It was waiting for a page that another request was rendering.
    if (isClosing) return queue.refuse(queued.request, queued.response, true);
    const lane = laneOf(queued.request);
    if (lane)
      queue.enqueue(lane, {
        ...queued,
        isUrgent: !isRead(queued.request) || URGENT_PAGE.test(queued.request.url!),
      });
    else queued.run();
  };
  const admit: Entrance['admit'] = (request, response, handler) => {
    if (isClosing) return queue.refuse(request, response, true);
    const arrivedAt = performance.now();
    const run = () => {
      if (response.destroyed) return;
      running += 1;
      // The framework, the queue and the cache each listen for its end: eleven listeners are no
      // leak.
      response.setMaxListeners(MAX_LISTENERS);
      response.once('close', noteAnswered);
      handler(request, response);
    };
    const make = () => pass({ request, response, arrivedAt, run });
    const address =
      isRead(request) && !request.headers.authorization ? addresses.find(request.url!) : undefined;
    if (!address) return make();
    const read = (key: string, makeIt: () => void) => {
      const give = (entry: CachedResponse) => {
        traffic.cached += 1;
        const write = () => writeCached(cache, { key, entry }, request, response);
        if (queue.isFree('cached')) write();
        else queue.enqueue('cached', { request, response, arrivedAt, run: write });
      };
      readThroughCache(cache, { key, response, give, make: makeIt });
    };
    const { key, subject } = address;
    if (!subject) return read(key, make);
    read(key, () =>
      // Whatever the missing row's name, the result is one page, rendered once.
      hasSubject(db.read, subject).then(
        (has) => (has ? make() : read(subject.absentAt, make)),
        make,
      ),
    );
  };
  return {
    admit,
    release: queue.release,
    noteConnection: queue.noteConnection,
    close: () => {
      isClosing = true;
      queue.close();
      if (running === 0) answered.resolve();
      return answered.promise;
    },
  };
}
