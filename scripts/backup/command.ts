import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { BackupError } from './manifest.ts';

const ELSEWHERE =
  'Database or files are not in the data folder. Back up PostgreSQL with pg_dump, and switch versioning on in the bucket: see docs/operations.md.';

/** Runs a command that takes one FILE; every refusal is one line, and exit code 1. */
export async function runCommand(
  usage: string,
  run: (config: Config, file: string) => Promise<string>,
): Promise<void> {
  try {
    const [file, ...more] = process.argv.slice(2);
    if (!file || more.length > 0 || file.startsWith('-')) throw new BackupError(usage);
    const config = readConfig(process.env);
    if (config.databaseUrl || config.s3) throw new BackupError(ELSEWHERE);
    console.log(await run(config, file));
  } catch (error) {
    const isPlain = error instanceof BackupError || error instanceof ConfigError;
    console.error(isPlain ? error.message : `That did not work: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
