/** Shared by the commands about backups: every refusal is one line, and exit code 1. */
import { BackupError, explainBackupFault } from '#server/backups/backup-error.ts';
import { readConfig, type Config } from '#server/config.ts';

/** Runs the command's work; `refuse` prints its usage. */
export async function runCommand(
  usage: string,
  run: (config: Config, words: string[], refuse: () => never) => Promise<string>,
): Promise<void> {
  const refuse = (): never => {
    throw new BackupError(usage);
  };
  try {
    // ADMIN_EMAIL only matters when the server starts.
    const { ADMIN_EMAIL: _start, ...environment } = process.env;
    console.log(await run(readConfig(environment), process.argv.slice(2), refuse));
  } catch (error) {
    console.error(explainBackupFault(error));
    process.exitCode = 1;
  }
}

/** The single argument that a command may have. */
export function readOneWord(words: string[], refuse: () => never): string | undefined {
  if (words.length > 1 || words[0]?.startsWith('-')) refuse();
  return words[0];
}
