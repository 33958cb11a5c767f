/** PostgreSQL by address: a server that does not answer costs six seconds, and never more. */
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Client, ClientConfig, Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import { explain, type Rule } from '../explain.ts';
import { isSilence } from './errors.ts';
import type { Tables } from './tables.ts';

/**
 * In milliseconds. The server enforces the last three, the longest wait for a lock first; when it
 * does not answer even then, the connection is given up (`query_timeout`).
 */
const LIMITS = {
  connectionTimeoutMillis: 3000,
  query_timeout: 5500,
  statement_timeout: 5000,
  lock_timeout: 4500,
  idle_in_transaction_session_timeout: 15_000,
};
/**
 * Milliseconds for a connection at the start: a machine that starts everything at once is slow, and
 * nobody waits for an answer yet.
 */
const START = { connectionTimeoutMillis: 15_000 };
/** A migration of large tables may take any time, and other instances wait for it. */
const UNLIMITED = {
  ...START,
  ...{ query_timeout: 0, statement_timeout: 0, lock_timeout: 0 },
  ...{ idle_in_transaction_session_timeout: 0, max: 1 },
};
const POOL = { max: 10, idleTimeoutMillis: 30_000 };
/** Either side learns within a minute that the other is gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const SESSION = {
  ...{ tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 },
  // Without a moving head, scattered pages cost hardly more than neighbours: the default of 4 makes
  // the planner read a whole table rather than combine two indexes.
  random_page_cost: 1.1,
  // A list joins ten tables, in the order that suits it: to try every other order takes 7 ms, most of
  // what a page costs.
  join_collapse_limit: 4,
};

type Log = Pick<Logger, 'error' | 'warn'>;

/** Throws a ConfigError if the operator can fix the cause. `migrating` has no time limits. */
export async function openPostgres(url: string, log: Log) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(20, Number);
  const max = Number(new URL(url).searchParams.get('pool_max')) || POOL.max;
  const options = Object.entries(SESSION).map(([name, value]) => `-c ${name}=${value}`);
  const config: ClientConfig = { ...KEEP_ALIVE, options: options.join(' '), connectionString: url };
  const open = (limits: PoolConfig) => {
    const pool = new pg.Pool({ ...config, ...POOL, max, ...limits });
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withoutSilent(pool, log) }) });
  };
  await tryFirst(() => new pg.Client({ ...config, ...START }));
  return {
    kysely: open(LIMITS),
    migrating: async <R>(work: (kysely: Kysely<Tables>) => Promise<R>): Promise<R> => {
      const kysely = open(UNLIMITED);
      try {
        return await work(kysely);
      } finally {
        await kysely.destroy();
      }
    },
  };
}

const ignore = () => undefined;

/**
 * A connection that gave no answer in time is cut, which ends what waits for it. Those that were
 * idle then may be as silent, and are not used again either.
 */
function withoutSilent(pool: Pool, log: Log): PostgresPool {
  const answeredAt = new WeakMap<Client, number>();
  const lost: Lost = new Map();
  let silentAt = -Infinity;
  // The pool listens to idle connections only, and an unhandled error event ends the process.
  pool.on('connect', (client) => {
    client.on('error', ignore);
    answeredAt.set(client, performance.now());
  });
  pool.on('error', ignore);

  async function query(client: Client, sql: string, parameters: unknown[]) {
    try {
      const result = await client.query(sql, parameters);
      answeredAt.set(client, performance.now());
      return result;
    } catch (error) {
      if (isSilence(error)) {
        log.warn({ err: error }, 'the database does not answer');
        silentAt = performance.now();
        lost.set(processOf(client), silentAt);
        cut(client);
      }
      throw error;
    }
  }
  const isSuspect = (client: Client) => answeredAt.get(client)! <= silentAt;
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      if (isSuspect(client)) {
        cut(client);
        client.release(true);
        return this.connect();
      }
      const ask: Ask = (sql, parameters) => query(client, sql, parameters);
      if (lost.size > 0) await endLost(ask, processOf(client), lost).catch(ignore);
      return {
        query: ask as PostgresPoolClient['query'],
        release: (isDiscarded) => client.release(isDiscarded || isSuspect(client)),
      };
    },
  };
}

type Ask = (sql: string, parameters: unknown[]) => Promise<unknown>;
/** Processes of the server whose connections were cut, each with a moment when it was ours. */
type Lost = Map<number, number>;

/**
 * Ends what the server still does for connections that were cut, and its locks. Spares a process
 * that started later under the same number; behind a pooler, numbers say nothing.
 */
export async function endLost(ask: Ask, own: number, lost: Lost): Promise<void> {
  const processes = [...lost];
  lost.clear();
  await ask(
    `select pg_terminate_backend(activity.pid) from pg_stat_activity as activity
      join unnest($1::int[], $2::float8[]) as lost (pid, milliseconds) on lost.pid = activity.pid
      where usename = current_user and pg_backend_pid() = $3
        and backend_start < clock_timestamp() - milliseconds * interval '1 millisecond'`,
    [
      processes.map(([process]) => process),
      processes.map(([, moment]) => performance.now() - moment),
      own,
    ],
  );
}

const processOf = (client: Client): number =>
  (client as unknown as { processID: number }).processID;

/** At once, without a goodbye that a silent server would never accept. */
const cut = (client: Client): void =>
  void (client.connection as unknown as { stream: Socket }).stream.destroy();

/** Connects once, so that a wrong setting is reported at the start. */
async function tryFirst(newClient: () => Client): Promise<void> {
  try {
    const client = newClient();
    client.on('error', ignore);
    await client.connect();
    await client.end();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${explain(error, FAULTS)}`, { cause: error });
  }
}

const FAULTS: readonly Rule[] = [
  [
    ({ message }) => /does not support SSL/.test(message),
    () =>
      'the database server does not offer SSL, but the address asks for it. Switch SSL on there, or put sslmode=disable into the address.',
  ],
  [
    ({ code, message }) =>
      /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code) ||
      /SSL connection/.test(message),
    ({ message }) =>
      `the SSL connection to the database server fails (${message}). Name its certificate with sslrootcert=FILE in the address.`,
  ],
  [
    ({ code }) => code === '53300',
    () =>
      'the database server has no connections left. Raise its max_connections, or lower pool_max in the addresses of all instances (10 each).',
  ],
  [
    ({ code }) => code === '57P03',
    () => 'the database server is starting or shutting down. Try again in a moment.',
  ],
  [
    ({ code }) => code === '3D000',
    ({ message }) => `there is no such database (${message}). Create it, or correct the address.`,
  ],
  [
    ({ code, message }) => code.startsWith('28') || /password must be a string/.test(message),
    ({ message }) =>
      `the database server refuses the login (${message}). Correct the user and password in the address.`,
  ],
  [
    ({ code }) => /^(ENOTFOUND|EAI_AGAIN)$/.test(code),
    () => 'there is no host with this name. Correct the address.',
  ],
  [
    ({ path }) => path !== '',
    ({ path, code }) => `cannot read ${path} (${code}), which the address names.`,
  ],
  [
    ({ code }) => /^(?!E)[0-9A-Z]{5}$/.test(code),
    ({ message }) => `the database server refuses: ${message}.`,
  ],
  [
    () => true,
    ({ code, message }) =>
      `the database server does not answer (${code || message}). Start it, or correct host and port in the address.`,
  ],
];
