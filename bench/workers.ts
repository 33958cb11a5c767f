/**
 * What several processes on one port would gain (docs/decisions/0034): reads and logins per second
 * of two workers of node:cluster compared with one, alternating, on one PostgreSQL.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { readConfig } from '#server/config.ts';
import { openServices } from '#server/services.ts';
import { insertUser, PASSWORD } from '#tests/factories.ts';
import { freePort, retryFor } from '#tests/servers/ports.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { get, interleave, post, type WireRequest } from './load.ts';
import { compared, type Row } from './report.ts';
import { signedIn } from './world.ts';

const START_MS = 120_000;
const READING = { connections: 16, milliseconds: 1500, rounds: 5 };
const LOGGING_IN = { connections: 8, milliseconds: 1500, rounds: 5 };
const PEOPLE = 2000;

type Workers = { port: number; stop(): Promise<void> };

async function startWorkers(count: number, env: Record<string, string>): Promise<Workers> {
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'pitch-trek-workers-'))];
  const primary: ChildProcess = fork(join(import.meta.dirname, 'workers-primary.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...{ PATH: process.env['PATH']!, NODE_ENV: 'production', LOG_LEVEL: 'error' },
      ...{ WORKERS: String(count), PORT: String(port), DATA_DIR: folder, SAMPLE_DATA: 'off' },
      ...env,
    },
  });
  await retryFor(START_MS, async () => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/`);
    if (!ok) throw new Error('not ready');
  });
  return {
    port,
    stop: async () => {
      primary.kill('SIGTERM');
      await once(primary, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function seedPeople(databaseUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-workers-'));
  const services = await openServices(
    readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' }),
  );
  const password_hash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  let token = '';
  for (let index = 0; index < PEOPLE; index += 1)
    ({ token } = await insertUser(services, { email: `w-${index}@example.com`, password_hash }));
  await services.db.close();
  rmSync(folder, { recursive: true, force: true });
  return token;
}

/** A different person each time, from a different address: no limit applies. */
function createLogIn(): () => WireRequest {
  let count = 0;
  return () => {
    const index = (count += 1) % PEOPLE;
    const body = Buffer.from(
      JSON.stringify({ username: `w-${index}@example.com`, password: PASSWORD }),
    );
    return post('/api/v1/auth/login', body, {
      'content-type': 'application/json',
      'x-forwarded-for': `10.3.${index >> 8}.${index & 255}`,
    });
  };
}

export async function benchWorkers(): Promise<Row[]> {
  const database = await startPostgres();
  if (database.kind !== 'server') return [];
  const env = { DATABASE_URL: database.url, TRUST_PROXY: '1' };
  const two = await startWorkers(2, env);
  const one = await startWorkers(1, env);
  const token = await seedPeople(database.url);
  const compare = async (what: string, next: () => WireRequest, plan: typeof READING) => {
    const pair = await interleave({ port: two.port, next }, { port: one.port, next }, plan);
    return compared(`${what}, two workers beside one`, pair, '/s');
  };
  const page = get('/');
  const list = get('/api/v1/drafts/?limit=10', signedIn(token));
  const rows = [
    await compare('a cached page', () => page, READING),
    await compare('a list of one’s own', () => list, READING),
    await compare('log-ins', createLogIn(), LOGGING_IN),
  ];
  for (const part of [two, one, database]) await part.stop();
  return rows;
}
