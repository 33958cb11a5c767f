/** Explains failures of a start's first reads and writes in one line that names the setting. */
import { join } from 'node:path';
import { Problem } from '#domain/problem.ts';
import { ConfigError, type Config } from '../config.ts';
import { StorageProblem } from '../files/storage-problem.ts';
import { toStorageProblem } from './errors.ts';
import { DATABASE_FILE } from './open.ts';
import { explainBrokenFile } from './sqlite-file.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** Runs a step of the start; refuses with a ConfigError if the operator can fix the cause. */
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
