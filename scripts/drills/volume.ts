/**
 * `npm run drill:volume`: moves, backs up and restores an installation with 10,000 proposals and 20
 * GB of documents, and measures how the memory of each command develops. The documents are sparse
 * files; their copies take real space. Fails if memory grows or a command fails.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { readConfig } from '#server/config.ts';
import { openServices } from '#server/services.ts';
import { insertManyProposals } from '#tests/many-proposals.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { giveSparseFiles } from '#tests/sparse-documents.ts';
import { startStore } from '../../bench/deadline/stage.ts';
import { memoryOf } from '../../bench/product.ts';

// Ending the drill also ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: {
    proposals: { type: 'string', default: '10000' },
    gigabytes: { type: 'string', default: '20' },
    /** Moves to PostgreSQL and an S3 store instead of another folder. */
    servers: { type: 'boolean', default: false },
    /** `move` or `restore`; both by default. */
    only: { type: 'string', default: '' },
  },
});
const [proposals, gigabytes] = [Number(values.proposals), Number(values.gigabytes)];
const isRightPart = ['', 'move', 'restore'].includes(values.only);
if (!(proposals >= 1) || !(gigabytes > 0) || !isRightPart) {
  console.error('Usage: npm run drill:volume -- [--proposals N] [--gigabytes N] [--servers]');
  console.error('       [--only move|restore]');
  process.exit(2);
}
const LOOK_MS = 100;
/** Megabytes by which the second half of a command may exceed the first. */
const GROWTH_LIMIT_MB = 30;
/**
 * The archive, one copy, and some reserve, if the file system cannot punch holes into the archive.
 */
const ROOM = 2.1;
const ROOT = join(import.meta.dirname, '../..');
type Command = 'move' | 'backup' | 'restore';
const { scripts: COMMANDS } = createRequire(import.meta.url)('../../package.json') as {
  scripts: Record<Command, string>;
};
const base = mkdtempSync(join(tmpdir(), 'pitch-trek-volume-'));
process.once('exit', () => rmSync(base, { recursive: true, force: true }));
const placeOf = (name: string) => join(base, name);

/**
 * Runs a command as `npm run` would, with its settings of memory; returns whether its memory stayed
 * flat.
 */
async function watch(command: Command, words: string[], dataDir: string): Promise<boolean> {
  const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', DATA_DIR: placeOf(dataDir) };
  const began = performance.now();
  const child = spawn('sh', ['-c', `${COMMANDS[command]} "$@"`, 'sh', ...words], {
    ...{ cwd: ROOT, env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const sizes: number[] = [];
  const timer = setInterval(() => {
    try {
      sizes.push(memoryOf(child.pid!));
    } catch {
      // It has just exited.
    }
  }, LOOK_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  process.off('exit', kill);
  return report(command, code, (performance.now() - began) / 1000, sizes);
}

function report(command: Command, code: number | null, seconds: number, sizes: number[]): boolean {
  const half = Math.ceil(sizes.length / 2);
  const growth = Math.max(...sizes.slice(half)) - Math.max(...sizes.slice(0, half));
  const tenths = Array.from({ length: 10 }, (_, tenth) => {
    const from = Math.floor((tenth * sizes.length) / 10);
    const until = Math.max(from + 1, Math.floor(((tenth + 1) * sizes.length) / 10));
    return Math.max(...sizes.slice(from, until)).toFixed(0);
  });
  console.log(
    `${command}: ended with ${code} after ${seconds.toFixed(0)} s; MB in each tenth of it: ${tenths.join(' ')}; its second half took ${growth.toFixed(0)} MB more than its first.`,
  );
  return code === 0 && growth <= GROWTH_LIMIT_MB;
}

async function makeInstallation(): Promise<void> {
  const services = await openServices(
    readConfig({ DATA_DIR: placeOf('source'), LOG_LEVEL: 'silent' }),
  );
  try {
    await insertManyProposals(services, proposals);
    const size = Math.floor((gigabytes * 1e9) / (2 * proposals));
    const count = await giveSparseFiles(services, size);
    console.log(`${proposals} proposals with ${count} documents of ${size} bytes.`);
  } finally {
    await services.db.close();
  }
}

const remove = (name: string) => rmSync(placeOf(name), { recursive: true, force: true });

async function moveToFolder(): Promise<boolean> {
  const isFlat = await watch('move', ['--to', placeOf('moved')], 'source');
  remove('moved');
  return isFlat;
}

async function moveToServers(): Promise<boolean> {
  const [database, store] = [await startPostgres(), await startStore()];
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = store.env;
  const { host } = new URL(S3_ENDPOINT!);
  const s3 = `http://${S3_ACCESS_KEY_ID}:${S3_SECRET_ACCESS_KEY}@${host}/${S3_BUCKET}`;
  try {
    return await watch('move', ['--to', database.url, '--s3', s3], 'source');
  } finally {
    await store.stop();
    await database.stop();
  }
}

async function restore(): Promise<boolean> {
  const archive = placeOf('backup.tar');
  const isFlat = await watch('backup', [archive], 'source');
  await promisify(execFile)('fallocate', ['--dig-holes', archive]).catch(() => undefined);
  return (await watch('restore', [archive], 'restored')) && isFlat;
}

const { bavail, bsize } = await statfs(base);
const roomGb = (bavail * bsize) / 1e9;
if (roomGb < ROOM * gigabytes) {
  console.error(
    `${base} has ${roomGb.toFixed(0)} GB free: try --gigabytes ${Math.floor(roomGb / ROOM)}, or name a larger place in TMPDIR.`,
  );
  process.exit(2);
}
await makeInstallation();
const move = values.servers ? moveToServers : moveToFolder;
const isMoveFlat = values.only === 'restore' || (await move());
const isRestoreFlat = values.only === 'move' || (await restore());
const isFlat = isMoveFlat && isRestoreFlat;
console.log(isFlat ? 'Memory stayed flat.' : 'Memory grew, or a command failed: see above.');
process.exit(isFlat ? 0 : 1);
