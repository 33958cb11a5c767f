import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqlite } from './sqlite.ts';

const dir = mkdtempSync(join(tmpdir(), 'rows-'));
const path = join(dir, 'rows.sqlite');
let kysely: Kysely<Record<string, never>>;
let other: DatabaseSync;
beforeAll(() => {
  kysely = new Kysely({ dialect: openSqlite(path).dialect });
  other = new DatabaseSync(path);
  other.exec(`create table things (id integer, "odd ""name\\" text, is_open boolean, at timestamptz, facts jsonb);
    insert into things values (1, 'one', 1, '2026-11-22T09:00:00.000Z', '{"a":[1]}'), (2, null, null, null, null)`);
});
afterAll(async () => {
  other.close();
  await kysely.destroy();
  rmSync(dir, { recursive: true });
});

const read = async () => (await sql<object>`select * from things order by id`.execute(kysely)).rows;

test('a row has its values by name, each as its column is declared', async () => {
  const first = {
    id: 1,
    'odd "name\\': 'one',
    is_open: true,
    at: new Date('2026-11-22T09:00:00Z'),
    facts: { a: [1] },
  };
  const second = { id: 2, 'odd "name\\': null, is_open: null, at: null, facts: null };
  expect(await read()).toEqual([first, second]);
});

test('a column that another process adds is there from the next reading on', async () => {
  expect(await read()).toHaveLength(2);
  other.exec('alter table things add column is_new boolean not null default 1');
  expect((await read()).map((row) => (row as { is_new: boolean }).is_new)).toEqual([true, true]);
});

test('a date is presented in the usual form, whatever program wrote it', async () => {
  const texts = ['2026-11-22T09:00:00.250Z', '2026-11-22 09:00:00', '2026-11-22T10:00:00+01:00'];
  for (const [index, text] of texts.entries())
    other.prepare('insert into things (id, at) values (?, ?)').run(10 + index, text);
  const dates = (await read()).slice(2).map((row) => (row as { at: Date }).at);
  expect(dates.map((date) => [date.toISOString(), JSON.stringify(date)])).toEqual([
    ['2026-11-22T09:00:00.250Z', '"2026-11-22T09:00:00.250Z"'],
    [new Date(texts[1]!).toISOString(), JSON.stringify(new Date(texts[1]!))],
    ['2026-11-22T09:00:00.000Z', '"2026-11-22T09:00:00.000Z"'],
  ]);
  expect(dates[0]!.getTime()).toBe(Date.parse(texts[0]!));
});
