import { MAX_WAIT_MS } from './driven-browser.ts';

type Message = { id?: number; method?: string; params?: any; result?: any; message?: string };

export type Bidi = {
  /** Sends a command; answers its result, or throws what the browser says. */
  send(method: string, params: object): Promise<any>;
  on(event: string, listener: (params: any) => void): void;
  close(): void;
};

/** A connection that speaks WebDriver BiDi, the W3C's protocol: JSON over one WebSocket. */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<any>>();
  const listeners = new Map<string, (params: any) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method) return listeners.get(message.method)?.(message.params);
    const answer = waiting.get(message.id!);
    waiting.delete(message.id!);
    if (message.result) answer?.resolve(message.result);
    else answer?.reject(new Error(message.message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
  });
  let last = 0;
  return {
    send: (method, params) => {
      const answer = Promise.withResolvers<any>();
      last += 1;
      waiting.set(last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      const late = setTimeout(
        () => answer.reject(new Error(`${method} has no answer`)),
        MAX_WAIT_MS,
      );
      return answer.promise.finally(() => clearTimeout(late));
    },
    on: (event, listener) => void listeners.set(event, listener),
    close: () => socket.close(),
  };
}
