/** The place that a command works on: it is named, and not taken for another one. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { labelOf } from '#server/backups/database-copy.ts';
import { storeLabelOf } from '#server/backups/fill-store.ts';
import { ConfigError, type Config } from '#server/config.ts';
import { hasDatabase } from '#server/db/examination.ts';
import { DATABASE_FILE } from '#server/db/open.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

export const describePlace = (place: Place): string =>
  `Works on ${labelOf(place)} and the files in ${storeLabelOf(place)}.`;

/** For whoever runs a command on a server without the settings of its unit. */
const ADVICE =
  'On a server, run "pitch-trek" with the same words: it has the settings of the unit.';

export async function requireDatabase(place: Place): Promise<void> {
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
