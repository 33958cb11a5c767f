import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabaseOn } from './databases.ts';
import { startPglite } from './pglite.ts';
import { findPostgresFolder, initDatabase, unprivilegedUser } from './postgres-binaries.ts';
import { freePort, retryFor } from './ports.ts';
import { query } from './sql.ts';

export type PostgresServer = {
  /** An empty database, or the server's own `postgres` where there is a real server. */
  url: string;
  /**
   * `server`: real PostgreSQL. `pglite`: in this process; a database takes `maxConnections`
   * connections, which run one statement at a time.
   */
  kind: 'server' | 'pglite';
  maxConnections: number;
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
};

const MAX_CONNECTIONS = 200;
/** Throw-away data needs no safety: no syncing, and small buffers on a machine with two cores. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '1GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  max_connections: String(MAX_CONNECTIONS),
  autovacuum: 'off',
  jit: 'off',
  unix_socket_directories: '',
  timezone: 'UTC',
  listen_addresses: '127.0.0.1',
};

/**
 * Starts a separate PostgreSQL on a free loopback port; PGlite if no binaries are installed or
 * `POSTGRES=pglite` asks for it. `settings` are added to those for throw-away data, and ignored by
 * PGlite.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const folder = process.env['POSTGRES'] === 'pglite' ? null : findPostgresFolder();
  if (!folder) return startPglite();
  const user = unprivilegedUser();
  const data = await initDatabase(folder, ...(await languageOptions(folder)));
  const port = await freePort();
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(join(folder, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stop = stopper(child, data);
  try {
    await waitUntilReady(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    kind: 'server',
    maxConnections: MAX_CONNECTIONS,
    createDatabase: () => createDatabaseOn(url),
    stop,
  };
}

/** An English collation, available from version 15 on: no test may rely on byte order. */
async function languageOptions(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(join(folder, 'initdb'), ['--help']);
  return stdout.includes('--icu-locale') ? ['--locale-provider=icu', '--icu-locale=en-US'] : [];
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => void (log = (log + chunk.toString()).slice(-4000)));
  await retryFor(300_000, async () => {
    if (child.exitCode === null) return query(url, 'select 1');
  });
  if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}:\n${log}`);
}

/** Stops the server on request, or with this process, and deletes its data. */
function stopper(child: ChildProcess, data: string): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = () => void child.kill('SIGQUIT');
  process.once('exit', end);
  return async () => {
    process.off('exit', end);
    if (child.exitCode === null) {
      end();
      await ended;
    }
    rmSync(data, { recursive: true, force: true });
  };
}
