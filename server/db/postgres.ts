/**
 * PostgreSQL by address: its pool, its time limits, and the explanation when the first connection
 * fails.
 */
import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import { PostgresGuard } from './postgres-guard.ts';
import type { Tables } from './tables.ts';

/**
 * In milliseconds; the server enforces the last three, even for a connection that we no longer
 * know.
 */
const LIMITS = {
  connectionTimeoutMillis: 3000,
  statement_timeout: 20_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 15_000,
};
/**
 * Either side learns within a minute that the other is gone: connections that we have cut must not
 * occupy the server for hours.
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const SESSION = {
  ...{ tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 },
  // Without a moving head, scattered pages cost hardly more than neighbours: the default of 4 makes
  // the planner read a whole table rather than combine two indexes.
  random_page_cost: 1.1,
};
const POOL = { max: 10, idleTimeoutMillis: 30_000 };
/** A migration of large tables may take any time, and other instances wait for it. */
const UNLIMITED = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  max: 1,
};

type Log = Pick<Logger, 'error' | 'warn'>;
type Connection = {
  kysely: Kysely<Tables>;
  migrating: <R>(work: (kysely: Kysely<Tables>) => Promise<R>) => Promise<R>;
};

/**
 * Returns the database, and a way to migrate it without time limits. Refuses with a ConfigError if
 * the operator can fix the cause.
 */
export async function openPostgres(url: string, log: Log): Promise<Connection> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(20, Number);
  const max = Number(new URL(url).searchParams.get('pool_max')) || POOL.max;
  const options = Object.entries(SESSION).map(([name, value]) => `-c ${name}=${value}`);
  const config: ClientConfig = {
    ...{ ...LIMITS, ...KEEP_ALIVE, options: options.join(' ') },
    connectionString: url,
  };
  const open = (limits: PoolConfig) => {
    const pool = new pg.Pool({ ...config, ...POOL, max, ...limits });
    const guard = new PostgresGuard({
      pool,
      newClient: () => new pg.Client(config),
      statementLimitMs: limits.statement_timeout || Infinity,
      log,
    });
    const dialect = new PostgresDialect({ pool: guard });
    return new Kysely<Tables>({ dialect });
  };
  await tryFirst(() => new pg.Client(config));
  return {
    kysely: open(LIMITS),
    migrating: async (work) => {
      const kysely = open(UNLIMITED);
      try {
        return await work(kysely);
      } finally {
        await kysely.destroy();
      }
    },
  };
}

/** Connects once, so that a wrong setting is reported at the start. */
async function tryFirst(newClient: () => InstanceType<typeof import('pg').Client>): Promise<void> {
  try {
    const client = newClient();
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${explain(error as Fault)}`, { cause: error });
  }
}

type Fault = { code?: string; message?: string; path?: string };

type Explanation = {
  matches: (fault: Required<Fault>) => boolean;
  say: (fault: Required<Fault>) => string;
};

/** What may fail, and what to do; the first match is reported. */
const EXPLANATIONS: Explanation[] = [
  {
    matches: ({ message }) => /does not support SSL/.test(message),
    say: () =>
      'the database server does not offer SSL, but the address asks for it. Switch SSL on there, or put sslmode=disable into the address.',
  },
  {
    matches: ({ code, message }) =>
      /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code) ||
      /SSL connection/.test(message),
    say: ({ message }) =>
      `the SSL connection to the database server fails (${message}). Name its certificate with sslrootcert=FILE in the address.`,
  },
  {
    matches: ({ code }) => code === '53300',
    say: () =>
      'the database server has no connections left. Raise its max_connections, or lower pool_max in the addresses of all instances (10 each).',
  },
  {
    matches: ({ code }) => code === '57P03',
    say: () => 'the database server is starting or shutting down. Try again in a moment.',
  },
  {
    matches: ({ code }) => code === '3D000',
    say: ({ message }) =>
      `there is no such database (${message}). Create it, or correct the address.`,
  },
  {
    matches: ({ code, message }) =>
      code.startsWith('28') || /password must be a string/.test(message),
    say: ({ message }) =>
      `the database server refuses the login (${message}). Correct the user and password in the address.`,
  },
  {
    matches: ({ code }) => /^(ENOTFOUND|EAI_AGAIN)$/.test(code),
    say: () => 'there is no host with this name. Correct the address.',
  },
  {
    matches: ({ path }) => path !== '',
    say: ({ path, code }) => `cannot read ${path} (${code}), which the address names.`,
  },
  {
    matches: ({ code }) => /^(?!E)[0-9A-Z]{5}$/.test(code),
    say: ({ message }) => `the database server refuses: ${message}.`,
  },
  {
    matches: () => true,
    say: ({ code, message }) =>
      `the database server does not answer (${code || message}). Start it, or correct host and port in the address.`,
  },
];

function explain({ code = '', message = '', path = '' }: Fault): string {
  const fault = { code, message, path };
  return EXPLANATIONS.find(({ matches }) => matches(fault))!.say(fault);
}
