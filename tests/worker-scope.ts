/** A service worker as a browser runs it, with its caches in memory; it can be taken offline. */
import { createContext, runInContext } from 'node:vm';

type Listener = (event: object) => void;
type StoredResponse = { body: ArrayBuffer; status: number; headers: Headers };

class MemoryCache {
  readonly entries = new Map<string, StoredResponse>();
  private readonly toKey: (request: Request | string) => string;

  constructor(toKey: (request: Request | string) => string) {
    this.toKey = toKey;
  }

  async put(request: Request | string, answer: Response): Promise<void> {
    const { status, headers } = answer;
    const key = this.toKey(request);
    this.entries.delete(key);
    this.entries.set(key, { body: await answer.arrayBuffer(), status, headers });
  }

  async match(request: Request | string): Promise<Response | undefined> {
    const entry = this.entries.get(this.toKey(request));
    return entry && new Response(entry.body, { status: entry.status, headers: entry.headers });
  }

  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url));
  }

  async delete(request: Request | string): Promise<boolean> {
    return this.entries.delete(this.toKey(request));
  }
}

export type TestWorker = {
  /** The cached addresses, by the name of their cache. */
  cached(): Record<string, string[]>;
  setOffline(isOffline: boolean): void;
  /** Undefined if the worker lets a request pass through. */
  ask(path: string, init?: RequestInit & { isPage?: boolean }): Promise<Response | undefined>;
  emit(type: 'install' | 'activate' | 'message'): Promise<void>;
};

/** The caches of a browser, for workers that follow each other there. */
export const emptyCaches = () => new Map<string, MemoryCache>();

/** Runs the code of a worker for the site at `origin`. */
export function runWorker(code: string, origin: string, stores = emptyCaches()): TestWorker {
  const toKey = (request: Request | string) =>
    typeof request === 'string' ? new URL(request, origin).href : request.url;
  const listeners = new Map<string, Listener>();
  let isOffline = false;
  const caches = {
    open: async (name: string) => {
      const cache = stores.get(name) ?? new MemoryCache(toKey);
      stores.set(name, cache);
      return cache;
    },
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    match: async (request: Request | string, { cacheName }: { cacheName?: string } = {}) => {
      const places = [...stores].filter(([name]) => !cacheName || name === cacheName);
      for (const [, cache] of places) {
        const cached = await cache.match(request);
        if (cached) return cached;
      }
      return undefined;
    },
  };
  const go = async (request: Request | string, init?: RequestInit) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    return fetch(typeof request === 'string' ? new URL(request, origin) : request, init);
  };
  const self = {
    location: new URL(origin),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
    addEventListener: (type: string, listen: Listener) => void listeners.set(type, listen),
  };
  const shared = { URL, Request, Response, Headers, TextEncoder, crypto, setTimeout, RegExp };
  runInContext(code, createContext({ self, caches, fetch: go, ...shared }));
  /** Resolves with the answer, after everything that the event's handlers passed to waitUntil. */
  const dispatch = (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    const waitUntil = (one: Promise<unknown>) => void work.push(one);
    const respondWith = (one: Promise<Response>) => void (answer = one);
    listeners.get(type)!({ ...event, waitUntil, respondWith });
    return { answer, done: () => Promise.all(work) };
  };
  return {
    cached: () =>
      Object.fromEntries([...stores].map(([name, { entries }]) => [name, [...entries.keys()]])),
    setOffline: (isCut) => void (isOffline = isCut),
    ask: async (path, { isPage = false, ...init } = {}) => {
      const request = new Request(new URL(path, origin), init);
      if (isPage) Object.defineProperty(request, 'mode', { value: 'navigate' });
      const { answer, done } = dispatch('fetch', { request });
      const answered = await answer;
      await done();
      return answered;
    },
    emit: async (type) => void (await dispatch(type, {}).done()),
  };
}
