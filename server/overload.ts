/** Who goes first when more come than can be answered at once (trust.md, "2x and 10x the capacity"). In front of the framework: a refusal must cost next to nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { documentHeaders, renderDocument } from './html.ts';
import { overloaded, TRY_AGAIN, WAIT } from './problems.ts';

/**
 * `atOnce`: how many reads are worked on side by side; more would only make each other, and whoever logs in or submits, wait at every step.
 * `waiting`: how many more may queue, and `patience` for how many milliseconds, before they are refused.
 */
export type Limits = { atOnce: number; waiting: number; patience: number };
const LIMITS: Limits = { atOnce: 32, waiting: 500, patience: 2000 };
/** Milliseconds between two lines in the log about those that were refused. */
const QUIET = 10_000;

export type Door = {
  /** Calls `enter` when it is the request's turn. */
  come: (request: IncomingMessage, response: ServerResponse, enter: () => void) => void;
  /** Its answer is ready: the turn ends, however slowly the answer is then fetched. */
  answered: (request: IncomingMessage) => void;
};

/** Logging in, submitting, sending and changing go first, with the screens for it: somebody may have only minutes left. Files cost nothing to make. */
const mayWait = ({ method, url }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api\/v1\/(auth|files|proposals\/admin\/export)|login|otp|register|forgot-password|reset-password|dashboard|assets|fonts|media|healthz|readyz|metrics)\b/.test(url!);

/** Lets reads in by turns, first come, first served; all else at once. Refuses with 503 who would wait too long. */
export function openDoor(log: Pick<Logger, 'warn'>, { atOnce, waiting, patience }: Limits = LIMITS): Door {
  let working = 0;
  const queue = new Set<() => void>();
  const inside = new WeakSet<IncomingMessage>();
  const refuse = refuser(log);

  const leave = () => {
    const [next] = queue;
    if (!next) return void (working -= 1);
    queue.delete(next);
    // By way of the event loop, so that those who need no turn come in between.
    setImmediate(next);
  };
  const begin = (request: IncomingMessage, response: ServerResponse, enter: () => void) => {
    // Gone while it waited: nothing would say so again.
    if (response.destroyed) return leave();
    inside.add(request);
    response.once('close', () => answered(request));
    enter();
  };
  const answered = (request: IncomingMessage) => {
    if (inside.delete(request)) leave();
  };
  const wait = (request: IncomingMessage, response: ServerResponse, enter: () => void) => {
    const go = () => {
      clearTimeout(timer);
      begin(request, response, enter);
    };
    const timer = setTimeout(() => queue.delete(go) && refuse(request, response), patience);
    queue.add(go);
    response.once('close', () => queue.delete(go) && clearTimeout(timer));
  };
  const come: Door['come'] = (request, response, enter) => {
    if (!mayWait(request)) return enter();
    if (working < atOnce) {
      working += 1;
      return begin(request, response, enter);
    }
    return queue.size < waiting ? wait(request, response, enter) : refuse(request, response);
  };
  return { come, answered };
}

const COMMON = { 'retry-after': String(WAIT), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const toAnswer = (headers: Record<string, string>, body: string) => ({ headers: { ...COMMON, ...headers, 'content-length': String(Buffer.byteLength(body)) }, body });

/** Programs get the error of the API, people who open a page the same sentence on a page. */
const JSON_ANSWER = toAnswer({ 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(overloaded().toBody()));
const PAGE_ANSWER = toAnswer(documentHeaders, renderDocument('Please try again in a moment', `<h1>Please try again in a moment</h1><p>${TRY_AGAIN}</p><p><a href="">Try again</a></p>`));

function refuser(log: Pick<Logger, 'warn'>) {
  let count = 0;
  let saidAt = -Infinity;
  return ({ url, headers }: IncomingMessage, response: ServerResponse): void => {
    count += 1;
    if (performance.now() - saidAt > QUIET) {
      log.warn({ refused: count }, 'more came than could be answered');
      [count, saidAt] = [0, performance.now()];
    }
    const { headers: head, body } = !url!.startsWith('/api/') && headers.accept?.includes('text/html') ? PAGE_ANSWER : JSON_ANSWER;
    response.writeHead(503, head).end(body);
  };
}
