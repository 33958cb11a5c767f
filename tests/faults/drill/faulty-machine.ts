/**
 * Loaded into a server before everything else (`--import`): on SIGUSR2 it reads from the file that
 * `FAULTS_FILE` names what is wrong with the machine, and prints `faults: …`. The disk can be full
 * or broken, so that every write fails, including commits of the embedded database. The clock can
 * be off.
 */
import { open } from 'node:fs/promises';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

type Call = (this: unknown, ...input: unknown[]) => unknown;
export type MachineFaults = { disk?: 'ENOSPC' | 'EIO'; clockMs?: number };

let faults: MachineFaults = {};
process.on('SIGUSR2', () => {
  faults = JSON.parse(fs.readFileSync(process.env['FAULTS_FILE']!, 'utf8')) as MachineFaults;
  console.log(`faults: ${JSON.stringify(faults)}`);
});

const wrap = (owner: object, names: string[], fail: (self: unknown) => Error | undefined) => {
  const methods = owner as Record<string, Call>;
  for (const name of names) {
    const method = methods[name]!;
    methods[name] = function (...input) {
      const error = fail(this);
      if (error) throw error;
      return method.apply(this, input);
    };
  }
};
const wrapAsync = (owner: object, names: string[]) => {
  const methods = owner as Record<string, Call>;
  for (const name of names) {
    const method = methods[name]!;
    methods[name] = async function (...input) {
      if (faults.disk) throw systemError(faults.disk);
      return method.apply(this, input);
    };
  }
};
const systemError = (code: string) =>
  Object.assign(new Error(`${code}: this is a drill`), { code, syscall: 'write' });
const SQLITE_CODES = { ENOSPC: 13, EIO: 10 };
const databaseError = (disk: 'ENOSPC' | 'EIO') =>
  Object.assign(new Error('this is a drill'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: SQLITE_CODES[disk],
  });

const handle = await open(import.meta.filename);
wrapAsync(Object.getPrototypeOf(handle) as object, [
  'sync',
  'datasync',
  'write',
  'writev',
  'writeFile',
]);
await handle.close();
wrapAsync(fs.promises, ['rename', 'link', 'mkdir', 'writeFile', 'copyFile']);
syncBuiltinESMExports();
wrap(StatementSync.prototype, ['run', 'all'], (statement) =>
  faults.disk && (statement as StatementSync).sourceSQL.startsWith('commit')
    ? databaseError(faults.disk)
    : undefined,
);

const { now } = Date;
Date.now = () => now() + (faults.clockMs ?? 0);
globalThis.Date = new Proxy(Date, {
  construct: (target, input, newTarget) =>
    Reflect.construct(target, input.length > 0 ? input : [Date.now()], newTarget) as object,
});
