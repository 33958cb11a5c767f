/**
 * A test's own PostgreSQL that can be stopped, killed, frozen and restarted; committed data
 * survives.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresFolder, initDatabase, unprivilegedUser } from './postgres-binaries.ts';
import { freePort, retryFor } from './ports.ts';
import { query } from './sql.ts';

/**
 * Nothing survives a power cut, which no test simulates; a commit survives the end of the server.
 */
const SETTINGS = {
  fsync: 'off',
  max_connections: '60',
  shared_buffers: '32MB',
  jit: 'off',
  unix_socket_directories: '',
  timezone: 'UTC',
  listen_addresses: '127.0.0.1',
};
const START_MS = 300_000;

export type RestartablePostgres = {
  url: string;
  port: number;
  /** As `pg_ctl stop -m fast` and `-m immediate` do; resolves when it is gone. */
  halt(how?: 'fast' | 'immediate'): Promise<void>;
  /** Resolves once it accepts connections. */
  start(settings?: Record<string, string>): Promise<void>;
  /** SIGSTOP, and SIGCONT, to the server and all its processes. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
};

/** Why its tests are skipped; undefined if PostgreSQL is installed. */
export const lacksPostgres =
  findPostgresFolder() === null
    ? 'no PostgreSQL is installed, and PGlite has no server to stop'
    : undefined;

export async function createRestartablePostgres(): Promise<RestartablePostgres> {
  const [folder, user, port] = [findPostgresFolder()!, unprivilegedUser(), await freePort()];
  const data = await initDatabase(folder);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  let frozen: number[] = [];
  const end = () => void child?.kill('SIGQUIT');
  process.once('exit', end);

  const halt = async (how: 'fast' | 'immediate' = 'fast') => {
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
  };
  const start = async (more: Record<string, string> = {}) => {
    const settings = Object.entries({ ...SETTINGS, port: String(port), ...more }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    );
    child = spawn(join(folder, 'postgres'), ['-D', data, ...settings], {
      ...user,
      cwd: data,
      stdio: 'ignore',
    });
    await retryFor(START_MS, () => query(url, 'select 1'));
  };
  const freeze = async () => {
    const rows = await query(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()');
    frozen = [child!.pid!, ...rows.map(({ pid }) => pid as number)];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  };
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  };
  const stop = async () => {
    thaw();
    process.off('exit', end);
    await halt('immediate');
    rmSync(data, { recursive: true, force: true });
  };
  await start();
  return { url, port, halt, start, freeze, thaw, stop };
}
