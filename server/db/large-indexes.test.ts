/** docs/house.md, "Migrations": building a large index holds nobody up and leaves no half of it. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/servers/test-database.ts';
import { openDb } from './open.ts';

const BUILT = `select count(*)::int as n from pg_index
  where indisvalid and indexrelid::regclass::text similar to '%\\_letters|%\\_program\\_words'`;
const BUILDING = `select pid as n from pg_stat_progress_create_index where datname = current_database()`;
const WRITE = `insert into faqs (id, question, answer, search_text, created_at, updated_at, version)
  values (gen_random_uuid(), 'Who?', '<p>We.</p>', 'who we', now(), now(), 1)`;
const INDEXES = 8;

describe.skipIf(inject('postgresUrl') === null)('large indexes', () => {
  let database: TestDatabase;
  let writer: pg.Client;
  let other: pg.Client;
  const start = async () =>
    (await openDb({ databaseUrl: database.url, dataDir: '' }, { error() {}, warn() {} })).close();
  const number = async (text: string): Promise<number> => (await other.query(text)).rows[0]?.n ?? 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    await start();
    [writer, other] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([writer.connect(), other.connect()]);
    await other.query('set lock_timeout = 60000');
  });
  afterAll(async () => {
    await Promise.all([writer.end(), other.end()]);
    await database.stop();
  });

  /** Starts on a database that lacks an index, whose building waits for an unfinished write. */
  async function startBesideWriter(starts = 1): Promise<Promise<unknown>[]> {
    await other.query('drop index faqs_letters');
    await writer.query(`begin; ${WRITE}`);
    const started = Array.from({ length: starts }, () => start().catch((error: Error) => error));
    await expect.poll(() => number(BUILDING)).toBeGreaterThan(0);
    return started;
  }

  test('a first start builds them all', async () => {
    expect(await number(BUILT)).toBe(INDEXES);
  });

  test('people write while one is built', async () => {
    const started = await startBesideWriter();
    await other.query(WRITE);
    await writer.query('commit');
    await Promise.all(started);
    expect(await number(BUILT)).toBe(INDEXES);
  });

  test('one whose building was interrupted is built by the next start', async () => {
    const [started] = await startBesideWriter();
    await number(`select pg_terminate_backend((${BUILDING}))::int as n`);
    expect(await started).toBeInstanceOf(Error);
    await writer.query('commit');
    expect(await number(BUILT)).toBe(INDEXES - 1);
    await start();
    expect(await number(BUILT)).toBe(INDEXES);
  });

  test('two instances that start at once do not wait for each other', async () => {
    const started = await startBesideWriter(2);
    await writer.query('commit');
    expect(await Promise.all(started)).toEqual([undefined, undefined]);
    expect(await number(BUILT)).toBe(INDEXES);
  });
});
