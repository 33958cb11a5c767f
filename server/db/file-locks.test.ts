import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { DATABASE_FILE, openDb } from './open.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-locks-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const OTHER_PROCESS = `const { DatabaseSync } = require('node:sqlite');
const file = new DatabaseSync(process.argv[1]);
file.exec(process.argv[2]);
console.log('written');
process.stdin.on('end', () => file.close()).resume();`;

/** Another process has written; `end` lets it close, which deletes the log that nobody locks. */
async function writeElsewhere(statement: string): Promise<{ end: () => Promise<unknown> }> {
  const args = ['--eval', OTHER_PROCESS, join(dataDir, DATABASE_FILE), statement];
  const other = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  const ended = once(other, 'exit');
  const end = () => {
    other.stdin.end();
    return ended;
  };
  return { end };
}

test('opening the database again in this process leaves the locks of the first one', async () => {
  const config = { dataDir, databaseUrl: undefined };
  const first = await openDb(config);
  const again = await openDb(config);
  await again.close();
  const one = await writeElsewhere('create table notes (text text)');
  await one.end();
  const two = await writeElsewhere(`insert into notes values ('seen')`);
  const { rows } = await sql<{ text: string }>`select text from notes`.execute(first.read);
  expect(rows).toEqual([{ text: 'seen' }]);
  await two.end();
  await first.close();
});
