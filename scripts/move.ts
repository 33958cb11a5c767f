/**
 * `npm run move -- --to postgres://…|FOLDER [--s3 https://KEY:SECRET@host/bucket]`: moves this
 * installation to another database, another file store, or both. The source remains unchanged.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '#server/backups/backup-error.ts';
import { labelOf, requireEmptyDatabase } from '#server/backups/database-copy.ts';
import { storeLabelOf } from '#server/backups/restore.ts';
import { describeCounts } from '#server/backups/archive.ts';
import { moveInstallation } from '#server/backups/move.ts';
import { readBucketAddress } from '#server/backups/places.ts';
import { storeOf, type Settings } from '#server/backups/create.ts';
import { ConfigError, type Config } from '#server/config.ts';
import { explainS3Fault } from '#server/files/s3-session.ts';
import { knownIn } from '#server/jobs/backup-job.ts';
import { runCommand } from './command-line.ts';

const USAGE =
  'Usage: npm run move -- --to postgres://user:password@host/database|FOLDER [--s3 https://KEY:SECRET@host/bucket]';
const FILES_BETWEEN_LINES = 1000;

type Options = { to?: string | undefined; s3?: string | undefined };

type Words = { options: Options; to: Settings };

function readWords(words: string[], config: Config, refuse: () => never): Words {
  const options = readOptions(words, refuse);
  return { options, to: targetOf(config, options) };
}

function readOptions(words: string[], refuse: () => never): Options {
  try {
    const { values } = parseArgs({
      args: words,
      options: { to: { type: 'string' }, s3: { type: 'string' } },
    });
    return values.to || values.s3 ? values : refuse();
  } catch {
    return refuse();
  }
}

function readStore(s3: string, config: Config): Settings['s3'] {
  const address = readBucketAddress(s3, config.backup);
  if (!address || address.prefix)
    throw new BackupError(
      '--s3: must be https://KEY:SECRET@host/bucket, the bucket without a folder; the keys may stand in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
  const { prefix: _none, silenceTimeoutMs: _default, ...store } = address;
  return store;
}

/**
 * Without `--s3`, files are moved into the folder that `--to` names, or else stay where they are.
 */
function targetOf(config: Config, { to, s3 }: Options): Settings {
  const store = s3 ? readStore(s3, config) : undefined;
  const { dataDir, databaseUrl } = config;
  if (!to) return { dataDir, databaseUrl, s3: store };
  if (/^postgres(ql)?:\/\//.test(to)) return { dataDir, databaseUrl: to, s3: store ?? config.s3 };
  if (/^[a-z]+:\/\//i.test(to)) throw new BackupError(`--to: ${USAGE}`);
  return { dataDir: resolve(to), databaseUrl: undefined, s3: store };
}

/** Both targets must answer. A fault names the command-line option, not a setting. */
async function tryTarget(config: Config, to: Settings, { s3 }: Options): Promise<void> {
  if (labelOf(config) !== labelOf(to))
    await requireEmptyDatabase(to, console).catch((error: Error) => {
      if (!(error instanceof ConfigError)) throw error;
      throw new BackupError(error.message.replace(/^DATABASE_URL:/, '--to:'));
    });
  if (s3)
    await storeOf(to)
      .readMarker()
      .catch((error: Error) => {
        const { message } = explainS3Fault(error.cause ?? error, to.s3!);
        throw new BackupError(message.replace(/^S3_[A-Z0-9_, ]+:/, '--s3:'));
      });
}

async function move(config: Config, { options, to }: Words): Promise<string> {
  if (labelOf(config) === labelOf(to) && storeLabelOf(config) === storeLabelOf(to))
    throw new BackupError('Nothing to move: source and target are the same.');
  await tryTarget(config, to, options);
  const onFile = (stored: number, there: number) => {
    if ((stored + there) % FILES_BETWEEN_LINES === 0)
      console.log(`${stored} files copied, ${there} were there …`);
  };
  const moved = await moveInstallation({ from: config, to, knownIn, log: console, onFile });
  const tables = Object.entries(moved.tables ?? {}).filter(([, rows]) => rows > 0);
  return [
    `Moved ${describeCounts(moved)} to ${labelOf(to)} and ${storeLabelOf(to)}.`,
    `Checked by counts and digests: ${tables.map(([name, rows]) => `${name} ${rows}`).join(', ')}; ${moved.stored} files copied, ${moved.there} were there.`,
    'The source is as it was. Start the product with the new settings, and keep the source until you are satisfied.',
  ].join('\n');
}

await runCommand({ usage: USAGE, read: readWords, run: move });
