import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startTcpProxy } from '#tests/servers/tcp-proxy.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { openPostgres } from './postgres.ts';
import { probe, processOf } from './postgres-probe.ts';

const log = { warn: () => undefined, error: () => undefined };

test('a database that falls silent while being closed blocks nobody', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const { kysely } = await openPostgres(url.href, log);
  const lost = await kysely.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection);
    proxy.freeze();
    const refused = sql`select 1`.execute(connection).catch((error: Error) => error);
    const ended = kysely.destroy();
    return { error: await refused, ended };
  });
  expect(lost.error).toBeInstanceOf(Error);
  await lost.ended;
  await proxy.stop();
  await database.stop();
});

const serverUrl = inject('postgresUrl');

test.skipIf(serverUrl === null)(
  'a server process is terminated for a connection that we lost, and not for an earlier one with the same number',
  async () => {
    const newClient = () => new pg.Client({ connectionString: serverUrl! });
    const other = newClient();
    other.on('error', () => undefined);
    await other.connect();
    const moment = performance.now();
    const working = other.query('select pg_sleep(600)').catch((error: Error) => error);
    const stateOf = async () =>
      (await probe(newClient(), [processOf(other)], new Map()))!.get(processOf(other));
    await expect.poll(stateOf).toBe('active');
    await probe(newClient(), [], new Map([[processOf(other), moment - 3_600_000]]));
    expect(await stateOf()).toBe('active');
    await probe(newClient(), [], new Map([[processOf(other), moment]]));
    expect(await working).toBeInstanceOf(Error);
  },
);
