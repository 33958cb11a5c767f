/**
 * Two instances behind a balancer while people read and write: restarting one after the other is
 * not noticeable, except that a slow machine may make somebody wait; killing one loses nothing that
 * was acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { query } from '../servers/sql.ts';
import { createTestDatabase, type TestDatabase } from '../servers/test-database.ts';
import { startInstances, type Instances } from './instances.ts';
import { startTraffic, type Account, type Traffic } from './traffic.ts';

const lacksPostgres = inject('postgresUrl') === null;
/** Milliseconds after which the balancer retries an instance that had refused it. */
const NOTICED_MS = 2000;

describe.skipIf(lacksPostgres)('two instances behind a balancer', () => {
  let database: TestDatabase;
  let instances: Instances;
  beforeAll(async () => {
    database = await createTestDatabase();
    instances = await startInstances(database.url);
  });
  afterAll(async () => {
    await instances?.stop();
    await database?.stop();
  });

  /** Waits for this many more answers of each kind. */
  const goOn = async ({ account }: Traffic, count = 30) => {
    const [reads, writes] = [account.reads + count, account.acknowledged.length + count];
    await expect.poll(() => account.reads).toBeGreaterThan(reads);
    await expect.poll(() => account.acknowledged.length).toBeGreaterThan(writes);
  };

  async function expectStored({ acknowledged }: Account): Promise<void> {
    const rows = await query(
      database.url,
      'select email, count(*)::int as n from enquiries group by email',
    );
    const stored = new Map(rows.map(({ email, n }) => [String(email), Number(n)]));
    expect(
      acknowledged.filter((email) => stored.get(email) !== 1),
      'I1, I4',
    ).toEqual([]);
  }

  test('restarted one after the other: no request fails', async () => {
    const traffic = startTraffic(instances.balancer.url);
    await goOn(traffic);
    for (const instance of instances.all) {
      expect(await instance.restart()).toBe(0);
      await pause(NOTICED_MS);
      await goOn(traffic);
    }
    const account = await traffic.stop();
    console.log(
      `rolling restart behind ${instances.balancer.kind}: ${account.reads} reads, ${account.acknowledged.length} writes, ${account.failures.length} failed`,
    );
    expect(account.failures).toEqual([]);
    await expectStored(account);
  });

  test('an expanding migration beside them: requests that wait for its lock are served after it', async () => {
    const traffic = startTraffic(instances.balancer.url);
    await goOn(traffic);
    await query(
      database.url,
      `begin; alter table enquiries add column later text;
       alter table programs add column sooner int not null default 0;
       select pg_sleep(1); commit`,
    );
    await goOn(traffic);
    const account = await traffic.stop();
    expect(account.failures).toEqual([]);
    await expectStored(account);
  });

  test('one is killed: everything acknowledged is stored once, and people continue at the other', async () => {
    const traffic = startTraffic(instances.balancer.url, { writers: 8 });
    for (const instance of instances.all) {
      await goOn(traffic);
      await instance.kill();
      await goOn(traffic);
      await instance.start();
      await pause(NOTICED_MS);
    }
    await goOn(traffic);
    const account = await traffic.stop();
    console.log(
      `kill -9 behind ${instances.balancer.kind}: ${account.acknowledged.length} writes, ${account.repeated} sent again`,
    );
    await expectStored(account);
  });
});
