/**
 * Connections to PostgreSQL that cannot hang: a statement without an answer is given up, its
 * connection is cut and never used again, and while the server does not answer, everybody is
 * refused at once instead of queueing (docs/decisions/0015).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Client, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { isStatementError, unavailable } from './errors.ts';
import {
  cutConnection,
  isSilence,
  probe,
  processOf,
  silentError,
  streamOf,
  type Activity,
} from './postgres-probe.ts';

/** Milliseconds between two checks of pending statements. */
const LOOK_MS = 250;
/** Milliseconds without an answer after which the server is probed. */
const SILENCE_MS = 750;
/** Milliseconds in which an answer already on its way arrives. */
const ARRIVAL_MS = 100;
/**
 * Milliseconds after the server's own limit at which a statement is given up, whatever the server
 * says about it.
 */
const MARGIN_MS = 5000;

/**
 * A pending statement, or a caller waiting for a connection. Times in milliseconds of
 * `performance.now()`.
 */
class Waiting {
  readonly since = performance.now();
  #askAt = this.since + SILENCE_MS;

  get isDue(): boolean {
    return this.#askAt <= performance.now();
  }
  askLater(): void {
    this.#askAt = performance.now() + SILENCE_MS;
  }
}

type Parts = {
  pool: Pool;
  newClient: () => Client;
  statementLimitMs: number;
  log: Pick<Logger, 'error' | 'warn'>;
};

export class PostgresGuard implements PostgresPool {
  readonly options: object;
  readonly #parts: Parts;
  readonly #clients = new Set<PoolClient>();
  readonly #leased = new Set<PoolClient>();
  readonly #running = new Map<PoolClient, Waiting>();
  /** Callers waiting for a connection, by the function that refuses them. */
  readonly #acquiring = new Map<(error: Error) => void, Waiting>();
  /**
   * Server processes behind connections that we cut in the middle of a statement, each with a
   * moment at which it was ours.
   */
  readonly #lost = new Map<number, number>();
  readonly #looking = setInterval(() => this.#look(), LOOK_MS).unref();
  /** When the last answer arrived: a server that answers is slow, not silent. */
  #answeredAt = 0;
  #isDown = false;
  #isSuspected = false;
  #isAsking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { pool } = parts;
    this.options = pool.options;
    const suspect = () => void (this.#isSuspected = true);
    pool.on('connect', (client) => {
      this.#clients.add(client);
      // The pool listens to idle connections only, and an unhandled error event ends the process.
      client.on('error', suspect);
    });
    pool.on('acquire', (client) => this.#leased.add(client));
    pool.on('release', (_error, client) => this.#leased.delete(client));
    pool.on('remove', (client) => this.#clients.delete(client));
    pool.on('error', suspect);
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isDown) throw unavailable();
    const { promise: refusal, reject } = Promise.withResolvers<never>();
    const connecting = this.#parts.pool.connect();
    this.#acquiring.set(reject, new Waiting());
    try {
      return this.#lease(await Promise.race([connecting, refusal]));
    } catch (error) {
      this.#isSuspected = true;
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    } finally {
      this.#acquiring.delete(reject);
    }
  }

  async end(): Promise<void> {
    // It waits for connections in use, which may fall silent now as well.
    await this.#parts.pool.end();
    clearInterval(this.#looking);
    // A silent server ignores a goodbye: its connections must not keep the process alive.
    for (const client of this.#clients) streamOf(client).unref();
  }

  #lease(client: PoolClient): PostgresPoolClient {
    let broken: Error | undefined;
    const query = async (sql: string, parameters: readonly unknown[]) => {
      this.#running.set(client, new Waiting());
      try {
        const result = await client.query(sql, parameters as unknown[]);
        this.#answeredAt = performance.now();
        return result;
      } catch (error) {
        if (!isStatementError(error)) broken = error as Error;
        throw error;
      } finally {
        this.#running.delete(client);
      }
    };
    const release = (isDiscarded?: boolean) => {
      if (broken) cutConnection(client, broken);
      client.release(broken ?? isDiscarded);
    };
    return { query: query as unknown as PostgresPoolClient['query'], release };
  }

  #look(): void {
    if (this.#isAsking) return;
    const isOverdue = [...this.#running.values(), ...this.#acquiring.values()].some(
      ({ isDue }) => isDue,
    );
    if (!this.#isDown && !this.#isSuspected && !isOverdue) return;
    this.#isAsking = true;
    void this.#ask().finally(() => void (this.#isAsking = false));
  }

  async #ask(): Promise<void> {
    const { newClient, log } = this.#parts;
    this.#isSuspected = false;
    const began = performance.now();
    const due = this.#findDue();
    try {
      const lost = new Map(this.#lost);
      const activity = await probe(newClient(), [...due.keys()].map(processOf), lost);
      for (const process of lost.keys()) this.#lost.delete(process);
      if (this.#isDown) log.warn('the database answers again');
      this.#isDown = false;
      await this.#cutSilent(due, activity);
    } catch (error) {
      if (isSilence(error) && this.#answeredAt > began) return;
      this.#goDown(error);
    }
  }

  #findDue(): Map<PoolClient, Waiting> {
    return new Map([...this.#running].filter(([, { isDue }]) => isDue));
  }

  #goDown(error: unknown): void {
    if (!this.#isDown) this.#parts.log.error({ err: error }, 'the database does not answer');
    this.#isDown = true;
    for (const refuse of this.#acquiring.keys()) refuse(unavailable(error));
    this.#cut([...this.#findDue().keys()]);
  }

  /**
   * The server answers others: what it is not working on for us is lost, and the next statement may
   * be lost too.
   */
  async #cutSilent(due: Map<PoolClient, Waiting>, activity: Activity): Promise<void> {
    const silent = new Map(
      this.#unanswered(due).flatMap((client) =>
        this.#isWorkedOn(client, activity) ? [] : [[client, due.get(client)!]],
      ),
    );
    for (const waiting of [...due.values(), ...this.#acquiring.values()]) waiting.askLater();
    if (silent.size === 0) return;
    await pause(ARRIVAL_MS);
    const lost = this.#unanswered(silent);
    if (lost.length === 0) return;
    this.#parts.log.warn({ connections: lost.length }, 'database connections had fallen silent');
    this.#cut(lost);
  }

  #unanswered(due: Map<PoolClient, Waiting>): PoolClient[] {
    return [...due]
      .filter(([client, waiting]) => this.#running.get(client) === waiting)
      .map(([client]) => client);
  }

  #isWorkedOn(client: PoolClient, activity: Activity): boolean {
    const elapsed = performance.now() - this.#running.get(client)!.since;
    if (elapsed > this.#parts.statementLimitMs + MARGIN_MS) return false;
    const state = activity ? activity.get(processOf(client)) : null;
    return state !== undefined && !state?.startsWith('idle');
  }

  /**
   * Also cuts all idle connections: they may be dead as well, and their next user would wait in
   * vain.
   */
  #cut(lost: PoolClient[]): void {
    const idle = [...this.#clients].filter((client) => !this.#leased.has(client));
    const now = performance.now();
    for (const client of lost)
      this.#lost.set(processOf(client), this.#running.get(client)?.since ?? now);
    if (lost.length > 0) this.#isSuspected = true;
    for (const client of [...lost, ...idle]) cutConnection(client, silentError());
  }
}
