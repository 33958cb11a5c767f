/**
 * What every verb is handed: the parts of the machine, who asks, and when the first byte of the
 * request came.
 */
import type { Logger } from 'pino';
import type { Role } from '#domain/accounts/rules.ts';
import { Problem } from '#domain/problem.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { FileStore } from './files/store.ts';
import type { SweepStops } from './files/sweep.ts';
import type { Traffic } from './cache/traffic.ts';
import type { Tracer } from './tracing/tracer.ts';
import type { ResponseCache } from './cache/response-cache.ts';

export type Services = {
  config: Config;
  db: Db;
  files: FileStore;
  /** Folder for uploads that are still coming in, on the same filesystem as the disk store. */
  stagingDir: string;
  /** How often a sweep was stopped, by its reason, since the process started. */
  sweepStops: SweepStops;
  traffic: Traffic;
  cache: ResponseCache;
  /** Only where the settings name a collector. */
  tracer: Tracer | undefined;
  clock: () => Date;
  log: Logger;
  /** Base of every mailed link, without a trailing slash. */
  publicUrl: string;
  /** Signs document links; shared by all instances through the database. */
  linkSecret: string;
  /** Keys the hashes of one-time codes; shared likewise. */
  codeSecret: string;
  /** Receipts are signed with the key that is made from it; shared likewise. */
  receiptSecret: string;
  /** Encrypts the secrets of authenticator apps and keys the hashes of recovery codes. */
  factorSecret: string;
  /** Tells the mail job that something new is queued. */
  notifyMail: () => void;
  /** The same for a mail that nobody waits for: several go out together. */
  notifyMailSoon: () => void;
  /** Tells the scan job that new documents are stored. */
  notifyScans: () => void;
};

/**
 * `name`: first and last one; missing where nobody has looked. `lacksFactor`: must set up a second
 * factor before anything else.
 */
export type User = {
  id: string;
  role: Role;
  tokenHash: string;
  name?: string;
  lacksFactor?: boolean;
};
export type Visitor = {
  role: 'visitor';
  id?: undefined;
  tokenHash?: undefined;
  name?: undefined;
  lacksFactor?: undefined;
};

export type Context<A extends User | Visitor = User | Visitor> = Services & {
  actor: A;
  /** The client's address, seen through as many proxies as are trusted. */
  address: string;
  /**
   * What deadlines are compared with: when the first byte of the request came; of a form, see
   * server/proposals/grace-service.ts.
   */
  receivedAt: Date;
  userAgent: string | undefined;
  ifMatch: string | undefined;
  idempotencyKey: string | undefined;
};

export type UserContext = Context<User>;

export const etagOf = (version: number): string => `"${version}"`;

/**
 * Refuses with 412 when If-Match was sent and names another version. Call it inside the
 * transaction.
 */
export function requireVersion(context: Context, version: number, message: string): void {
  if (!context.ifMatch || context.ifMatch.trim() === '*') return;
  const tags = context.ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(etagOf(version))) throw new Problem('changed_meanwhile', message);
}
