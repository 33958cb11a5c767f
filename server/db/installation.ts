/**
 * What belongs to one installation: its id and secrets, which the first instance that asks generates,
 * its first rows, its files; and what an operator reads if something of it is missing at a start.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '#domain/problem.ts';
import { ConfigError, type Config } from '../config.ts';
import { StorageProblem } from '../files/storage-problem.ts';
import type { FileStore } from '../files/store.ts';
import { isEmptyStore } from '../files/sweep.ts';
import { toStorageProblem } from './errors.ts';
import { DATABASE_FILE, type Db, type Executor } from './open.ts';
import { explainBrokenFile } from './sqlite.ts';

const PLACE = 1;

/** Part of its backups. */
export async function installationId(db: Executor, now: Date): Promise<string> {
  const row = { place: PLACE, id: randomUUID(), created_at: now };
  await db
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute();
  return (
    await db
      .selectFrom('installation')
      .select('id')
      .where('place', '=', PLACE)
      .executeTakeFirstOrThrow()
  ).id;
}

/** 256 bits that all instances share. */
export async function sharedSecret(db: Pick<Db, 'read'>, name: string): Promise<string> {
  await db.read
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.read
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

const LOCK = 'first-fill';

export async function isEmpty(db: Executor): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('programs').select('id').limit(1).executeTakeFirst(),
  ]);
  return found.every((row) => row === undefined);
}

/**
 * Runs `fill` in one transaction if the database is still empty, and records the steps that follow.
 * Other instances wait for it, and then find the database filled.
 */
export async function fillOnce(
  db: Db,
  now: Date,
  steps: readonly string[],
  fill: (tx: Executor) => Promise<void>,
): Promise<void> {
  await db.write(async (tx) => {
    // The row is the lock: on PostgreSQL a second insert waits until the first transaction ends.
    await tx
      .insertInto('jobs')
      .values({ name: LOCK, due_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at: now }))
      .execute();
    if (!(await isEmpty(tx))) return;
    await fill(tx);
    await tx
      .insertInto('jobs')
      .values(steps.map((name) => ({ name, due_at: now })))
      .execute();
  });
}

/**
 * Whether a step after the transaction is still to be done, even if the instance that began it has
 * died.
 */
export async function isStepUnfinished(db: Executor, step: string): Promise<boolean> {
  return (
    (await db.selectFrom('jobs').select('name').where('name', '=', step).executeTakeFirst()) !==
    undefined
  );
}

export async function finishStep(db: Executor, step: string): Promise<void> {
  await db.deleteFrom('jobs').where('name', '=', step).execute();
}

/**
 * Runs before the embedded database is opened, which would create a new one: refuses to start if
 * the files belong to a database that is missing.
 */
export async function refuseLostDatabase({ dataDir, databaseUrl }: Config, files: FileStore) {
  const path = join(dataDir, DATABASE_FILE);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (databaseUrl || size || (await isEmptyStore(files)) !== false) return;
  const state = size === 0 ? 'is empty (0 bytes)' : 'is missing';
  const advice =
    'Bring the database back (npm run restore, into an empty folder), or name another DATA_DIR.';
  throw new ConfigError(`DATA_DIR: ${path} ${state}, but stored files are beside it. ${advice}`);
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** Throws a ConfigError if the operator can fix the cause. */
export async function explainFaults<R>(settings: Settings, step: () => Promise<R>): Promise<R> {
  return step().catch((error: unknown) => {
    throw nameSetting(error, settings);
  });
}

function nameSetting(error: unknown, { dataDir, databaseUrl, s3 }: Settings): unknown {
  if (error instanceof ConfigError) return error;
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  const explained = explainBrokenFile(cause, join(dataDir, DATABASE_FILE));
  if (explained instanceof ConfigError) return explained;
  const isDatabase =
    databaseUrl !== undefined && !(error instanceof StorageProblem) && isOfDatabase(cause);
  if (!isDatabase && !(error instanceof Problem)) return error;
  const [setting, what] = isDatabase
    ? ['DATABASE_URL', 'the database server stopped answering during the start']
    : [s3 ? 'S3_ENDPOINT' : 'DATA_DIR', 'files could not be stored or read during the start'];
  return new ConfigError(`${setting}: ${what} (${(cause as Error).message}). Try again.`, {
    cause: error,
  });
}

/** A file error names its path. */
const isOfDatabase = (cause: unknown): boolean =>
  !(cause as { path?: unknown }).path &&
  (cause instanceof Problem || toStorageProblem(cause) !== undefined);
