/** The global scope of a service worker, which the DOM library does not declare. */
type WorkerEvent = { waitUntil(work: Promise<unknown>): void };
type WorkerFetch = WorkerEvent & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};

export type WorkerScope = {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    type: 'install' | 'activate' | 'message',
    listen: (event: WorkerEvent) => void,
  ): void;
  addEventListener(type: 'fetch', listen: (event: WorkerFetch) => void): void;
};
