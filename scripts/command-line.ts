/** Shared by the operator's commands: every refusal is one line, and exit code 1. */
import { BackupError, explainBackupFault } from '#server/backups/backup-error.ts';
import { openTarget, type Target } from '#server/backups/places.ts';
import { readConfig, type Config } from '#server/config.ts';
import { endWithReader } from './output.ts';
import { describePlace, refuseOtherOwner, requireDatabase } from './place.ts';

type Command<Words> = {
  usage: string;
  /** Whether it may begin without a database. */
  startsEmpty?: (words: Words) => boolean;
  /** Reads the words; `refuse` prints the usage. */
  read: (words: string[], config: Config, refuse: () => never) => Words;
  /** Returns what it has done. */
  run: (config: Config, words: Words) => Promise<string>;
};

/** Names the place that it works on before it does anything. */
export async function runCommand<Words>(command: Command<Words>): Promise<void> {
  const { usage, read, run, startsEmpty } = command;
  const refuse = (): never => {
    throw new BackupError(usage);
  };
  endWithReader();
  try {
    // ADMIN_EMAIL only matters when the server starts.
    const { ADMIN_EMAIL: _start, ...environment } = process.env;
    const config = readConfig(environment);
    const words = read(process.argv.slice(2), config, refuse);
    console.log(describePlace(config));
    refuseOtherOwner(config);
    if (!startsEmpty?.(words)) await requireDatabase(config);
    console.log(await run(config, words));
  } catch (error) {
    console.error(explainBackupFault(error));
    process.exitCode = 1;
  }
}

/** The single argument that a command may have. */
export function readOneWord(
  words: string[],
  _config: Config,
  refuse: () => never,
): string | undefined {
  if (words.length > 1 || words[0]?.startsWith('-')) refuse();
  return words[0];
}

/** The place of a backup: the single argument, or `BACKUP_TO`. */
export function readBackupTarget(words: string[], config: Config, refuse: () => never): Target {
  return openTarget(
    readOneWord(words, config, refuse) ?? config.backup.to ?? refuse(),
    config.backup,
  );
}
