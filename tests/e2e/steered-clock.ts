/**
 * Loaded into the server of the journeys before everything else (`--import`): its clock goes on as
 * always, and leaps ahead when a journey says that time has passed. Then whatever waits in the
 * background for no longer than that happens at once; what a request waits for, such as the limit
 * for a PDF, keeps its real time.
 */
import { ServerResponse } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const { setTimeout: startTimer, clearTimeout: endTimer } = globalThis;
const realNow = Date.now.bind(Date);
const waiting = new Map<unknown, { ms: number; callback: () => void }>();
let passedMs = 0;

const now = () => realNow() + passedMs;

if (isMainThread && process.channel) {
  globalThis.Date = new Proxy(Date, {
    construct: (real, input, target) =>
      Reflect.construct(real, input.length > 0 ? input : [now()], target) as Date,
    get: (real, key, self) => (key === 'now' ? now : (Reflect.get(real, key, self) as unknown)),
  });
  // Node reads the real clock for the header from which browsers learn the server's time.
  const writeHead = Reflect.get(ServerResponse.prototype, 'writeHead') as (
    this: ServerResponse,
    ...input: unknown[]
  ) => ServerResponse;
  Object.assign(ServerResponse.prototype, {
    writeHead(this: ServerResponse, ...input: unknown[]) {
      this.setHeader('Date', new Date().toUTCString());
      return writeHead.apply(this, input);
    },
  });
  const setTimeout = (run: (...input: unknown[]) => void, ms = 0, ...input: unknown[]) => {
    const callback = () => {
      waiting.delete(timer);
      run(...input);
    };
    const timer = startTimer(callback, ms);
    waiting.set(timer, { ms, callback });
    return timer;
  };
  globalThis.setTimeout = Object.assign(setTimeout, startTimer);
  globalThis.clearTimeout = (timer) => {
    waiting.delete(timer);
    endTimer(timer);
  };
  process.on('message', (seconds: number) => {
    passedMs += seconds * 1000;
    for (const [timer, { ms, callback }] of waiting) {
      if ((timer as NodeJS.Timeout).hasRef() || ms > seconds * 1000) continue;
      endTimer(timer as NodeJS.Timeout);
      callback();
    }
    process.send!('passed');
  });
  // The journeys may end this process, but do not keep it.
  process.channel.unref();
}
