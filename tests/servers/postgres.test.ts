import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { startPglite } from './pglite.ts';
import { query } from './sql.ts';
import { createFilledTestDatabase, createTestDatabase } from './test-database.ts';

const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

describe('a test database', () => {
  test('keeps what was written and is not seen from another one', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()];
    stops.push(one.stop, other.stop);
    await query(one.url, 'create table note (text text)');
    await query(one.url, 'insert into note values ($1)', ['Akwaaba']);
    expect(await query(one.url, 'select text from note')).toEqual([{ text: 'Akwaaba' }]);
    expect(await query(other.url, "select to_regclass('note') as found")).toEqual([
      { found: null },
    ]);
  });

  test('is migrated once and copied afterwards', async () => {
    let migrations = 0;
    const migrate = async (url: string) => {
      migrations += 1;
      await query(url, 'create table note (text text)');
    };
    const databases = await Promise.all(
      [1, 2, 3].map(() => createFilledTestDatabase('notes', migrate)),
    );
    stops.push(...databases.map((database) => database.stop));
    for (const { url } of databases) expect(await query(url, 'select * from note')).toEqual([]);
    if (inject('postgresUrl') !== null) expect(migrations).toBe(1);
  });
});

test('PGlite serves a pool, rolls back and says its limit', async () => {
  const server = await startPglite();
  stops.push(server.stop);
  const pool = new pg.Pool({ connectionString: server.url, max: 4 });
  await pool.query('create table note (id int primary key)');
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map((id) => pool.query('insert into note values ($1)', [id])),
  );
  const client = await pool.connect();
  await client.query('begin');
  await client.query('delete from note');
  await client.query('rollback');
  client.release();
  const { rows } = await pool.query('select count(*)::int as count from note');
  expect(rows).toEqual([{ count: 6 }]);
  expect(server.maxConnections).toBeGreaterThanOrEqual(4);
  await pool.end();
});
