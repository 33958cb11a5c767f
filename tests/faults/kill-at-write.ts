/**
 * Loaded into a server before everything else (`--import`): from SIGUSR2 on, when it prints
 * `counting`, it counts what changes the disk. Just before write number `KILL_AT` it ends the
 * process by SIGKILL; or, with `IMAGES`, it copies the data folder there before each write, as
 * a kill at that moment would have left it. Statements inside a transaction do not count, as they
 * change nothing before their commit.
 */
import { open } from 'node:fs/promises';
import fs from 'node:fs';
import { join } from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

type Call = (this: unknown, ...input: unknown[]) => unknown;

const last = Number(process.env['KILL_AT']);
const images = process.env['IMAGES'];
let writes = -1;
let isCopying = false;
process.on('SIGUSR2', () => {
  writes = 0;
  console.log('counting');
});

function step(name: string): void {
  if (writes < 0 || isCopying) return;
  writes += 1;
  if (writes === last) process.kill(process.pid, 'SIGKILL');
  if (!images) return;
  isCopying = true;
  const at = `${String(writes).padStart(3, '0')}-${process.hrtime.bigint()}-${name}`;
  copyWhole(process.env['DATA_DIR']!, `${images}-partly`);
  fs.renameSync(`${images}-partly`, join(images, at));
  isCopying = false;
}

/** Again if a file went in the middle: what other threads have begun goes on meanwhile. */
function copyWhole(from: string, to: string): void {
  for (let tries = 1; ; tries += 1)
    try {
      fs.rmSync(to, { recursive: true, force: true });
      return fs.cpSync(from, to, { recursive: true });
    } catch (error) {
      if (tries === 20) throw error;
    }
}

function count(
  owner: object,
  names: string[],
  isWrite: (self: unknown, input: unknown[]) => boolean = () => true,
): void {
  const methods = owner as Record<string, Call>;
  for (const name of names) {
    const method = methods[name]!;
    methods[name] = function (...input) {
      if (isWrite(this, input)) step(name);
      return method.apply(this, input);
    };
  }
}

const handle = await open(import.meta.filename);
count(Object.getPrototypeOf(handle) as object, [
  'sync',
  'datasync',
  'write',
  'writev',
  'writeFile',
]);
await handle.close();
count(fs.promises, ['rename', 'rm', 'unlink', 'link', 'mkdir', 'writeFile', 'copyFile']);
count(fs, ['renameSync', 'rmSync', 'unlinkSync', 'linkSync', 'writeFileSync', 'copyFileSync']);
syncBuiltinESMExports();
count(StatementSync.prototype, ['run', 'all'], (statement) =>
  (statement as StatementSync).sourceSQL.startsWith('commit'),
);

/** Statements in a transaction; all others commit by themselves. */
const begun = new WeakSet<object>();

function isPostgresWrite(client: object, query: string | { text: string }): boolean {
  const text = typeof query === 'string' ? query : query.text;
  if (text.startsWith('begin')) begun.add(client);
  const isBegun = begun.has(client);
  if (/^(commit|rollback)/.test(text)) begun.delete(client);
  return text.startsWith('commit') || (!isBegun && /^(insert|update|delete)/.test(text));
}

if (process.env['DATABASE_URL']) {
  const { default: pg } = await import('pg');
  count(pg.Client.prototype, ['query'], (client, [query]) =>
    isPostgresWrite(client as object, query as string),
  );
}
