/** Shared by the operator's commands: every refusal is one line, and exit code 1. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError, explainBackupFault } from '#server/backups/backup-error.ts';
import { labelOf } from '#server/backups/database-copy.ts';
import { openTarget, type Target } from '#server/backups/places.ts';
import { storeLabelOf } from '#server/backups/restore.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { hasDatabase } from '#server/db/examination.ts';
import { DATABASE_FILE } from '#server/db/open.ts';

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
export function readOneWord(words: string[], _config: Config, refuse: () => never) {
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

/** Ends quietly when nobody reads the output any more, as in `doctor | head`. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

export const describePlace = (place: Place): string =>
  `Works on ${labelOf(place)} and the files in ${storeLabelOf(place)}.`;

/** For whoever runs a command on a server without the settings of its unit. */
const ADVICE =
  'On a server, run "pitch-trek" with the same words: it has the settings of the unit.';

async function requireDatabase(place: Place): Promise<void> {
  if (await hasDatabase(place)) return;
  throw new ConfigError(
    `There is no database at ${labelOf(place)}. Nothing was done. Check DATA_DIR and DATABASE_URL. ${ADVICE}`,
  );
}

/**
 * Refuses to write where another user's product does: that one could not open what is written. What
 * the product has written last tells whose it is.
 */
export function refuseOtherOwner({ dataDir }: Place): void {
  const uid = process.getuid?.();
  const written = [DATABASE_FILE, 'staging', 'files', '']
    .map((name) => join(dataDir, name))
    .find((path) => existsSync(path));
  if (uid === undefined || !written) return;
  const owner = statSync(written).uid;
  if (owner !== uid)
    throw new ConfigError(
      `${written} belongs to the user ${owner}, and this runs as the user ${uid}: the product could not open what it writes. Nothing was done. ${ADVICE}`,
    );
}
