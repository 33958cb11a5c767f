/** Reports to a collector where time is spent; undefined unless the settings name one. */
import type { IncomingMessage, ServerResponse } from 'node:http';

type Attributes = Record<string, string | number>;

export type Tracer = {
  /** Runs a request's work in a span that ends with the answer. `id`: as in the log. */
  request(exchange: Exchange, id: string, work: () => void): void;
  /** Names the request by its route; work after this call runs in its span again. */
  resume(request: IncomingMessage, route: string, work: () => void): void;
  /** A step of the current work, or independent work. */
  step<R>(name: string, attributes: Attributes, work: () => Promise<R>): Promise<R>;
  /** A step that took this many milliseconds until now. Omitted outside of a span. */
  ended(name: string, attributes: Attributes, milliseconds: number, error?: unknown): void;
  /** Sends the remaining spans; two seconds at most. */
  close(): Promise<void>;
};

type Exchange = { request: IncomingMessage; response: ServerResponse };
