import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startTcpProxy } from '#tests/servers/tcp-proxy.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { endLost, openPostgres } from './postgres.ts';

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
    const [other, asking] = [newClient(), newClient()];
    other.on('error', () => undefined);
    await Promise.all([other.connect(), asking.connect()]);
    const processOf = async (client: pg.Client): Promise<number> =>
      (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
    const [process, own] = [await processOf(other), await processOf(asking)];
    const moment = performance.now();
    const working = other.query('select pg_sleep(600)').catch((error: Error) => error);
    const stateOf = async () =>
      (await asking.query('select state from pg_stat_activity where pid = $1', [process])).rows[0]
        ?.state;
    const end = (lostAt: number) =>
      endLost((sql, values) => asking.query(sql, values), own, new Map([[process, lostAt]]));
    await expect.poll(stateOf).toBe('active');
    await end(moment - 3_600_000);
    expect(await stateOf()).toBe('active');
    await end(moment);
    expect(await working).toBeInstanceOf(Error);
    await asking.end();
  },
);
