/** The global scope of a service worker, which the DOM library does not declare. */
type Waiting = { waitUntil(work: Promise<unknown>): void };
type Fetching = Waiting & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};

export type WorkerScope = {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    type: 'install' | 'activate' | 'message',
    listen: (event: Waiting) => void,
  ): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
};
