import pg from 'pg';
import { expect, test } from 'vitest';
import { startPglite } from './pglite.ts';

test('PGlite serves a pool, rolls back and says its limit', async () => {
  const server = await startPglite();
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
  await server.stop();
});
