/** Where time goes, told to a collector; there is none unless the settings name one. */
import type { IncomingMessage, ServerResponse } from 'node:http';

type Attributes = Record<string, string | number>;

export type Tracer = {
  /** Runs what a request causes; its span ends with the answer. `id`: as it stands in the log. */
  request(exchange: Exchange, id: string, work: () => void): void;
  /** Names the request by its route; what follows runs in its span again. */
  resume(request: IncomingMessage, route: string, work: () => void): void;
  /** A part of what is being worked on, or a piece of work of its own. */
  step<R>(name: string, attributes: Attributes, work: () => Promise<R>): Promise<R>;
  /** A part that took so many milliseconds until now. Left out where nothing is being worked on. */
  ended(name: string, attributes: Attributes, milliseconds: number, error?: unknown): void;
  /** Sends what is left; two seconds at most. */
  close(): Promise<void>;
};

type Exchange = { request: IncomingMessage; response: ServerResponse };
