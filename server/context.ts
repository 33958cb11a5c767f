/**
 * What every verb receives: the services, the actor, and when the first byte of the request
 * arrived.
 */
import type { Logger } from 'pino';
import type { Role } from '#domain/accounts/rules.ts';
import { Problem } from '#domain/problem.ts';
import type { Config } from './config.ts';
import type { Db, Executor } from './db/open.ts';
import type { FileStore } from './files/store.ts';
import type { SweepStops } from './files/sweep.ts';
import type { PageCache } from './cache/page-cache.ts';

export type Services = {
  config: Config;
  db: Db;
  files: FileStore;
  /** Folder for unfinished uploads, on the same file system as the disk store. */
  stagingDir: string;
  /** How often sweeps were stopped since the process started, by reason. */
  sweepStops: SweepStops;
  /**
   * Requests that the framework never saw, counted since the process started: answered from the
   * cache, and refused because too many came.
   */
  traffic: { cached: number; refused: number };
  cache: PageCache;
  clock: () => Date;
  log: Logger;
  /** Base of every mailed link, without a trailing slash. */
  publicUrl: string;
  /** Signs document links; shared by all instances through the database. */
  linkSecret: string;
  /** Keys the hashes of one-time codes; shared likewise. */
  codeSecret: string;
  /** The receipts' signing key is derived from it; shared likewise. */
  receiptSecret: string;
  /** Encrypts the secrets of authenticator apps and keys the hashes of recovery codes. */
  factorSecret: string;
  /** Tells the mail job that a mail was queued. */
  notifyMail: () => void;
  /** The same for mails that nobody waits for: several are sent together. */
  notifyMailSoon: () => void;
  /** Tells the job of announcements that something was decided or planned. */
  notifyAnnouncements: () => void;
  /** Tells the scan job that documents were stored. */
  notifyScans: () => void;
};

/**
 * `name`: first and last name; missing if it was not loaded. `lacksFactor`: must set up a second
 * factor before anything else.
 */
export type User = {
  id: string;
  role: Role;
  tokenHash: string;
  name?: string;
  lacksFactor?: boolean;
  /** Of a scoring key: the round that it opens, contract §9.9. */
  keyOf?: string;
};
export type Visitor = {
  role: 'visitor';
  id?: undefined;
  tokenHash?: undefined;
  name?: undefined;
  lacksFactor?: undefined;
  keyOf?: undefined;
};

export type Context<A extends User | Visitor = User | Visitor> = Services & {
  actor: A;
  /** The client's address, behind as many proxies as are trusted. */
  address: string;
  /**
   * The moment to compare deadlines with: when the first byte of the request arrived, or later for
   * one that was held back (server/http/arrivals.ts).
   */
  receivedAt: Date;
  userAgent: string | undefined;
  /** The header, for server/http/browser-cookies.ts. */
  cookie?: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
};

export type UserContext = Context<User>;

/** Reads in the transaction: what is answered is what was written, and by whom. */
export const inside = (context: UserContext, tx: Executor): UserContext => ({
  ...context,
  db: { ...context.db, read: tx },
});

/** What a client sees of a row, by the name of its noun, and the version that its ETag states. */
export type Versioned<Name extends string, Item> = Record<Name, Item> & {
  version: number | string;
};

export const etagOf = (version: number | string): string => `"${version}"`;

export function requireVersion(context: Context, version: number, message: string): void {
  if (!context.ifMatch || context.ifMatch.trim() === '*') return;
  // After a point: what changes beside the row.
  const tags = context.ifMatch.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/\.\d+"$/, '"'),
  );
  if (!tags.includes(etagOf(version))) throw new Problem('changed_meanwhile', message);
}
